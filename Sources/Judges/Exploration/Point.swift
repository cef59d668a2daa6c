import Bluetooth
import ScenarioFile
import Simulation
import VirtualRadio
import Wire

/// A place in a run at which the world can go wrong: a packet that arrives, a change of the board's state,
/// an advertisement that a host waits for, or a moment of silence.
///
/// A packet is known by its kind, its connection and its number there, not by its time: it stays the
/// same when the client changes, or when something went wrong before.
package struct Point: Hashable, Sendable {
    /// Where it is.
    package enum Place: Hashable, Sendable {
        case packet(PacketOccurrence)
        /// The link, the log or the firmware changes its state; the words say how.
        case state(_ words: String, Instant)
        /// Nothing is sent for a while.
        case silence(Instant)
        /// A host waits for an advertisement, and the first one is about to come.
        case advertisement(Instant)
    }

    /// In the order of the scenario.
    package var board: Int
    package var place: Place
    /// When it was in the run without a fault.
    package var time: Instant
    /// The packet, or the one before the silence.
    package var packet: [UInt8]

    /// A point by its parts.
    package init(board: Int, place: Place, time: Instant, packet: [UInt8]) {
        (self.board, self.place, self.time, self.packet) = (board, place, time, packet)
    }

    /// What all packets of its kind, or changes of state, have in common; nil for what is neither.
    package var label: String? {
        switch place {
        case .packet(let occurrence): occurrence.pattern.text
        case .state(let words, _): words
        case .silence, .advertisement: nil
        }
    }

    /// Whether it is a packet of the device's own protocol.
    var isValue: Bool {
        guard case .packet(let occurrence) = place else { return false }
        return occurrence.pattern.part == .value
    }

    /// Whether it is a packet.
    package var isPacket: Bool {
        guard case .packet = place else { return false }
        return true
    }

    /// Whether a host has sent it.
    var isFromHost: Bool {
        guard case .packet(let occurrence) = place else { return false }
        return occurrence.pattern.role == .peripheral
    }

    /// Whether it answers a write, and says no more than that.
    var isWriteResponse: Bool {
        guard case .packet(let occurrence) = place else { return false }
        let pattern = occurrence.pattern
        return pattern.role == .central && pattern.part == .attribute
            && pattern.bytes.first == AttributeOpcode.writeResponse.rawValue
    }

    /// How many there were before it on its connection, and it.
    var number: Int {
        guard case .packet(let occurrence) = place else { return 1 }
        return occurrence.number
    }

    /// The beginning of the packet: `03 04 11 …`.
    package var packetText: String {
        let shown = 8
        return Hex.text(Array(packet.prefix(shown))) + (packet.count > shown ? " …" : "")
    }

    /// For a person: `packet 3 of > 0b 86 on connection 2`.
    package var words: String {
        switch place {
        case .packet(let occurrence): occurrence.words
        case .state(let words, let time): "\(words) at \(time)"
        case .silence(let time): "the silence at \(time)"
        case .advertisement(let time): "the wait for an advertisement at \(time)"
        }
    }

    /// Whether it lasts for a while, so that what happens there happens in it and not after it.
    var isWait: Bool {
        switch place {
        case .packet, .state: false
        case .silence, .advertisement: true
        }
    }
}
