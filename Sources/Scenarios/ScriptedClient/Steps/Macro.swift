import Declaration
import MetaWearProtocol
import YAML

extension Step {
    package struct Macro: BoardStep {
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

        package static let keys = Keys(Self(), "macro") { keys in
            keys.about =
                "Records commands in the board's flash. The steps are also carried out"
                + " immediately, so that the macro contains the ids that the board assigns, as in"
                + " the C++ and Java SDKs."
            keys.optional(\.isAtBoot, "at-boot", "Whether the board runs it at every start.")
            keys.list(\.steps, "do", count: 1...100, "The steps to record.")
            keys.optional(
                \.isLive, "live",
                "Whether the steps are also carried out immediately. If not, only steps that need"
                    + " no answer from the board can be recorded.")
            keys.optional(\.label, "as", otherwise: "none", "A name, for `run-macro`.")
        }

        package mutating func check(_ reader: Reader, at mark: Mark) {
            for step in steps where !(step.kind.isCommand || isLive && step.kind.isRecordable) {
                reader.fail(
                    "this step cannot be recorded in a macro", at: step.mark,
                    fix: "use steps that write commands, such as `led`, `when` or `process`")
            }
        }

        var inner: [Step] { steps }

        func perform(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
            if isLive {
                return try await record(try await commandsOfLiveSteps(client, session), session)
            }
            try await session.fetch(session.modules(for: steps))
            return try await record(try session.commands(of: steps), session)
        }

        /// Does the steps and keeps what they write, so that the ids are the board's own.
        private func commandsOfLiveSteps(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> [Packet] {
            session.recording = RecordedSteps()
            defer { session.recording = nil }
            for step in steps {
                guard let kind = step.kind as? any BoardStep else {
                    throw StepFailure("this step needs no link")
                }
                let before = session.recording?.commands.count ?? 0
                _ = try await kind.begin(client, session)
                let now = session.recording?.commands.count ?? 0
                try session.requireCommands(now - before, of: step)
            }
            return session.recording?.commands ?? []
        }

        private func record(
            _ commands: [Packet], _ session: HostSession
        ) async throws(StepFailure) -> String {
            var recording = MacroRecording(executesOnBoot: isAtBoot, splitting: .from18)
            for command in commands { recording.append(command) }
            let id = try await session.create(recording.begin, "macro")
            session.send(recording.recordPackets)
            if let label { session.state.made.macros[label.text] = MWMacro(id: id) }
            return try await session.settle(
                saying: "macro \(id) of \(commands.count) commands")
        }
    }
}
