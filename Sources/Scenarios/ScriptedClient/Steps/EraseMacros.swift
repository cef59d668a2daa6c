import Declaration
import MetaWearProtocol

extension Step {
    package struct EraseMacros: CommandStep {
        package static let title = "erase-macros"
        package static let about = "Erases all macros; there is no command to erase a single one."

        package static let keys = Keys(Self())

        func commands(_ session: HostSession) -> [Packet] { [MWMacro.eraseAll] }

        func written(_ session: HostSession) { session.state.made.macros = [:] }
    }
}
