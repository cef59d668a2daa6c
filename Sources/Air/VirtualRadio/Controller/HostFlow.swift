internal import Bluetooth

/// How much data goes each way and is not settled (Core Vol 4, Part E, 4.1 and 4.2).
struct HostFlow {
    /// Packets of the host that have not been acknowledged, on all connections.
    var inFlight = 0
    /// Whether the host counts what it gets; if not, it takes anything.
    var isOn = false
    /// How many ACL packets the host holds at once; 0 if it has not said.
    var packets = 0
    /// The most data that it takes in one packet, in bytes.
    var longest = Int.max
    /// Packets that it has got and not yet confirmed.
    var outstanding = 0
    /// Bytes that have come off the air and for which it has no room, as whole H4 packets in order.
    var waiting: [[UInt8]] = []

    /// A host that counts and has not said for how many takes anything.
    var hasRoom: Bool { !isOn || packets == 0 || outstanding < packets }
}

extension Controller {
    /// ACL packets of the host that the controller holds at once, of all connections together.
    static let buffers: UInt8 = 8

    static let flowCommands: [(HCIOpcode, Handler)] = [
        on(.leReadBufferSize) { ($1[.octets], $1[.buffers]) = (dataLength, buffers) },
        on(.setControllerToHostFlowControl) { $0.setHostFlow($1) },
        on(.hostBufferSize) { $0.hostBufferSize($1) },
        (.hostNumberOfCompletedPackets, { $0.hostCompleted($1) }),
    ]

    /// 1 and 3 are on for ACL; not while there are connections (Core Vol 4, Part E, 7.3.38).
    private func setHostFlow(_ p: HCIParameters) -> HCIStatus {
        guard p[.mode] <= 3 else { return .invalidParameters }
        guard !hasConnections else { return .commandDisallowed }
        flow.isOn = p[.mode] & 1 != 0
        return .success
    }

    private func hostBufferSize(_ p: HCIParameters) -> HCIStatus {
        guard p[.octets] >= 27, p[.packets] >= 1 else { return .invalidParameters }
        flow.longest = p[.octets]
        flow.packets = p[.packets]
        return .success
    }

    /// The only command that a host may send for every packet: it is not copied.
    private func hostCompleted(_ octets: Span<UInt8>) -> HCIStatus {
        let p = HCIFields(.hostNumberOfCompletedPackets, octets)
        guard p.hasEntries(p[.count]) else { return .invalidParameters }
        p.forEachEntry(p[.count]) {
            // A connection that has ended gave its packets back already.
            if let connection = connection($0[.handle]) { confirmed($0[.packets], by: connection) }
        }
        roomChanged()
        return .success
    }
}
