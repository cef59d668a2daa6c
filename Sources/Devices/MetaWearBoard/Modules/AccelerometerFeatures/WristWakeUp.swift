import Motion
import Wire

/// The wearer raises the arm to see the board's face (BST-BMI270-DS000, wrist wear wake-up): the
/// attitude has reached the focus position, and has changed enough within a second.
struct WristWakeUp {
    /// Bank 9: 2048 times the cosine of an angle, or its sine (protocol, sensors 5.5).
    struct Bank: Layout {
        var focusCosine: UInt16 = 1448
        var otherCosine: UInt16 = 1774
        var rightSine: UInt16 = 1024
        var leftSine: UInt16 = 700
        var downSine: UInt16 = 179
        var upSine: UInt16 = 1925
        mutating func layout(_ c: inout some Coder) {
            c(&focusCosine, "minimum angle in focus")
            c(&otherCosine, "minimum angle out of focus")
            c(&rightSine, "maximum tilt to the right")
            c(&leftSine, "maximum tilt to the left")
            c(&downSine, "maximum pitch down")
            c(&upSine, "maximum pitch up")
        }

        /// Face up, and within the four tilts; `up` is the direction of gravity's reaction.
        func isFocus(_ up: Vector3) -> Bool {
            up.z > 0 && -up.x * 2048 <= Double(rightSine) && up.x * 2048 <= Double(leftSine)
                && -up.y * 2048 <= Double(downSine) && up.y * 2048 <= Double(upSine)
        }
    }

    var bank = Bank()
    private var smooth: Vector3?
    /// Attitudes of the last second, oldest at `place`.
    private var past: [Vector3] = []
    private var place = 0
    private var known = 0
    private var inFocus = 0
    private var pause = 0

    /// The attitude must be in focus for a fifth of a second; after each wake-up there is a pause
    /// of a second.
    private static let settling = 10
    private static let pauseLength = 50
    private static let memory = 50

    mutating func reset() {
        smooth = nil
        known = 0
        inFocus = 0
        pause = 0
    }

    /// Whether the sample wakes the board.
    mutating func next(_ a: Vector3) -> Bool {
        let smoothed = smooth.map { $0 + (a - $0) * 0.3 } ?? a
        smooth = smoothed
        guard let up = smoothed.direction else { return false }
        if past.isEmpty { past = Array(repeating: .zero, count: Self.memory) }
        let old = past[place]
        let isOldKnown = known == past.count
        past[place] = up
        place = (place + 1) % past.count
        known = min(known + 1, past.count)
        pause = max(0, pause - 1)
        inFocus = bank.isFocus(up) ? min(inFocus + 1, Self.settling) : 0
        guard isOldKnown, pause == 0, inFocus == Self.settling else { return false }
        let cosine = bank.isFocus(old) ? bank.focusCosine : bank.otherCosine
        guard up.dot(old) * 2048 < Double(cosine) else { return false }
        pause = Self.pauseLength
        return true
    }
}
