import Motion
internal import Simulation
import Wire

/// How an inertial sensor is set: its rate, range and filter.
protocol InertialConfig: Layout, Equatable {
    /// Between two samples, by the chip's own clock.
    var period: Nanoseconds { get }
    /// False for a combination that the data sheet excludes: the chip makes no samples (real boards of 2026: RB26-124).
    var hasSamples: Bool { get }
    /// Applies rate, filter and range to the sensor.
    func apply(to sensor: TriaxialSensor)
    /// The data register's value for a sample of the chip.
    func registered(_ sample: RawSample) -> RawSample
}

extension InertialConfig {
    var hasSamples: Bool { true }
    /// The chip's own counts, as nearly all firmware passes them on.
    @inline(__always) func registered(_ sample: RawSample) -> RawSample { sample }
}

/// Receives every sample of an inertial sensor, whether or not its data interrupt is on.
protocol SampleWatcher: AnyObject {
    /// A sample of the sensor, after its notifications.
    func look(at sample: RawSample, on board: MetaWearBoard)
}

/// What the accelerometers and gyroscopes of all chips share: power, data interrupt, config and
/// the two data registers.
final class InertialCore<Config: InertialConfig> {
    enum Quantity { case acceleration, rotation }

    /// As the host wrote it: 0 is suspended.
    @exclusivity(unchecked) private(set) var mode: UInt8 = 0
    var isPowered: Bool { mode > 0 }
    /// The earliest time of the first sample after power-on.
    private var readyAt = Instant.zero
    @exclusivity(unchecked) private var isStreaming = false
    @exclusivity(unchecked) var dataMask: UInt8 = 0
    @exclusivity(unchecked) var config = Config()
    private var appliedConfig = Config()
    private let module: UInt8
    private let quantity: Quantity
    private let sensor: TriaxialSensor
    private let body: any Body
    private let environment: any Environment
    private let plain: SignalOutlet
    private let packed: SignalOutlet
    private let startUp: Nanoseconds
    @exclusivity(unchecked) private var stream = SampleStream()
    /// Also receives the samples; nil costs nothing. Call `update` after a change.
    var watcher: (any SampleWatcher)? { didSet { isWatched = watcher != nil } }
    @exclusivity(unchecked) private var isWatched = false
    private var isDataOn: Bool { dataMask & 1 != 0 }
    /// What the data register holds.
    @exclusivity(unchecked) private var lastSample = RawSample.zero

    /// - Parameter startUp: from suspend to the first sample.
    init(
        _ quantity: Quantity, module: UInt8, plain: UInt8, packed: UInt8, startUp: Nanoseconds,
        on board: MetaWearBoard
    ) {
        let hardware = board.hardware
        sensor =
            switch quantity {
            case .acceleration: hardware.accelerometer
            case .rotation: hardware.gyroscope
            }
        body = hardware.body
        environment = hardware.environment
        self.module = module
        self.quantity = quantity
        self.startUp = startUp
        self.plain = board.outlet(SignalKey(module, plain))
        self.packed = board.outlet(SignalKey(module, packed))
        appliedConfig.apply(to: sensor)
    }

    /// 0 suspends; every other known mode samples (low power only saves current).
    func setPower(_ mode: UInt8, highest: UInt8, on board: MetaWearBoard) {
        guard mode <= highest else {
            return board.ignore(.undocumentedValue, "power mode \(mode) is not known")
        }
        let wasPowered = isPowered
        self.mode = mode
        guard isPowered != wasPowered else { return }
        lastSample = .zero
        readyAt = board.now + startUp
        update(on: board)
    }

    /// Power and mask work in any order (protocol, sensors 1.5); the same value again changes
    /// nothing.
    func update(on board: MetaWearBoard) {
        let wanted = isPowered && (isDataOn || isWatched)
        if !isDataOn { stream.forgetGathered() }
        guard wanted != isStreaming else { return }
        isStreaming = wanted
        restart(on: board)
    }

    /// A new config applies at once, even while the sensor runs (protocol, sensors 1.5); the same
    /// one again changes nothing.
    func reconfigure(on board: MetaWearBoard) {
        guard config != appliedConfig else { return }
        appliedConfig = config
        config.apply(to: sensor)
        restart(on: board)
    }

    private func restart(on board: MetaWearBoard) {
        stream.restart(period: board.hardware.chipClock.period(config.period))
        guard isStreaming else { return }
        guard config.hasSamples else {
            return board.trace("no samples: the chip excludes this rate in this mode of its filter")
        }
        let first = board.firstSample(of: stream, after: max(board.now, readyAt))
        board.schedule(module, 0, stream.run, at: first)
    }

    /// A sample is due. A consumer of it may stop or restart the stream: no property of this object
    /// is being modified while the sample is passed on.
    func tick(_ run: UInt64, on board: MetaWearBoard) {
        guard run == stream.run else { return }
        let sample = sample(on: board)
        lastSample = sample
        if isDataOn {
            let bytes = sample.shortBytes
            let packet = stream.gather(bytes)
            board.emit(plain, bytes)
            guard run == stream.run else { return }
            if let packet {
                board.emit(packed, packet)
                guard run == stream.run else { return }
            }
        }
        if isWatched, let watcher {
            watcher.look(at: sample, on: board)
            guard run == stream.run else { return }
        }
        if isDataOn, board.fusion?.isRunning == true, let fusion = board.fusion {
            switch quantity {
            case .acceleration: fusion.takeAcceleration(sample, on: board)
            case .rotation: fusion.takeRotation(sample, on: board)
            }
            guard run == stream.run else { return }
        }
        board.schedule(module, 0, run, at: board.now + stream.period)
    }

    /// The data register's answer to a read: the last sample; zeros while suspended.
    func read(on board: MetaWearBoard) -> ShortBytes {
        if isPowered, !isStreaming, board.now >= readyAt { lastSample = sample(on: board) }
        return lastSample.shortBytes
    }

    private func sample(on board: MetaWearBoard) -> RawSample {
        config.registered(sensor.sample(body, environment, at: board.now))
    }
}

extension RawSample {
    /// As a data register holds it: x, y, z, little endian.
    var shortBytes: ShortBytes {
        var bytes = ShortBytes()
        bytes.append(x)
        bytes.append(y)
        bytes.append(z)
        return bytes
    }
}
