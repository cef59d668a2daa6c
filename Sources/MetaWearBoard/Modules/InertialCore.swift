import Motion
import Simulation
import Wire

/// How an inertial sensor is set: its rate, range and filter.
protocol InertialConfig: Layout {
    /// Between two samples.
    var period: Nanoseconds { get }
    /// Sets rate, filter and range of the sensor.
    func apply(to sensor: TriaxialSensor)
}

/// What the accelerometers and gyroscopes of all chips share: power, data interrupt, config and
/// the two data registers.
final class InertialCore<Config: InertialConfig> {
    enum Quantity { case acceleration, rotation }

    private(set) var isPowered = false
    var dataMask: UInt8 = 0
    var config = Config()
    private let module: UInt8
    private let quantity: Quantity
    private let startUp: Nanoseconds
    private var stream: SampleStream

    /// - Parameter startUp: from suspend to the first sample.
    init(
        _ quantity: Quantity, module: UInt8, plain: UInt8, packed: UInt8, startUp: Nanoseconds,
        on board: MetaWearBoard
    ) {
        self.quantity = quantity
        self.module = module
        self.startUp = startUp
        stream = SampleStream(module: module, plain: plain, packed: packed, on: board)
        configure(board.hardware)
    }

    /// 0 suspends; every other known mode samples (what low power saves is current).
    func setPower(_ mode: UInt8, highest: UInt8, on board: MetaWearBoard) {
        guard mode <= highest else {
            return board.trace("ignored: power mode \(mode) is not known")
        }
        guard isPowered != (mode > 0) else { return }
        isPowered = mode > 0
        restart(on: board)
    }

    /// A new config acts at once, also while the sensor runs (protocol, sensors 1.5).
    func reconfigure(on board: MetaWearBoard) {
        configure(board.hardware)
        restart(on: board)
    }

    /// Power and mask act in any order (protocol, sensors 1.5).
    func restart(on board: MetaWearBoard) {
        stream.restart(period: config.period)
        guard isPowered, dataMask & 1 != 0 else { return }
        let first = stream.firstSample(after: board.now + startUp)
        board.schedule(module, 0, stream.run, at: first)
    }

    func tick(_ run: UInt64, on board: MetaWearBoard) {
        guard run == stream.run else { return }
        stream.deliver(sample(on: board), on: board)
        // A consumer of the sample may have stopped the stream.
        if run == stream.run {
            board.schedule(module, 0, run, at: board.now + stream.period)
        }
    }

    /// The data register's answer to a read: zeros while suspended.
    func read(on board: MetaWearBoard) -> ShortBytes {
        guard isPowered else { return ShortBytes(Sample().bytes) }
        let raw = sample(on: board)
        return ShortBytes(Sample(x: raw.x, y: raw.y, z: raw.z).bytes)
    }

    private func sample(on board: MetaWearBoard) -> RawSample {
        let hardware = board.hardware
        return switch quantity {
        case .acceleration:
            hardware.accelerometer.sample(hardware.body, hardware.environment, at: board.now)
        case .rotation:
            hardware.gyroscope.sample(hardware.body, hardware.environment, at: board.now)
        }
    }

    private func configure(_ hardware: Hardware) {
        switch quantity {
        case .acceleration: config.apply(to: hardware.accelerometer)
        case .rotation: config.apply(to: hardware.gyroscope)
        }
    }
}
