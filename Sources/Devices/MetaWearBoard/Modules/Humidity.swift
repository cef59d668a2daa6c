import Motion
internal import Simulation
import Wire

/// The hygrometer of the BME280 (protocol, sensors 17).
final class Humidity: Module {
    static let id: UInt8 = 0x16
    static let name = "humidity"
    static let registers: [Register<Humidity>] = [
        .query(0x01, "humidity", answer: Percentage.self) { module, board in
            module.reads.ask(for: module.measurementTime, on: board)
            return nil
        },
        .command(0x02, "oversampling", Byte.self) { module, code, board in
            guard (1...5).contains(code.value) else {
                return board.ignore(.undocumentedValue, "oversampling \(code.value) is not known")
            }
            module.oversampling = AirOversampling(code: code.value)
        },
    ]

    private var oversampling = AirOversampling(code: 1)
    private let reads = OnDemand(Humidity.id, 0x01)
    private let sensor: AirSensor

    /// Asleep, one conversion a measurement.
    init(_ information: ModuleInformation, on board: MetaWearBoard) { sensor = .of(board) }

    /// Humidity after one conversion of the temperature that corrects it (BST-BME280-DS002, 9.1).
    private var measurementTime: Nanoseconds {
        .microseconds(1_000 + 2_000 + 2_000 * Int64(oversampling.samples) + 500)
    }

    func tick(_ code: UInt8, _ argument: UInt64, on board: MetaWearBoard) {
        let truth = board.hardware.environment.humidity(at: board.now)
        let percent = sensor.humidity(truth, samples: Double(oversampling.samples))
        var bytes = ShortBytes()
        bytes.append(UInt32(nearest: percent * 1024))
        reads.answer(bytes, on: board)
    }

    /// 340 µA while it measures, 0.1 µA asleep (BST-BME280-DS002, 1.2).
    func current(on board: MetaWearBoard) -> Double { reads.isMeasuring ? 340 : 0.1 }

    /// 1/1024 %.
    struct Percentage: Layout {
        var value: UInt32 = 0
        mutating func layout(_ c: inout some Coder) {
            c.unit(FieldUnit("%", over: 1024))
            c(&value, "1/1024 %")
        }
    }
}
