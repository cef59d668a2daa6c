import Declaration

extension Step {
    /// Changes a processor's configuration.
    package struct Modify: CommandStep {
        package static let title = "modify"
        package static let about =
            "Gives a processor a new configuration of the same type and keeps its state."
        package static let example = """
            - process: {from: acceleration, chain: [rss, {threshold: 2 g}], as: shakes}
            - modify: {of: shakes, to: {threshold: 3 g}}
            """

        package var name = SignalName("")
        package var stage: Int?
        package var new = Stage()

        package static let keys = Keys(Self()) { keys in
            keys.required(\.name, "of", "The chain.")
            keys.optional(
                \.stage, "stage", in: 1...28, otherwise: "the last",
                "The position of the processor in the chain.")
            keys.required(\.new, "to", "The new configuration.")
        }

        var words: String { "modify \(name.text)" }

        func modules(_ session: HostSession) -> [UInt8] { [0x09] }

        func commands(_ session: HostSession) throws(StepFailure) -> [[UInt8]] {
            let link = try session.chain(name).link(stage, of: name.text)
            let revision = session.revision(of: 0x09)
            let command = try ProcessorCommand(new.kind, of: link.input, revision: revision)
            let old = try ProcessorCommand(link.kind, of: link.input, revision: revision)
            guard command.type == old.type else {
                throw StepFailure("a processor of \(name.text) cannot become one of another type")
            }
            return [command.modify(link.id)]
        }

        func written(_ session: HostSession) {
            let chain = session.state.made.chains[name.text]
            let index = (stage ?? chain?.links.count ?? 0) - 1
            guard let chain, chain.links.indices.contains(index) else { return }
            session.state.made.chains[name.text]?.links[index].kind = new.kind
        }
    }
}
