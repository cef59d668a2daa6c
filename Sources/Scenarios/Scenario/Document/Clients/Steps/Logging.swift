import Declaration
import MetaWearTables
import Simulation
import YAML

extension Step {
    package struct Log: Section {
        package static let title = "log"
        package static let about =
            "Sets up a logger for each signal, starts logging and the sensors."
        package static let example =
            """
            - log: {acceleration: {rate: 50 Hz, range: 8 g}, rotation: {rate: 50 Hz}}
            - log: [pressure, quaternion]
            """

        package var signals: [SignalName] = []
        package var acceleration: AccelerometerConfiguration?
        package var rotation: GyroscopeConfiguration?
        package var isSwitchLogged = false
        package var isCircular = false

        package static let keys = Keys(Self()) { keys in
            keys.list(
                \.signals, "signals", count: 0...28, principal: true,
                "Signals and chains, with the sensors as they were configured last.")
            keys.optional(
                \.acceleration, "acceleration", otherwise: "not logged", "The accelerometer.")
            keys.optional(\.rotation, "rotation", otherwise: "not logged", "The gyroscope.")
            keys.optional(\.isSwitchLogged, "switch", "Whether the button is logged.")
            keys.optional(
                \.isCircular, "circular",
                "Whether a full log overwrites its oldest entries; it stops otherwise.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            for signal in signals {
                switch signal.builtIn {
                case .accelerationPacked?, .rotationPacked?, .magneticFieldPacked?, .disconnect?:
                    reader.fail(
                        "`\(signal.text)` cannot be logged", at: signal.mark,
                        mend: "log the signal that is not packed")
                default: break
                }
            }
            guard acceleration == nil, rotation == nil, !isSwitchLogged, signals.isEmpty else {
                return
            }
            reader.fail("nothing is logged", at: mark, mend: "add `acceleration: {rate: 50 Hz}`")
        }
    }

    package struct StopLog: Section {
        package static let title = "stop-log"
        package static let about =
            "Stops the sensors and logging, and has the last page written to flash."

        package static let keys = Keys(Self())
    }

    package struct Download: Section {
        package static let title = "download"
        package static let about =
            "Downloads the log and confirms each page, as the vendor's libraries do."

        package var isResumed = true
        package var within: Nanoseconds = .seconds(600)

        package static let keys = Keys(Self()) { keys in
            keys.optional(
                \.isResumed, "resume",
                "Whether to connect again and go on when the link is lost in between.")
            keys.optional(
                \.within, "within", in: Step.waits, principal: true,
                "After this long without its end the step fails.")
        }
    }

    /// Erases the log and removes its triggers.
    package struct ClearLog: Section {
        package static let title = "clear-log"
        package static let about = "Erases every entry of the log."

        package var areTriggersRemoved = true

        package static let keys = Keys(Self()) { keys in
            keys.optional(\.areTriggersRemoved, "triggers", "Whether the loggers are removed too.")
        }
    }
}
