import Declaration
import ScriptedClient
import Simulation
import VirtualRadio
import YAML

extension FaultKind {
    /// The packet that it waits for; nil if it waits for none.
    package var awaited: PacketOccurrence? {
        (self as? Fault.Upon)?.occurrence ?? (self as? any PacketFault)?.occurrence
    }

    /// The moves that begin with it; nil if it moves nothing.
    package var motion: Input.Motion? {
        guard let upon = self as? Fault.Upon else { return nil }
        return upon.action.kind as? Input.Motion ?? (upon.action.kind as? any FaultKind)?.motion
    }
}

extension Fault {
    /// Something that happens at a packet instead of at a time, so that it stays in its place when the
    /// client changes.
    package struct Upon: FaultKind {
        package var occurrence = PacketOccurrence()
        package var side = Side.after
        package var action = ActionEntry()

        package static let keys = Keys(Self(), "upon") { keys in
            keys.about =
                "Something happens at a packet: another fault or an input, just before it arrives or when it has"
                + " arrived."
            PacketOccurrence.declare(&keys, \.occurrence)
            keys.optional(\.side, "when", "Before or after it arrives.")
            keys.required(\.action, "do", "What happens: an input or a fault, without its time.")
        }

        package enum Side: String, Choice {
            case before, after

            package static let title = "side"

            package var about: String {
                switch self {
                case .before: "What cuts the link cuts it before the packet arrives."
                case .after: "The packet has arrived."
                }
            }
        }

        package var words: String { "upon \(side.rawValue) \(occurrence.words)" }
        package var span: Nanoseconds? { .zero }
        package var outage: Nanoseconds? {
            guard let fault = action.kind as? any FaultKind else { return .zero }
            return fault.outage
        }
        package var ability: Ability? {
            (action.kind as? any FaultKind)?.ability ?? (action.kind as? any InputKind)?.ability
        }

        package func apply(_ index: Int, in run: any ScenarioWorld) {
            let kind = action.kind
            run.await(
                occurrence, of: index,
                .action(isBefore: side == .before) { [unowned run] in
                    run.begin(kind, on: index)
                })
        }
    }
}
