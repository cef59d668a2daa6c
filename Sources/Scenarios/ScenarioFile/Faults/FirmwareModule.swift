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
        package static let values = MWModule.withOlder

        package static var synonyms: [String: String] {
            Dictionary(
                uniqueKeysWithValues: MWModule.withOlder.map { ($0.row.word, $0.row.inScenarios) })
        }

        package let module: MWModule

        package init(_ module: MWModule) { self.module = module }

        package var rawValue: String { module.row.inScenarios }
    }
}
