import Declaration
import MetaWearTables
import Simulation
import YAML

extension Step {
    package struct Timer: Section {
        package static let title = "timer"
        package static let about = "Creates a timer on the board, waits for its id and starts it."
        package static let example = """
            - timer: {every: 500 ms, times: 10, as: beat}
            - when: {signal: beat, do: [{read: {temperature: 0, silent: true}}]}
            """

        package var period = Nanoseconds.seconds(1)
        package var times: Int?
        package var isImmediate = false
        package var isStarted = true
        package var label = SignalLabel()

        package static let keys = Keys(Self()) { keys in
            keys.required(
                \.period, "every", in: .milliseconds(1)...(.milliseconds(4_294_967_295)),
                "From one tick to the next, in whole milliseconds.")
            keys.optional(
                \.times, "times", in: 1...65_534, otherwise: "for ever", "How many ticks.")
            keys.optional(
                \.isImmediate, "at-once",
                "Whether the first tick comes with the start rather than a period later.")
            keys.optional(\.isStarted, "start", "Whether it runs at once.")
            keys.required(\.label, "as", "What the rest of the script calls it.")
        }
    }

    package struct StartTimer: Section {
        package static let title = "start-timer"
        package static let about = "Starts a timer, from its first tick on."

        package var name = SignalName("")

        package static let keys = Keys(Self()) { keys in
            keys.required(\.name, "name", principal: true, "Which.")
        }
    }

    package struct StopTimer: Section {
        package static let title = "stop-timer"
        package static let about = "Stops a timer; it can be started again."

        package var name = SignalName("")

        package static let keys = Keys(Self()) { keys in
            keys.required(\.name, "name", principal: true, "Which.")
        }
    }

    package struct When: Section {
        package static let title = "when"
        package static let about =
            "Has the board do something by itself whenever a signal comes: one event for each"
            + " command of the steps, with or without a client connected."
        package static let example = """
            - when: {signal: switch, do: [{led: green}, {haptic: {for: 200 ms}}]}
            - when: {signal: disconnect, do: [haptic: motor]}
            """

        package var signal = SignalName(.switch)
        package var actions: [Step] = []
        package var token: DataToken?
        package var label: SignalLabel?

        package static let keys = Keys(Self()) { keys in
            keys.required(
                \.signal, "signal", "What must come: a signal, a timer, the name of a chain.")
            keys.list(\.actions, "do", count: 1...28, "What the board does then.")
            keys.optional(
                \.token, "token", otherwise: "nothing",
                "What the data of the signal overwrites in the commands.")
            keys.optional(\.label, "as", otherwise: "none", "A name, for `remove`.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            for action in actions where !action.kind.isCommand {
                reader.fail(
                    "a board cannot do this by itself", at: action.mark,
                    mend: "use steps that only write, such as `led`, `haptic`, `read` or `write`")
            }
        }
    }

    /// Which bytes of a command an event's data replaces.
    package struct DataToken: Section {
        package static let title = "data token"
        package static let about =
            "Bytes of the signal that replace bytes of the command's parameters (core 5.3)."
        package static let example =
            "- when: {signal: shakes, do: [write: \"07 03 00 00\"], token: {bytes: 2}}"

        package var count = 1
        package var source = 0
        package var destination = 0

        package static let keys = Keys(Self()) { keys in
            keys.required(\.count, "bytes", in: 1...7, "How many.")
            keys.optional(\.source, "from", in: 0...15, "Where they stand in the signal's data.")
            keys.optional(
                \.destination, "at", in: 0...17,
                "Where they go: 0 is the byte behind module and register.")
        }
    }
}
