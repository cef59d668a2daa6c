import Declaration
import MetaWearProtocol

extension Step {
    /// Changes a processor's configuration.
    package struct Modify: CommandStep {
        package static let example = """
            - process: {from: acceleration, chain: [rss, {threshold: 2 g}], as: shakes}
            - modify: {of: shakes, to: {threshold: 3 g}}
            """

        package var name = SignalName("")
        package var stage: Int?
        package var new = Stage()

        package static let keys = Keys(Self(), "modify") { keys in
            keys.about =
                "Gives a processor a new configuration of the same type and keeps its state."
            keys.required(\.name, "of", "The chain.")
            keys.optional(
                \.stage, "stage", in: 1...28, otherwise: "the last",
                "The position of the processor in the chain.")
            keys.required(\.new, "to", "The new configuration.")
        }

        var words: String { "modify \(name.text)" }

        func modules(_ session: HostSession) -> [MWModule] { [.dataProcessor] }

        func commands(_ session: HostSession) throws(StepFailure) -> [Packet] {
            let link = try session.chain(name).link(stage, of: name.text)
            let revision = session.modules.revision(of: .dataProcessor)
            let wanted = try MadeProcessor(new.kind, of: link.input, revision: revision).command
            let old = try MadeProcessor(link.kind, of: link.input, revision: revision).command
            guard wanted.type == old.type else {
                throw StepFailure("a processor of \(name.text) cannot become one of another type")
            }
            return [wanted.modify(link.id)]
        }

        func written(_ session: HostSession) {
            let chain = session.state.made.chains[name.text]
            let index = (stage ?? chain?.links.count ?? 0) - 1
            guard let chain, chain.links.indices.contains(index) else { return }
            session.state.made.chains[name.text]?.links[index].kind = new.kind
        }
    }
}
