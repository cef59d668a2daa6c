import Declaration
import Motion
import Simulation
import YAML

extension Input {
    /// A quantity that changes to a value, at once or gradually: `35 degC`, or
    /// `{to: 35 degC, over: 60 s}`.
    package struct Change<D: Dimension>: Section {
        package var to = Quantity<D>(0)
        package var over = Nanoseconds.zero

        package static var keys: Keys<Self> {
            Keys(Self(), "change of \(D.name)") { keys in
                keys.about = "A new value, set at once or reached gradually."
                keys.required(\.to, "to", principal: true, "The new value.")
                keys.optional(
                    \.over, "over", in: .zero...Nanoseconds.longest,
                    "How long it takes to get there.")
            }
        }
    }
}

/// An input that changes one quantity: `temperature: {to: 35 degC, over: 60 s}`.
protocol ChangeInput: InputKind {
    associatedtype D: Dimension
    var change: Input.Change<D> { get }
    init(change: Input.Change<D>)
}

/// An input that changes a quantity of a board's surroundings.
protocol SurroundingsInput: ChangeInput {
    func change(_ environment: SimpleEnvironment, at now: Instant)
}

extension SurroundingsInput {
    package func apply(to index: Int, in run: any ScenarioWorld) {
        change(run.environments[index], at: run.simulation.now)
    }
}

extension ChangeInput {
    package static var shape: Shape { Input.Change<D>.shape }
    package var text: String { change.text }
    package var duration: Nanoseconds { change.over }

    package static func read(_ node: Node, _ reader: Reader) -> Self? {
        Input.Change<D>.read(node, reader).map(Self.init)
    }
}
