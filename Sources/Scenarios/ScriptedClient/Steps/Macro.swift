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

        func perform(_ client: ScriptedClient, _ session: HostSession, _ done: @escaping StepDone) {
            if isLive { return performLive(client, session, done) }
            session.fetch(
                session.modules(for: steps),
                onSuccess(else: done) { record(try session.commands(of: steps), session, done) })
        }

        /// Does the steps and keeps what they write, so that the ids are the board's own.
        private func performLive(
            _ client: ScriptedClient, _ session: HostSession, _ done: @escaping StepDone
        ) {
            session.recording = RecordedSteps()
            let ended: Done<String> = { result in
                session.recording = nil
                done(result)
            }
            inTurn(steps, else: ended) { step, next in
                guard let kind = step.kind as? any BoardStep else {
                    return next(.failure(StepFailure("this step needs no link")))
                }
                let before = session.recording?.commands.count ?? 0
                kind.begin(
                    client, session,
                    onSuccess(else: next) { _ in
                        let now = session.recording?.commands.count ?? 0
                        try session.requireCommands(now - before, of: step)
                        next(.success(()))
                    })
            } then: {
                let commands = session.recording?.commands ?? []
                session.recording = nil
                record(commands, session, done)
            }
        }

        private func record(
            _ commands: [Packet], _ session: HostSession, _ done: @escaping StepDone
        ) {
            var recording = MacroRecording(executesOnBoot: isAtBoot, splitting: .from18)
            for command in commands { recording.append(command) }
            session.create(
                recording.begin, "macro",
                onSuccess(else: done) { id in
                    session.send(recording.recordPackets)
                    if let label { session.state.made.macros[label.text] = MWMacro(id: id) }
                    session.settle(saying: "macro \(id) of \(commands.count) commands", done)
                })
        }
    }
}
