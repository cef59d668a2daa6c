import Declaration
import Motion
import Simulation
import YAML

extension Input {
    /// A quantity that changes to a value, at once or gradually: `35 degC`, or
    /// `{to: 35 degC, over: 60 s}`.
    struct Change<Of: ChangeInput>: Section {
        var to = Quantity<Of.D>(0)
        var over = Nanoseconds.zero

        static var keys: Keys<Self> {
            Keys(Self(), "change of \(Of.key)") { keys in
                keys.about = "A new value, set at once or reached gradually."
                keys.required(\.to, "to", in: Of.limits, principal: true, "The new value.")
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
    /// The values that it may have, at the beginning of a run too.
    static var limits: ClosedRange<Quantity<D>> { get }
    var change: Input.Change<Self> { get }
    init(change: Input.Change<Self>)
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
    package static var shape: Shape { Input.Change<Self>.shape }
    package var text: String { change.text }
    package var duration: Nanoseconds { change.over }

    package static func read(_ node: Node, _ reader: Reader) -> Self? {
        Input.Change<Self>.read(node, reader).map(Self.init)
    }
}
