import Declaration
public import Simulation
public import YAML

extension Step {
    public struct Macro: Section {
        public static let title = "macro"
        public static let about =
            "Records commands in the board's flash. The steps are done at once as well, so that the"
            + " ids that the board gives stand in the macro, as the C++ and Java SDKs do it."
        public static let example = """
            - macro:
                at-boot: true
                do:
                  - timer: {every: 1 s, as: beat}
                  - when: {signal: beat, do: [haptic: motor]}
            """

        public var isAtBoot = true
        public var steps: [Step] = []
        public var isLive = true
        public var label: SignalLabel?

        public static let keys = Keys(Self()) { keys in
            keys.optional(\.isAtBoot, "at-boot", "Whether the board runs it whenever it starts.")
            keys.list(\.steps, "do", count: 1...100, "What is recorded.")
            keys.optional(
                \.isLive, "live",
                "Whether the steps are done at once as well; without, only steps that ask nothing of"
                    + " the board can be recorded.")
            keys.optional(\.label, "as", otherwise: "none", "A name, for `run-macro`.")
        }

        public mutating func check(_ reader: Reader, at mark: Mark) {
            for step in steps where !(step.kind.isCommand || isLive && step.kind.isRecordable) {
                reader.fail(
                    "this step cannot be recorded in a macro", at: step.mark,
                    mend: "use steps that write commands, such as `led`, `on` or `process`")
            }
        }
    }

    public struct RunMacro: Section {
        public static let title = "run-macro"
        public static let about = "Runs a macro."

        public var name: SignalName?
        public var id = 0

        public static let keys = Keys(Self()) { keys in
            keys.optional(
                \.name, "name", principal: true, otherwise: "the one that `id` says", "Which.")
            keys.optional(\.id, "id", in: 0...255, "Which, by the board's number.")
        }
    }

    public struct EraseMacros: Section {
        public static let title = "erase-macros"
        public static let about = "Erases all macros; there is no command to erase one."

        public static let keys = Keys(Self())
    }

    /// Puts the board back to how it came.
    public struct FactoryReset: Section {
        public static let title = "factory-reset"
        public static let about =
            "Stops logging, clears log, loggers, events, processors and macros, and resets the"
            + " board, in the order of the Swift SDK."

        public static let keys = Keys(Self())
    }

    /// Finds out what another client set up.
    public struct Recover: Section {
        public static let title = "recover"
        public static let about =
            "Reads back the loggers, the processors before them and the sensors' ranges that an"
            + " earlier client left, so that `download` can tell what it gets. Signals are then"
            + " named as by the C++ SDK: `acceleration:rss?id=0:average?id=1`."

        public var within: Nanoseconds = .seconds(10)

        public static let keys = Keys(Self()) { keys in
            keys.optional(
                \.within, "within", in: Step.waits, principal: true,
                "After this long without the last answer the step fails.")
        }
    }
}
