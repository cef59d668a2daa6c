import Declaration
import MetaWearProtocol

extension Step {
    package struct EraseMacros: CommandStep {
        package static let keys = Keys(
            Self(), "erase-macros",
            about: "Erases all macros; there is no command to erase a single one.")

        func commands(_ session: HostSession) -> [Packet] { [MWMacro.eraseAll] }

        func written(_ session: HostSession) { session.state.made.macros = [:] }
    }
}
