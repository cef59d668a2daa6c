import Declaration
public import Simulation
public import YAML

extension Step {
    public struct Timer: Section {
        public static let title = "timer"
        public static let about = "Creates a timer on the board, waits for its id and starts it."
        public static let example = """
            - timer: {every: 500 ms, times: 10, as: beat}
            - when: {signal: beat, do: [{read: {temperature: 0, silent: true}}]}
            """

        public var period = Nanoseconds.seconds(1)
        public var times: Int?
        public var isImmediate = false
        public var isStarted = true
        public var label = SignalLabel()

        public static let keys = Keys(Self()) { keys in
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

    public struct StartTimer: Section {
        public static let title = "start-timer"
        public static let about = "Starts a timer, from its first tick on."

        public var name = SignalName("")

        public static let keys = Keys(Self()) { keys in
            keys.required(\.name, "name", principal: true, "Which.")
        }
    }

    public struct StopTimer: Section {
        public static let title = "stop-timer"
        public static let about = "Stops a timer; it can be started again."

        public var name = SignalName("")

        public static let keys = Keys(Self()) { keys in
            keys.required(\.name, "name", principal: true, "Which.")
        }
    }

    public struct When: Section {
        public static let title = "when"
        public static let about =
            "Has the board do something by itself whenever a signal comes: one event for each"
            + " command of the steps, with or without a client connected."
        public static let example = """
            - when: {signal: switch, do: [{led: green}, {haptic: {for: 200 ms}}]}
            - when: {signal: disconnect, do: [haptic: motor]}
            """

        public var signal = SignalName(.switch)
        public var actions: [Step] = []
        public var token: DataToken?
        public var label: SignalLabel?

        public static let keys = Keys(Self()) { keys in
            keys.required(
                \.signal, "signal", "What must come: a signal, a timer, the name of a chain.")
            keys.list(\.actions, "do", count: 1...28, "What the board does then.")
            keys.optional(
                \.token, "token", otherwise: "nothing",
                "What the data of the signal overwrites in the commands.")
            keys.optional(\.label, "as", otherwise: "none", "A name, for `remove`.")
        }

        public func check(_ reader: Reader, at mark: Mark) {
            for action in actions where !action.kind.isCommand {
                reader.fail(
                    "a board cannot do this by itself", at: action.mark,
                    mend: "use steps that only write, such as `led`, `haptic`, `read` or `write`")
            }
        }
    }

    /// Which bytes of a command an event's data replaces.
    public struct DataToken: Section {
        public static let title = "data token"
        public static let about =
            "Bytes of the signal that replace bytes of the command's parameters (core 5.3)."
        public static let example =
            "- when: {signal: shakes, do: [write: \"07 03 00 00\"], token: {bytes: 2}}"

        public var count = 1
        public var source = 0
        public var destination = 0

        public static let keys = Keys(Self()) { keys in
            keys.required(\.count, "bytes", in: 1...7, "How many.")
            keys.optional(\.source, "from", in: 0...15, "Where they stand in the signal's data.")
            keys.optional(
                \.destination, "at", in: 0...17,
                "Where they go: 0 is the byte behind module and register.")
        }
    }
}
