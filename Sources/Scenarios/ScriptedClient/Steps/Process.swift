import Declaration
import MetaWearProtocol
import MetaWearTables

extension Step {
    package struct Process: BoardStep {
        package static let example = """
            - process: {from: acceleration, chain: [rss, {average: 4}], as: strength}
            - stream: {signals: [strength], for: 5 s}
            """

        /// A part of a sample.
        package enum Component: String, Choice {
            package static let title = "component"
            case x, y, z
        }

        package var source = SignalName(.acceleration)
        package var component: Component?
        package var chain: [Stage] = []
        package var label = SignalLabel()

        package static let keys = Keys(Self(), "process") { keys in
            keys.about =
                "Creates a chain of data processors on the board and waits for their ids. The"
                + " chain's output can be streamed, logged and used in events by its name."
            keys.required(\.source, "from", "The input: a signal, or the name of a chain.")
            keys.optional(
                \.component, "axis", otherwise: "all axes", "Uses only this axis of the input.")
            keys.list(\.chain, "chain", count: 1...28, "The processors, in order.")
            keys.required(\.label, "as", "The name of the output in the rest of the script.")
        }

        var words: String { "process \(source.text) as \(label.text)" }
        var neededSignals: [SignalName] { [source] }
        var isRecordable: Bool { true }

        func perform(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
            try await session.fetch(session.modules(for: source) + [.dataProcessor])
            var input = try session.signal(source)
            if let component { input = try input.component(component.position) }
            input.key = input.key.loud
            var made = ProcessorChain()
            for stage in chain {
                let link = try await add(stage.kind, to: made.output ?? input, session)
                made.links.append(link)
            }
            session.state.made.chains[label.text] = made
            return "processors " + made.links.map { "\($0.id)" }.joined(separator: ", ")
        }

        private func add(
            _ kind: Stage.Kind, to input: ScriptSignal, _ session: HostSession
        ) async throws(StepFailure) -> ProcessorChain.Link {
            let made = try MadeProcessor(
                kind, of: input, revision: session.modules.revision(of: .dataProcessor),
                buffers: try session.buffers(of: kind))
            let id = try await session.create(made.command.packet, "processor")
            var output = made.output
            output.key = kind.isBuffer ? .processorState(id) : .processor(id)
            return ProcessorChain.Link(id: id, kind: kind, input: input, output: output)
        }
    }
}
