import Motion
internal import Simulation

/// The gyroscope of the BMI270 (implementation 1; protocol, sensors 14).
final class GyroscopeBMI270: Module {
    static let id: UInt8 = 0x13
    static let name = "gyroscope"
    static let registers: [Register<GyroscopeBMI270>] = [
        .command(0x01, "power mode", Byte.self) { $0.core.setPower($1.value, highest: 2, on: $2) },
        .mask(
            0x02, "data interrupt enable", { $1(&$0.core.dataMask) },
            didSet: { $0.core.update(on: $1) }),
        .value(0x03, "config", { $1(&$0.core.config) }, didSet: { $0.core.reconfigure(on: $1) })
            .rated(.rotation),
        .signal(0x04, "data", Sample.self) { $0.core.read(on: $1) },
        .signal(0x05, "packed data", PackedSamples.self),
        .command(0x06, "offset", Offset.self) { module, offset, board in
            board.hardware.gyroscope.compensation = offset.degreesPerSecond
        },
    ]

    private let core: InertialCore<GyroscopeConfig>

    /// Suspended, with the chip's default configuration.
    init(_ information: ModuleInformation, on board: MetaWearBoard) {
        // From suspend to the first sample (BMI270 datasheet, gyroscope start-up time).
        core = InertialCore(
            .rotation, module: Self.id, plain: 0x04, packed: 0x05, startUp: .milliseconds(45),
            on: board)
        board.hardware.gyroscope.compensation = .zero
    }

    func tick(_ code: UInt8, _ argument: UInt64, on board: MetaWearBoard) {
        core.tick(argument, on: board)
    }

    /// The current of both sensors in the normal mode minus the accelerometer's, 685 - 150 µA, and
    /// 420 µA in the fast start-up mode (BST-BMI270-DS000, table of electrical characteristics).
    func current(on board: MetaWearBoard) -> Double {
        switch core.mode {
        case 0: 0
        case 2: 420
        default: 535
        }
    }
}
