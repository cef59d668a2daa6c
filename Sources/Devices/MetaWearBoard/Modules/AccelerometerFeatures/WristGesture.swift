import Motion
import Wire

/// Gestures of the arm that wears the board, x along the forearm and z out of the face
/// (BST-BMI270-DS000, wrist gesture detection).
///
/// The chip's classifier is not published; its documents describe the five gestures and the
/// parameters of bank 8. This one distinguishes them by the attitudes before and after a movement
/// and by the jolts along y between them.
struct WristGesture {
    /// As the notification codes them (protocol, sensors 5.6.3).
    enum Gesture: UInt8 {
        case unknown, pushArmDown, pivotUp, shake, flickIn, flickOut
    }

    /// Bank 8 (protocol, sensors 5.5).
    struct Bank: Layout {
        var output: UInt8 = 5
        var isRightArm = false
        var enable: UInt8 = 0
        var unused: UInt8 = 0
        /// A 2048th of g a step, relative to the attitude before.
        var minimumPeak: UInt16 = 1774
        /// Consecutive samples above the peak.
        var minimumSamples: UInt16 = 4
        /// From the first movement to rest, in samples.
        var maximumDuration: UInt16 = 200
        mutating func layout(_ c: inout some Coder) {
            c(&output, bits: 4, "output")
            c(&isRightArm, "right arm")
            c(&enable, bits: 3, "enable")
            c(&unused, "unused")
            c(&minimumPeak, "minimum flick peak")
            c(&minimumSamples, "minimum flick samples")
            c(&maximumDuration, "maximum duration")
        }
    }

    var bank = Bank()
    private var previous: Vector3?
    /// Samples with little change, and their mean.
    private var still = 0
    private var attitude = Vector3.zero
    private var start: Vector3?
    private var isMoving = false
    private var duration = 0
    private var peaks = Peaks()

    /// A smaller change between samples is rest, in g; it must last so many samples.
    private static let rest = 0.06
    private static let restLength = 12

    mutating func reset() {
        let kept = bank
        self = Self()
        bank = kept
    }

    /// The gesture that ends with this sample.
    mutating func next(_ a: Vector3) -> Gesture? {
        let change = (a - (previous ?? a)).length
        previous = a
        if change < Self.rest {
            still += 1
            attitude = still == 1 ? a : attitude + (a - attitude) * (1 / Double(still))
            // A longer mean would lag behind a slow turn.
            still = min(still, Self.restLength)
        } else {
            still = 0
        }
        guard let start else {
            if still >= Self.restLength { start = attitude }
            return nil
        }
        if !isMoving {
            if still >= Self.restLength {
                self.start = attitude
            } else if (a - start).length > 0.3 {
                isMoving = true
                duration = 0
                peaks = Peaks()
            }
        }
        guard isMoving else { return nil }
        duration += 1
        peaks.take(
            a.y - start.y, peak: Double(bank.minimumPeak) / 2048,
            samples: Int(bank.minimumSamples))
        guard still >= Self.restLength else {
            // Too long for a gesture: the next rest is a new start.
            if duration > Int(bank.maximumDuration) {
                self.start = nil
                isMoving = false
            }
            return nil
        }
        isMoving = false
        self.start = attitude
        return classify(from: start, to: attitude)
    }

    private func classify(from start: Vector3, to end: Vector3) -> Gesture? {
        guard let before = start.direction, let after = end.direction else { return nil }
        if before.dot(after) > 0.866 {
            guard peaks.count > 0 else { return nil }
            if peaks.count > 2 { return .shake }
            return peaks.isFirstNegative == bank.isRightArm ? .flickIn : .flickOut
        }
        let isSeen = after.z > 0.5 && after.x.magnitude < 0.5
        let wasSeen = before.z > 0.5 && before.x.magnitude < 0.5
        if isSeen, !wasSeen { return .pivotUp }
        if wasSeen, after.x.magnitude > 0.7 { return .pushArmDown }
        return nil
    }

    /// Jolts to either side, each of a number of consecutive samples.
    private struct Peaks {
        private(set) var count = 0
        private(set) var isFirstNegative = false
        private var run = 0
        private var sign = 0.0

        mutating func take(_ value: Double, peak: Double, samples: Int) {
            let side = value > peak ? 1.0 : value < -peak ? -1.0 : 0.0
            run = side != 0 && side == sign ? run + 1 : side != 0 ? 1 : 0
            sign = side
            guard run == max(1, samples) else { return }
            if count == 0 { isFirstNegative = side < 0 }
            count += 1
        }
    }
}
