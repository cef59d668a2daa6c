import Declaration
import MetaWearProtocol

extension Step {
    package struct RunMacro: CommandStep {
        package var name: SignalName?
        package var id = 0

        package static let keys = Keys(Self(), "run-macro") { keys in
            keys.about = "Runs a macro."
            keys.optional(
                \.name, "name", principal: true, otherwise: "the macro with this `id`",
                "The macro's name.")
            keys.optional(\.id, "id", in: 0...255, "The number that the board gave the macro.")
        }

        var words: String { name.map { "run-macro \($0.text)" } ?? Self.key }

        func commands(_ session: HostSession) throws(StepFailure) -> [Packet] {
            guard let name else { return [MWMacro(id: UInt8(clamping: id)).execute] }
            guard let macro = session.state.made.macros[name.text] else {
                throw StepFailure(
                    "no macro named \(name.text) was recorded on \(session.boardName)")
            }
            return [macro.execute]
        }
    }
}
