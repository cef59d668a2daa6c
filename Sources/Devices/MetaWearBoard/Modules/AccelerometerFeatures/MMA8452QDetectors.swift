import Motion
internal import Simulation
import Wire

/// The four embedded functions of the MMA8452Q, on the samples of the configured rate (protocol,
/// sensors 5.8; MMA8452Q data sheet, 6.2 to 6.5).
final class MMA8452QDetectors: SampleWatcher {
    var movement = Movement()
    var orientation = PortraitLandscape()
    var pulse = Pulse()
    var shake = Shake()

    private var config: AccelerometerMMA8452Q.Config
    private var setting: AccelerometerSetting
    private var slow: Vector3?
    private var last = Instant.zero

    private let movementOutlet: SignalOutlet
    private let orientationOutlet: SignalOutlet
    private let pulseOutlet: SignalOutlet
    private let shakeOutlet: SignalOutlet

    init(_ config: AccelerometerMMA8452Q.Config, module: UInt8, on board: MetaWearBoard) {
        self.config = config
        setting = config.setting
        movementOutlet = board.outlet(SignalKey(module, 0x07))
        orientationOutlet = board.outlet(SignalKey(module, 0x0A))
        pulseOutlet = board.outlet(SignalKey(module, 0x0D))
        shakeOutlet = board.outlet(SignalKey(module, 0x10))
    }

    var isWanted: Bool {
        movement.isOn.isOn || orientation.isOn.isOn || pulse.isOn.isOn || shake.isOn.isOn
    }

    func reconfigure(_ config: AccelerometerMMA8452Q.Config) {
        guard config != self.config else { return }
        self.config = config
        setting = config.setting
        slow = nil
    }

    func look(at sample: RawSample, on board: MetaWearBoard) {
        let time = board.now
        let a = setting.g(sample)
        if slow == nil || time - last > setting.period * 2 {
            slow = a
            movement.reset()
            orientation.reset()
            pulse.reset()
            shake.reset()
        }
        last = time
        // A first-order high-pass for pulse and shake.
        let low = slow ?? a
        let gain = 1 / (1 + setting.hertz / (2 * .pi * config.highPassCutoff))
        let next = low + (a - low) * gain
        slow = next
        let fast = a - next
        let moved = movement.isOn.isOn ? movement.next(a) : nil
        let turned = orientation.isOn.isOn ? orientation.next(a) : nil
        let pulsed = pulse.isOn.isOn ? pulse.next(fast, hertz: setting.hertz, at: time) : nil
        let shaken = shake.isOn.isOn ? shake.next(fast, raw: a) : nil
        if let moved { board.emit(movementOutlet, [moved]) }
        if let turned { board.emit(orientationOutlet, [turned]) }
        if let pulsed { board.emit(pulseOutlet, [pulsed]) }
        if let shaken { board.emit(shakeOutlet, [shaken]) }
    }

    /// 0.063 g a step of every threshold (MMA8452Q data sheet, 6.3 to 6.5).
    static let thresholdStep = 0.063

    /// The number of consecutive samples with the condition before an event, and without it before
    /// another event (the debounce counter counts up and down, or is cleared by the first sample
    /// without the condition).
    struct Debounce {
        private var count = 0
        private var isAsserted = false

        /// Whether the event begins.
        mutating func next(_ holds: Bool, _ length: Int, clears: Bool) -> Bool {
            count = holds ? min(count + 1, length + 1) : clears ? 0 : max(0, count - 1)
            if count > length, !isAsserted {
                isAsserted = true
                return true
            }
            if count == 0 { isAsserted = false }
            return false
        }
    }

    /// x, y and z with a polarity each, as the source registers hold them: polarity in bit 2n,
    /// event in bit 2n + 1.
    static func source(_ a: Vector3, above limit: Double, mask: UInt8) -> UInt8 {
        var bits: UInt8 = 0
        for axis in 0..<3 where mask >> UInt8(axis) & 1 != 0 {
            let value = a.component(axis)
            guard value.magnitude > limit else { continue }
            bits |= (value < 0 ? 3 : 2) << UInt8(2 * axis)
        }
        return bits
    }
}

extension MMA8452QDetectors {
    /// Free fall or motion (FF_MT_CFG, _SRC, _THS, _COUNT).
    struct Movement {
        var isOn = Flag()
        var config = Config()
        private var debounce = Debounce()

        mutating func reset() { debounce = Debounce() }

        mutating func next(_ a: Vector3) -> UInt8? {
            let limit = Double(config.threshold) * MMA8452QDetectors.thresholdStep
            let bits = MMA8452QDetectors.source(a, above: limit, mask: config.axes)
            // Motion: any axis above; free fall: every axis below.
            let holds = config.axes != 0 && (config.isMotion ? bits != 0 : bits == 0)
            let begins = debounce.next(holds, Int(config.count), clears: config.clears)
            return begins ? 0x80 | bits : nil
        }

        struct Config: Layout {
            private var unused: UInt8 = 0
            var axes: UInt8 = 0
            var isMotion = false
            var isLatched = false
            private var source: UInt8 = 0
            var threshold: UInt8 = 0
            var clears = false
            var count: UInt8 = 0
            mutating func layout(_ c: inout some Coder) {
                c(&unused, bits: 3, "unused")
                c(&axes, bits: 3, "axes")
                c(&isMotion, "motion in place of free fall")
                c(&isLatched, "latched")
                c(&source, "source")
                c(&threshold, bits: 7, "threshold")
                c(&clears, "counter clears")
                c(&count, "count")
            }
        }
    }

    /// Jolts: high-passed acceleration above a threshold (TRANSIENT_CFG, _SRC, _THS, _COUNT).
    struct Shake {
        var isOn = Flag()
        var config = Config()
        private var debounce = Debounce()

        mutating func reset() { debounce = Debounce() }

        mutating func next(_ fast: Vector3, raw: Vector3) -> UInt8? {
            let limit = Double(config.threshold) * MMA8452QDetectors.thresholdStep
            let bits = MMA8452QDetectors.source(
                config.isBypassed ? raw : fast, above: limit, mask: config.axes)
            let begins = debounce.next(bits != 0, Int(config.count), clears: config.clears)
            return begins ? 0x40 | bits : nil
        }

        struct Config: Layout {
            var isBypassed = false
            var axes: UInt8 = 0
            var isLatched = false
            private var unused: UInt8 = 0
            private var source: UInt8 = 0
            var threshold: UInt8 = 0
            var clears = false
            var count: UInt8 = 0
            mutating func layout(_ c: inout some Coder) {
                c(&isBypassed, "high-pass bypassed")
                c(&axes, bits: 3, "axes")
                c(&isLatched, "latched")
                c(&unused, bits: 3, "unused")
                c(&source, "source")
                c(&threshold, bits: 7, "threshold")
                c(&clears, "counter clears")
                c(&count, "count")
            }
        }
    }
}
