internal import Simulation
import Wire

/// The gyroscope of the BMI160 (implementation 0; protocol, sensors 14).
final class GyroscopeBMI160: Module {
    static let id: UInt8 = 0x13
    static let name = "gyroscope"
    static let registers: [Register<GyroscopeBMI160>] = [
        .command(0x01, "power mode", Byte.self) { $0.core.setPower($1.value, highest: 3, on: $2) },
        .mask(
            0x02, "data interrupt enable", { $1(&$0.core.dataMask) },
            didSet: { $0.core.update(on: $1) }),
        .value(0x03, "config", { $1(&$0.core.config) }, didSet: { $0.core.reconfigure(on: $1) })
            .rated(.rotation),
        .value(0x04, "power-mode trigger") { $1(&$0.powerTrigger) },
        .signal(0x05, "data", Sample.self) { $0.core.read(on: $1) },
        .query(0x06, "power status", answer: Byte.self) { module, _ in
            [module.powerState << 2]
        },
        .signal(0x07, "packed data", PackedSamples.self, since: 1),
    ]

    private let core: InertialCore<GyroscopeConfig>
    /// Its two bits of the chip's PMU_STATUS: 0 suspended, 1 normal, 3 fast start-up.
    var powerState: UInt8 { core.mode & 3 }
    private var powerTrigger = Byte()

    /// Suspended, with the chip's default configuration.
    init(_ information: ModuleInformation, on board: MetaWearBoard) {
        // From suspend to the first sample (BMI160 datasheet, gyroscope start-up time).
        core = InertialCore(
            .rotation, module: Self.id, plain: 0x05, packed: 0x07, startUp: .milliseconds(55),
            on: board)
    }

    func tick(_ code: UInt8, _ argument: UInt64, on board: MetaWearBoard) {
        core.tick(argument, on: board)
    }

    private func isBesideAccelerometer(on board: MetaWearBoard) -> Bool {
        let accelerometer: AccelerometerBMI160? = board.module()
        return accelerometer?.isNormal == true
    }

    /// 850 µA sampling alone; beside the accelerometer the current of both minus the
    /// accelerometer's, 925 - 180 µA; 500 µA in fast start-up (BST-BMI160-DS000, table of
    /// electrical characteristics). The current of the suspended chip counts with its
    /// accelerometer.
    func current(on board: MetaWearBoard) -> Double {
        switch core.mode {
        case 0: 0
        case 3: 500
        default: isBesideAccelerometer(on: board) ? 745 : 850
        }
    }
}
