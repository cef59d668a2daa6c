import Declaration
import MetaWearTables

extension Step {
    package struct Process: Section {
        package static let title = "process"
        package static let about =
            "Creates a chain of data processors on the board and waits for the id of each. Its"
            + " output can be streamed, logged, and bound to events by its name."
        package static let example = """
            - process: {from: acceleration, chain: [rss, {average: 4}], as: strength}
            - stream: {signals: [strength], for: 5 s}
            """

        /// A part of a sample.
        package enum Component: String, Choice, CaseIterable {
            package static let title = "component"
            case x, y, z

            var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
        }

        package var source = SignalName(.acceleration)
        package var component: Component?
        package var chain: [Stage] = []
        package var label = SignalLabel()

        package static let keys = Keys(Self()) { keys in
            keys.required(\.source, "from", "What comes in: a signal, or the name of a chain.")
            keys.optional(
                \.component, "axis", otherwise: "all of it", "Only this axis of it comes in.")
            keys.list(\.chain, "chain", count: 1...28, "The processors, one behind the other.")
            keys.required(\.label, "as", "What the rest of the script calls its output.")
        }
    }

    /// Changes a processor's configuration.
    package struct Modify: Section {
        package static let title = "modify"
        package static let about =
            "Gives a processor a new configuration of the same type; its state stays."
        package static let example = """
            - process: {from: acceleration, chain: [rss, {threshold: 2 g}], as: shakes}
            - modify: {of: shakes, to: {threshold: 3 g}}
            """

        package var name = SignalName("")
        package var stage: Int?
        package var new = Stage()

        package static let keys = Keys(Self()) { keys in
            keys.required(\.name, "of", "Which chain.")
            keys.optional(
                \.stage, "stage", in: 1...28, otherwise: "the last", "Which processor of it.")
            keys.required(\.new, "to", "The new configuration.")
        }
    }

    package struct SetState: Section {
        package static let title = "set-state"
        package static let about =
            "Writes the state of a processor: the count of a passthrough, the value of a counter,"
            + " sum, delta or buffer; without a value it forgets what it collected."

        package var name = SignalName("")
        package var stage: Int?
        package var value: Int?

        package static let keys = Keys(Self()) { keys in
            keys.required(\.name, "of", principal: true, "Which chain.")
            keys.optional(
                \.stage, "stage", in: 1...28, otherwise: "the last", "Which processor of it.")
            keys.optional(
                \.value, "to", in: -2_147_483_648...4_294_967_295, otherwise: "as at the start",
                "What it is from now on.")
        }
    }

    /// Removes what a script made.
    package struct Remove: Section {
        package static let title = "remove"
        package static let about =
            "Removes a chain, a timer or an event that has a name, and what hangs on it."

        package var name = SignalName("")

        package static let keys = Keys(Self()) { keys in
            keys.required(\.name, "name", principal: true, "What.")
        }
    }

    /// Removes everything that runs on the board by itself.
    package struct TearDown: Section {
        package static let title = "tear-down"
        package static let about =
            "Removes all timers, processors, events and loggers, as the SDKs do."

        package static let keys = Keys(Self())
    }
}
