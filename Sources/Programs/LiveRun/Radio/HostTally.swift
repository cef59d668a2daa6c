import Bluetooth
import ScenarioRun
import Simulation
import VirtualRadio

/// Counts the traffic between one host and its controller, for the report.
final class HostTally: HCITap {
    /// How many connections of a host are listed individually: enough for a person, and bounded.
    static let mostLinks = 1_000

    private(set) var result: HostResult
    /// Also receives the packets.
    private let next: (any HCITap)?
    /// Names the board behind an address.
    private let board: (Address) -> String?
    /// Where in the result the open connections are, by handle.
    private var open: [UInt16: Int] = [:]

    /// A host that attaches now, and its name in the report.
    init(
        _ name: String, origin: String, at time: Instant, next: (any HCITap)? = nil,
        board: @escaping (Address) -> String? = { _ in nil }
    ) {
        result = HostResult(name: name, origin: origin, attached: time)
        self.next = next
        self.board = board
    }

    /// The host's address becomes known later.
    func rename(_ origin: String) { result.origin = origin }

    /// The host is gone, and with it its connections.
    func left(at time: Instant, ending: String) {
        endAll("host left", at: time)
        result.left = time
        result.ending = ending
    }

    /// A complete H4 packet between the host and its controller, indicator byte first.
    func packet(_ bytes: Span<UInt8>, sentByHost: Bool, at time: Instant) {
        next?.packet(bytes, sentByHost: sentByHost, at: time)
        guard bytes.count > 0 else { return }
        switch (H4PacketType(rawValue: bytes[0]), sentByHost) {
        case (.acl, _): data(bytes, sentByHost: sentByHost)
        case (.event, false): event(bytes, at: time)
        // HCI_Reset: connections end without an event (Core Vol 4, Part E, 7.3.2).
        case (.command, true) where bytes.count == 4 && bytes.word(at: 1) == 0x0C03:
            endAll("reset by host", at: time)
        default: break
        }
    }

    private func endAll(_ reason: String, at time: Instant) {
        for index in open.values {
            result.links[index].ended = time
            result.links[index].reason = reason
        }
        open = [:]
    }

    private func data(_ bytes: Span<UInt8>, sentByHost: Bool) {
        guard let header = ACLHeader(packet: bytes), let index = open[header.handle] else { return }
        guard !sentByHost else {
            result.links[index].packetsSent += 1
            return
        }
        result.links[index].packetsReceived += 1
        // The L2CAP header is four bytes; 4 is the attribute protocol's channel (Core Vol 3, Part A,
        // 2.1), whose opcode follows: Handle Value Notification or Indication (Part F, 3.4.7).
        guard header.boundary != .continuing, bytes.count > 9, bytes.word(at: 7) == 4,
            bytes[9] == 0x1B || bytes[9] == 0x1D
        else { return }
        result.links[index].notificationsReceived += 1
    }

    private func event(_ bytes: Span<UInt8>, at time: Instant) {
        guard let event = HCIEventCode(packet: bytes) else { return }
        let p = HCIFields(event, bytes.extracting(event.headerLength..<bytes.count))
        guard p.isWhole else { return }
        switch event {
        case .leConnectionComplete, .leEnhancedConnectionComplete: connected(p, at: time)
        case .disconnectionComplete:
            guard p[.status] == 0, let index = open.removeValue(forKey: p[.handle]) else { return }
            let reason = HCIStatus(rawValue: p[.reason])
            result.links[index].ended = time
            result.links[index].reason =
                switch reason {
                case .localHostTerminated: "ended by host"
                case .remoteUserTerminated: "ended by the other side"
                default: reason?.words ?? "reason \(p[.reason])"
                }
            result.links[index].isLost = reason != .localHostTerminated
        default: break
        }
    }

    private func connected(_ p: borrowing HCIFields, at time: Instant) {
        guard p[.status] == 0 else { return }
        guard result.links.count < Self.mostLinks else {
            result.moreLinks += 1
            return
        }
        let peer = p.peer
        open[p[.handle]] = result.links.count
        result.links.append(
            HostLink(board: board(peer), peer: peer, isCentral: p[.role] == 0, began: time))
    }
}
