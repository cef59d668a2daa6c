import Declaration
import MetaWearTables
import Simulation

extension Fault {
    package enum ModuleFailure {
        /// It does not respond to writes.
        case mute
        /// It handles writes after a delay.
        case slow(Nanoseconds)
    }

    /// A module by name. If the board does not have it, the fault affects the answer that it is
    /// absent.
    package struct Module: NamedChoice {
        package static let title = "module"
        package static let values = BoardModule.allCases

        package static var synonyms: [String: String] {
            Dictionary(
                uniqueKeysWithValues: BoardModule.allCases.map { ($0.name, $0.scenarioName) })
        }

        package let module: BoardModule

        package init(_ module: BoardModule) { self.module = module }

        package var rawValue: String { module.scenarioName }
    }
}
