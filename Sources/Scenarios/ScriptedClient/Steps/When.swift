import Declaration
import MetaWearProtocol
import MetaWearTables
import YAML

extension Step {
    package struct When: BoardStep {
        /// YAML 1.1 takes `on` for `true`.
        package static let former: String? = "on"
        package static let example = """
            - when: {signal: switch, do: [{led: green}, {haptic: {for: 200 ms}}]}
            - when: {signal: disconnect, do: [haptic: motor]}
            """

        package var signal = SignalName(.switch)
        package var actions: [Step] = []
        package var token: DataToken?
        package var label: SignalLabel?

        package static let keys = Keys(Self(), "when") { keys in
            keys.about =
                "Makes the board react to a signal by itself, with or without a connected client."
                + " Each command of the steps becomes one event."
            keys.required(
                \.signal, "signal", "The trigger: a signal, a timer, or the name of a chain.")
            keys.list(\.actions, "do", count: 1...28, "What the board does.")
            keys.optional(
                \.token, "token", otherwise: "nothing",
                "The parameter bytes of the commands that the signal's data replaces.")
            keys.optional(\.label, "as", otherwise: "none", "A name, for `remove`.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            for action in actions where !action.kind.isCommand {
                reader.fail(
                    "a board cannot do this by itself", at: action.mark,
                    fix: "use steps that only write, such as `led`, `haptic`, `read` or `write`")
            }
        }

        var words: String { "when \(signal.text)" }
        var neededSignals: [SignalName] { [signal] }
        var inner: [Step] { actions }
        var isRecordable: Bool { true }

        func perform(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
            try await session.fetch(
                session.modules(for: signal) + session.modules(for: actions))
            let source = try session.signal(signal).key
            var bound: [EventBinding] = []
            for command in try session.commands(of: actions) {
                bound.append(try bind(command, to: source))
            }
            var events: [MWEvent] = []
            for event in bound {
                // Back to back with the entry, as the C++ SDK does (protocol, core 5.2).
                let id = try await session.create(
                    event.entry, "event", followedBy: event.parameters.map { [$0] } ?? [])
                events.append(MWEvent(id: id))
            }
            if let label { session.state.made.events[label.text] = events }
            return try await session.settle(
                saying: "events " + events.map { "\($0.id)" }.joined(separator: ", "))
        }

        /// Binds a command to a signal.
        func bind(_ command: Packet, to source: SourceKey) throws(StepFailure) -> EventBinding {
            guard command.payload.count <= 18 else {
                throw StepFailure(
                    "a command of \(command.payload.count + 2) bytes cannot be bound to an event")
            }
            var binding = try checked { () throws(MWError) in
                let token = try token?.bytes
                return try EventBinding(source: source, command: command, token: token)
            }
            binding.sendsEmptyParameters = true
            return binding
        }
    }

    /// Which bytes of a command an event's data replaces.
    package struct DataToken: Section {
        package static let example =
            "- when: {signal: shakes, do: [write: \"07 03 00 00\"], token: {bytes: 2}}"

        package var count = 1
        package var source = 0
        package var destination = 0

        var bytes: MWEventDataToken {
            get throws(MWError) {
                try MWEventDataToken(
                    length: UInt8(clamping: count), sourceOffset: UInt8(clamping: source),
                    destOffset: UInt8(clamping: destination))
            }
        }

        package static let keys = Keys(Self(), "data token") { keys in
            keys.about =
                "Bytes of the signal that replace bytes of the command's parameters (core 5.3)."
            keys.required(\.count, "bytes", in: 1...7, "How many bytes.")
            keys.optional(\.source, "from", in: 0...15, "Their position in the signal's data.")
            keys.optional(
                \.destination, "at", in: 0...17,
                "Their position in the command: 0 is the byte after module and register.")
        }
    }
}
