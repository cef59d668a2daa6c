import Declaration
import MetaWearProtocol

extension Step {
    package struct SetState: CommandStep {
        package var name = SignalName("")
        package var stage: Int?
        package var value: Int?

        package static let keys = Keys(Self(), "set-state") { keys in
            keys.about =
                "Writes the state of a processor: the count of a passthrough, or the value of a"
                + " counter, sum, delta or buffer. Without a value, the state is reset."
            keys.required(\.name, "of", principal: true, "The chain.")
            keys.optional(
                \.stage, "stage", in: 1...28, otherwise: "the last",
                "The position of the processor in the chain.")
            keys.optional(
                \.value, "to", in: -2_147_483_648...4_294_967_295, otherwise: "the initial state",
                "The new state.")
        }

        var words: String { "set-state \(name.text)" }

        func commands(_ session: HostSession) throws(StepFailure) -> [Packet] {
            let link = try session.chain(name).link(stage, of: name.text)
            guard var length = link.kind.stateLength else {
                throw StepFailure("this processor of \(name.text) has no state")
            }
            if case .buffer = link.kind { length = min(8, link.input.length) }
            return [ProcessorCommand.setState(link.id, (value ?? 0).littleEndianBytes(length))]
        }
    }
}
