import Motion
internal import Simulation
import Wire

/// The BMI270's feature engine, on its own samples (protocol, sensors 5.5 and 5.6).
final class BMI270Features {
    /// A bit of the registers 06 and 07 (protocol, sensors 5.5).
    enum Feature: UInt8 {
        case significantMotion = 0x01, stepCounter = 0x02, activity = 0x04, wristWakeUp = 0x08,
            wristGesture = 0x10, noMotion = 0x20, anyMotion = 0x40, stepDetector = 0x80
    }

    /// Which features run.
    var enabled: UInt8 = 0
    /// Which of them notify.
    var interrupts: UInt8 = 0
    private(set) var banks = FeatureBanks()

    private var axes = FeatureBanks.AxisRemap()
    private var anyMotion = SlopeFeature()
    private var noMotion = SlopeFeature()
    private var significantMotion = SignificantMotionFeature()
    private var detector = StepDetector()
    private var counter = StepCounter()
    private var watermark = 0
    private var activity = ActivityRecognizer()
    private var wakeUp = WristWakeUp()
    private var gesture = WristGesture()

    private let motionOutlet: SignalOutlet
    private let wristOutlet: SignalOutlet
    private let stepOutlet: SignalOutlet
    private let activityOutlet: SignalOutlet

    init(module: UInt8, on board: MetaWearBoard) {
        motionOutlet = board.outlet(SignalKey(module, 0x09))
        wristOutlet = board.outlet(SignalKey(module, 0x0A))
        stepOutlet = board.outlet(SignalKey(module, 0x0B))
        activityOutlet = board.outlet(SignalKey(module, 0x0C))
        readBanks()
    }

    /// Steps counted since the last reset of the counter.
    var steps: UInt16 { counter.count }

    /// Writes a bank; false if it does not fit one.
    func write(_ index: UInt8, _ bytes: [UInt8]) -> Bool {
        guard banks.write(index, bytes) else { return false }
        readBanks()
        return true
    }

    private func readBanks() {
        axes = banks.bank(.axisRemap)
        anyMotion.bank = banks.bank(.anyMotion)
        noMotion.bank = banks.bank(.noMotion)
        significantMotion.bank = banks.bank(.significantMotion)
        gesture.bank = banks.bank(.wristGesture)
        wakeUp.bank = banks.bank(.wristWakeUp)
        let stepBank: FeatureBanks.StepCounterBank = banks.bank(.stepCounter)
        watermark = Int(stepBank.watermark) * 20
        if stepBank.isReset {
            counter.clear()
            banks.acknowledgeStepReset()
        }
    }

    /// Sampling begins: earlier state is discarded, except the count.
    func restart() {
        anyMotion.reset()
        noMotion.reset()
        significantMotion.reset()
        detector.reset()
        counter.interrupt()
        activity = ActivityRecognizer()
        wakeUp.reset()
        gesture.reset()
    }

    private func runs(_ feature: Feature) -> Bool { enabled & feature.rawValue != 0 }

    /// The results of one sample, at most one of each.
    private struct Found {
        var motion: UInt8 = 0
        var isStep = false
        var count: UInt16?
        var activity: ActivityRecognizer.Activity?
        var isAwake = false
        var gesture: WristGesture.Gesture?
    }

    /// A sample of the engine in g.
    func take(_ sample: Vector3, hertz: Double, on board: MetaWearBoard) {
        let found = examine(axes.map(sample), hertz: hertz, at: board.now)
        // Only now, because a consumer may change the engine's configuration.
        if found.motion != 0 { board.emit(motionOutlet, [found.motion]) }
        let startsAtZero = board.has(.wristKindFromZero)
        if found.isAwake { board.emit(wristOutlet, [startsAtZero ? 0 : 1]) }
        if let gesture = found.gesture {
            board.emit(wristOutlet, [(startsAtZero ? 1 : 2) | gesture.rawValue << 2])
        }
        if found.isStep { board.emit(stepOutlet, [1]) }
        if let count = found.count {
            var bytes = ShortBytes()
            bytes.append(count)
            board.emit(stepOutlet, bytes)
        }
        if let activity = found.activity { board.emit(activityOutlet, [activity.rawValue << 1]) }
    }

    private func examine(_ a: Vector3, hertz: Double, at time: Instant) -> Found {
        var found = Found()
        if runs(.significantMotion), significantMotion.next(a, hertz: hertz) {
            found.motion |= interrupts & Feature.significantMotion.rawValue != 0 ? 1 : 0
        }
        if runs(.noMotion), noMotion.noMotionBegins(a) {
            found.motion |= interrupts & Feature.noMotion.rawValue != 0 ? 2 : 0
        }
        if runs(.anyMotion), anyMotion.anyMotionBegins(a) {
            found.motion |= interrupts & Feature.anyMotion.rawValue != 0 ? 4 : 0
        }
        if runs(.stepCounter) || runs(.stepDetector) || runs(.activity) {
            if detector.next(a, hertz: hertz, at: time) { step(&found, at: time) }
            if runs(.activity), let new = activity.next(swing: detector.recentSwing, at: time),
                interrupts & Feature.activity.rawValue != 0
            {
                found.activity = new
            }
        }
        if runs(.wristWakeUp), wakeUp.next(a) {
            found.isAwake = interrupts & Feature.wristWakeUp.rawValue != 0
        }
        if runs(.wristGesture), let new = gesture.next(a),
            interrupts & Feature.wristGesture.rawValue != 0
        {
            found.gesture = new
        }
        return found
    }

    private func step(_ found: inout Found, at time: Instant) {
        activity.step(at: time)
        found.isStep =
            runs(.stepDetector) && interrupts & Feature.stepDetector.rawValue != 0
        guard runs(.stepCounter) else { return }
        let before = Int(clamping: counter.count)
        let added = counter.step(at: time)
        if watermark > 0, added > 0, (before + added) / watermark != before / watermark,
            interrupts & Feature.stepCounter.rawValue != 0
        {
            found.count = counter.count
        }
    }
}
