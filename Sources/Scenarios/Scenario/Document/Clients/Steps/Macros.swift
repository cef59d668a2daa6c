import Declaration
import Simulation
import YAML

extension Step {
    package struct Macro: Section {
        package static let title = "macro"
        package static let about =
            "Records commands in the board's flash. The steps are done at once as well, so that the"
            + " ids that the board gives stand in the macro, as the C++ and Java SDKs do it."
        package static let example = """
            - macro:
                at-boot: true
                do:
                  - timer: {every: 1 s, as: beat}
                  - when: {signal: beat, do: [haptic: motor]}
            """

        package var isAtBoot = true
        package var steps: [Step] = []
        package var isLive = true
        package var label: SignalLabel?

        package static let keys = Keys(Self()) { keys in
            keys.optional(\.isAtBoot, "at-boot", "Whether the board runs it whenever it starts.")
            keys.list(\.steps, "do", count: 1...100, "What is recorded.")
            keys.optional(
                \.isLive, "live",
                "Whether the steps are done at once as well; without, only steps that ask nothing of"
                    + " the board can be recorded.")
            keys.optional(\.label, "as", otherwise: "none", "A name, for `run-macro`.")
        }

        package mutating func check(_ reader: Reader, at mark: Mark) {
            for step in steps where !(step.kind.isCommand || isLive && step.kind.isRecordable) {
                reader.fail(
                    "this step cannot be recorded in a macro", at: step.mark,
                    mend: "use steps that write commands, such as `led`, `on` or `process`")
            }
        }
    }

    package struct RunMacro: Section {
        package static let title = "run-macro"
        package static let about = "Runs a macro."

        package var name: SignalName?
        package var id = 0

        package static let keys = Keys(Self()) { keys in
            keys.optional(
                \.name, "name", principal: true, otherwise: "the one that `id` says", "Which.")
            keys.optional(\.id, "id", in: 0...255, "Which, by the board's number.")
        }
    }

    package struct EraseMacros: Section {
        package static let title = "erase-macros"
        package static let about = "Erases all macros; there is no command to erase one."

        package static let keys = Keys(Self())
    }

    /// Puts the board back to how it came.
    package struct FactoryReset: Section {
        package static let title = "factory-reset"
        package static let about =
            "Stops logging, clears log, loggers, events, processors and macros, and resets the"
            + " board, in the order of the Swift SDK."

        package static let keys = Keys(Self())
    }

    /// Finds out what another client set up.
    package struct Recover: Section {
        package static let title = "recover"
        package static let about =
            "Reads back the loggers, the processors before them and the sensors' ranges that an"
            + " earlier client left, so that `download` can tell what it gets. Signals are then"
            + " named as by the C++ SDK: `acceleration:rss?id=0:average?id=1`."

        package var within: Nanoseconds = .seconds(10)

        package static let keys = Keys(Self()) { keys in
            keys.optional(
                \.within, "within", in: Step.waits, principal: true,
                "After this long without the last answer the step fails.")
        }
    }
}
