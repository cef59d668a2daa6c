import JSON
import ScenarioRun
import YAML

/// What came of one run of an exploration: one line of its file.
package struct ExplorationRow: Sendable, Equatable {
    /// What is run; equal runs have equal outcomes.
    package struct Key: Sendable, Hashable {
        /// Of the scenario's text, or the name of the file of a known failure.
        var scenario: String
        /// nil: that of the scenario.
        var seed: UInt64?

        /// The key of a run.
        package init(_ run: Exploration.Run) {
            scenario = run.known ?? Self.hash(of: run.root.block())
            seed = run.seed
        }

        fileprivate init(_ scenario: String, seed: UInt64?) {
            (self.scenario, self.seed) = (scenario, seed)
        }

        fileprivate static func hash(of text: String) -> String {
            ScenarioRun.hash(of: Array(text.utf8))
        }

        /// The key of the run without a fault.
        ///
        /// - Parameter scenario: its text.
        static func base(_ scenario: String) -> Key { Key(hash(of: scenario), seed: nil) }

        /// The key of a known failure.
        package static func known(_ name: String) -> Key { Key(name, seed: nil) }
    }

    package private(set) var key: Key
    /// For a person: the faults of the world.
    package private(set) var world: String
    package private(set) var outcome: WorldOutcome

    package init(_ run: Exploration.Run, _ key: Key, _ outcome: WorldOutcome) {
        (self.key, world, self.outcome) = (key, run.words, outcome)
    }
}

extension ExplorationRow: JSONFields {
    package static var blank: Self {
        Self(key: Key("", seed: nil), world: "", outcome: WorldOutcome())
    }

    private init(key: Key, world: String, outcome: WorldOutcome) {
        (self.key, self.world, self.outcome) = (key, world, outcome)
    }

    package mutating func fields(_ c: inout some JSONCoder) {
        c(&key.scenario, "scenario")
        c(&key.seed, "seed")
        c(&world, "world")
        outcome.fields(&c)
    }
}
