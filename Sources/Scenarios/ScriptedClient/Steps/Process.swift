import Declaration
import MetaWearTables
import Simulation

extension Step {
    package struct Process: BoardStep {
        package static let title = "process"
        package static let about =
            "Creates a chain of data processors on the board and waits for their ids. The chain's"
            + " output"
            + " can be streamed, logged and used in events by its name."
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
            keys.required(\.source, "from", "The input: a signal, or the name of a chain.")
            keys.optional(
                \.component, "axis", otherwise: "all axes", "Uses only this axis of the input.")
            keys.list(\.chain, "chain", count: 1...28, "The processors, in order.")
            keys.required(\.label, "as", "The name of the output in the rest of the script.")
        }

        var words: String { "process \(source.text) as \(label.text)" }
        var neededSignals: [SignalName] { [source] }
        var isRecordable: Bool { true }

        func perform(_ client: ScriptedClient, _ session: HostSession, _ done: @escaping StepDone) {
            session.fetch(
                session.modules(for: source) + [0x09],
                onSuccess(else: done) {
                    var input = try session.signal(source)
                    if let component { input = try input.component(component.index) }
                    // A processor takes what is read aloud, a logger what is read in silence
                    // (protocol, sensors 1.7).
                    if input.key.register & 0xC0 == 0xC0, input.key.module != 0x09 {
                        input.key.register &= 0xBF
                    }
                    var made = ProcessorChain()
                    inTurn(chain, else: done) { stage, next in
                        add(
                            stage.kind, to: made.output ?? input, session,
                            onSuccess(else: next) { link in
                                made.links.append(link)
                                next(.success(()))
                            })
                    } then: {
                        session.state.made.chains[label.text] = made
                        let ids = made.links.map { "\($0.id)" }.joined(separator: ", ")
                        done(.success("processors \(ids)"))
                    }
                })
        }

        private func add(
            _ kind: Stage.Kind, to input: BoardSignal, _ session: HostSession,
            _ next: @escaping Done<ProcessorChain.Link>
        ) {
            attempt(else: next) {
                let command = try ProcessorCommand(
                    kind, of: input, revision: session.revision(of: 0x09),
                    buffers: try session.buffers(of: kind))
                session.create(command.add(to: input), "processor") { result in
                    next(
                        result.map { id in
                            var output = command.output
                            output.key = SourceKey(0x09, kind.isBuffer ? 0xC4 : 0x03, id)
                            return ProcessorChain.Link(
                                id: id, kind: kind, input: input, output: output)
                        })
                }
            }
        }
    }
}
