import Declaration
import Device
import ScriptedClient
import Simulation

extension Fault {
    package struct StuckSensor: FaultKind {
        package enum Sensor: String, Choice {
            package static let title = "sensor"
            case accelerometer, gyroscope, temperature

            /// The same as devices name it.
            fileprivate var kind: Device.Sensor {
                switch self {
                case .accelerometer: .accelerometer
                case .gyroscope: .gyroscope
                case .temperature: .thermometer
                }
            }
        }

        package var sensor = Sensor.accelerometer
        package var duration: Nanoseconds?

        package static let keys = Keys(Self(), "stuck-sensor") { keys in
            keys.about = "A sensor keeps repeating its last value."
            keys.required(\.sensor, "sensor", principal: true, "The sensor.")
            keys.optional(
                \.duration, "for", in: Fault.durations, otherwise: "permanently", "How long.")
        }

        package var words: String { "stuck-sensor \(sensor.rawValue)" }
        package var span: Nanoseconds? { duration }
        package var outage: Nanoseconds? { .zero }
        package var ability: Ability? { sensor == .temperature ? .thermometer : nil }

        package func apply(_ index: Int, in run: any ScenarioWorld) {
            let board = run.boards[index]
            board.setSensor(sensor.kind, isStuck: true)
            if let duration {
                run.timers.after(duration) { board.setSensor(sensor.kind, isStuck: false) }
            }
        }
    }
}
