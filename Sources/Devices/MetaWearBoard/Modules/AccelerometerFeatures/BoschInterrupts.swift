import Motion
internal import Simulation
import Wire

/// The interrupt engine that the BMI160 and the BMA255 share: it looks at the samples of the
/// configured rate, whether or not the host takes them (protocol, sensors 5.3 and 5.7).
final class BoschInterrupts: SampleWatcher {
    var lowHigh: LowHighDetector
    var motion = MotionDetector()
    var tap = TapDetector()
    var orientation = OrientationDetector()
    var flat: FlatDetector

    private var setting: AccelerometerSetting
    private var previous: (sample: Vector3, time: Instant)?

    private let lowHighOutlet: SignalOutlet
    private let motionOutlet: SignalOutlet
    private let tapOutlet: SignalOutlet
    private let orientationOutlet: SignalOutlet
    private let flatOutlet: SignalOutlet

    init(
        lowHigh: LowHighDetector, flat: FlatDetector, setting: AccelerometerSetting,
        module: UInt8, on board: MetaWearBoard
    ) {
        self.lowHigh = lowHigh
        self.flat = flat
        self.setting = setting
        lowHighOutlet = board.outlet(SignalKey(module, 0x08))
        motionOutlet = board.outlet(SignalKey(module, 0x0B))
        tapOutlet = board.outlet(SignalKey(module, 0x0E))
        orientationOutlet = board.outlet(SignalKey(module, 0x11))
        flatOutlet = board.outlet(SignalKey(module, 0x14))
    }

    /// Whether any interrupt is enabled.
    var isWanted: Bool {
        lowHigh.isWanted || motion.isWanted || tap.isWanted || orientation.isWanted
            || flat.isWanted
    }

    /// The accelerometer's configuration changed: the detectors' state was for another rate or
    /// range.
    func reconfigure(_ setting: AccelerometerSetting) {
        guard setting != self.setting else { return }
        self.setting = setting
        previous = nil
    }

    func look(at sample: RawSample, on board: MetaWearBoard) {
        let time = board.now
        let found = examine(setting.g(sample), at: time)
        // Only now, because a consumer may change the detectors' configuration.
        if let byte = found.lowHigh { board.emit(lowHighOutlet, [byte]) }
        if let byte = found.motion { board.emit(motionOutlet, [byte]) }
        if let byte = found.slowMotion { board.emit(motionOutlet, [byte]) }
        if let byte = found.tap { board.emit(tapOutlet, [byte]) }
        if let byte = found.orientation { board.emit(orientationOutlet, [byte]) }
        if let byte = found.flat { board.emit(flatOutlet, [byte]) }
    }

    private struct Found {
        var lowHigh: UInt8?
        var motion: UInt8?
        var slowMotion: UInt8?
        var tap: UInt8?
        var orientation: UInt8?
        var flat: UInt8?
    }

    private func examine(_ a: Vector3, at time: Instant) -> Found {
        // Samples that are not consecutive belong to different starts.
        if let previous, time - previous.time > setting.period * 2 { self.previous = nil }
        if previous == nil {
            lowHigh.reset()
            motion.reset()
            tap.reset()
            orientation.reset()
            flat.reset()
        }
        let slope = a - (previous?.sample ?? a)
        previous = (a, time)
        let range = setting.range
        var found = Found()
        if lowHigh.isWanted { found.lowHigh = lowHigh.next(a, range: range, at: time) }
        if motion.isWanted {
            (found.motion, found.slowMotion) = motion.next(slope, range: range, at: time)
        }
        if tap.isWanted { found.tap = tap.next(slope, range: range, at: time) }
        if orientation.isWanted { found.orientation = orientation.next(a, at: time) }
        if flat.isWanted {
            found.flat = flat.next(a, isExchanged: orientation.config.isExchanged, at: time)
        }
        return found
    }
}

/// An accelerometer with the registers of `BoschInterrupts`.
protocol BoschInterruptModule: Module {
    associatedtype Config: AccelerometerConfig
    var core: InertialCore<Config> { get }
    var interrupts: BoschInterrupts { get }
    /// Filtered or unfiltered samples for each interrupt; kept, but all are filtered here.
    var interruptSource: Word { get set }
    /// The host wrote the data config.
    func reconfigure(on board: MetaWearBoard)
}

extension BoschInterruptModule {
    /// An interrupt was enabled or disabled.
    private func interruptsChanged(on board: MetaWearBoard) {
        core.watcher = interrupts.isWanted ? interrupts : nil
        core.update(on: board)
    }

    /// Registers 02 to 09: data, low-g, high-g, and the enable pair of motion.
    static var dataToMotionEnable: [Register<Self>] {
        [
            .mask(
                0x02, "data interrupt enable", { $1(&$0.core.dataMask) },
                didSet: { $0.core.update(on: $1) }),
            .value(
                0x03, "data config", { $1(&$0.core.config) }, didSet: { $0.reconfigure(on: $1) }
            ).rated(Config.rates),
            .signal(0x04, "data", Sample.self) { $0.core.read(on: $1) },
            .value(0x05, "data interrupt config") { $1(&$0.interruptSource) },
            .mask(
                0x06, "low/high-g interrupt enable", { $1(&$0.interrupts.lowHigh.mask) },
                didSet: { $0.interruptsChanged(on: $1) }),
            .value(0x07, "low/high-g config") { $1(&$0.interrupts.lowHigh.config) },
            .signal(0x08, "low/high-g interrupt", LowHighNotice.self),
            .mask(
                0x09, "motion interrupt enable", { $1(&$0.interrupts.motion.mask) },
                didSet: { $0.interruptsChanged(on: $1) }),
        ]
    }

    /// Registers 0B to 14: motion, tap, orientation, flat.
    static var motionToFlat: [Register<Self>] {
        [
            .signal(0x0B, "motion interrupt", MotionNotice.self),
            .mask(
                0x0C, "tap interrupt enable", { $1(&$0.interrupts.tap.mask) },
                didSet: { $0.interruptsChanged(on: $1) }),
            .value(0x0D, "tap config") { $1(&$0.interrupts.tap.config) },
            .signal(0x0E, "tap interrupt", TapNotice.self),
            .mask(
                0x0F, "orientation interrupt enable", { $1(&$0.interrupts.orientation.mask) },
                didSet: { $0.interruptsChanged(on: $1) }),
            .value(0x10, "orientation config") { $1(&$0.interrupts.orientation.config) },
            .signal(0x11, "orientation interrupt", OrientationNotice.self),
            .mask(
                0x12, "flat interrupt enable", { $1(&$0.interrupts.flat.mask) },
                didSet: { $0.interruptsChanged(on: $1) }),
            .value(0x13, "flat config") { $1(&$0.interrupts.flat.config) },
            .signal(0x14, "flat interrupt", FlatNotice.self),
        ]
    }
}
