import Declaration
import MetaWearTables
import Simulation

extension Fault {
    /// What is wrong with a module.
    package enum ModuleFailure {
        /// Whatever a host writes to it is met with silence.
        case mute
        /// It does what a host writes so much later.
        case slow(Nanoseconds)
    }

    /// A module by name; a fault of one that the board does not have concerns the answer that it is
    /// absent.
    package struct Module: Choice {
        package static let title = "module"
        package static let allCases = BoardModule.allCases.map(Self.init)

        package static var synonyms: [String: String] {
            Dictionary(
                uniqueKeysWithValues: BoardModule.allCases.map { ($0.name, $0.scenarioName) })
        }

        package let module: BoardModule

        init(_ module: BoardModule) { self.module = module }

        package init?(rawValue: String) {
            guard let named = Self.allCases.first(where: { $0.rawValue == rawValue }) else {
                return nil
            }
            self = named
        }

        package var rawValue: String { module.scenarioName }
    }
}
