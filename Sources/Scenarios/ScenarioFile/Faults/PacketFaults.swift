import Bluetooth
import Declaration
import Simulation
import VirtualRadio
import YAML

/// A fault of one packet.
package protocol PacketFault: FaultKind {
    /// Which packet.
    var occurrence: PacketOccurrence { get }
    /// What becomes of it.
    var fate: PacketFate { get }
}

extension PacketFault {
    package var words: String { "\(Self.key) \(occurrence.words)" }
    package var span: Nanoseconds? { .zero }

    package func apply(_ index: Int, in run: any ScenarioWorld) {
        run.await(occurrence, of: index, .packet(fate))
    }
}

extension Fault {
    package struct LosePacket: PacketFault {
        package var occurrence = PacketOccurrence()
        package var fate: PacketFate { .vanishes }

        package static let keys = Keys(Self(), "lose-packet") { keys in
            keys.about =
                "A packet never arrives, although its sender has it acknowledged, as when a full queue drops"
                + " it. A request of the Attribute Protocol is then never answered."
            PacketOccurrence.declare(&keys, \.occurrence)
        }
    }

    package struct DoublePacket: PacketFault {
        package var occurrence = PacketOccurrence()
        package var fate: PacketFate { .arrivesTwice }
        package var outage: Nanoseconds? { .zero }

        package static let keys = Keys(Self(), "double-packet") { keys in
            keys.about = "A packet arrives twice."
            PacketOccurrence.declare(&keys, \.occurrence)
        }
    }

    package struct RefuseRequest: PacketFault {
        package var occurrence = PacketOccurrence()
        package var error = Refusal(error: .unlikelyError)
        package var fate: PacketFate { .isRefused(error.error) }

        package static let keys = Keys(Self(), "refuse-request") { keys in
            keys.about =
                "A request of the Attribute Protocol is answered with an error, and has no effect."
            PacketOccurrence.declare(&keys, \.occurrence)
            keys.optional(\.error, "error", "The error.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            guard occurrence.pattern.role == .central else { return }
            reader.fail(
                "the board sends no requests", at: mark,
                fix: "write the request of the client: `packet: \"> att 0a\"`")
        }
    }
}
