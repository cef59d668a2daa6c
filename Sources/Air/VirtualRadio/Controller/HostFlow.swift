internal import Bluetooth

/// The unconfirmed data in each direction (Core Vol 4, Part E, 4.1 and 4.2).
struct HostFlow {
    /// Packets of the host that have not been acknowledged, on all connections.
    var inFlight = 0
    /// Whether the host uses flow control; if not, it takes any number of packets.
    var isOn = false
    /// The number of ACL packets that the host can hold; 0 if unknown.
    var packets = 0
    /// The most data that it takes in one packet, in bytes.
    var longest = Int.max
    /// Packets sent to the host and not yet confirmed.
    var outstanding = 0
    /// Received data for which the host has no room, as whole H4 packets in order.
    var waiting: [[UInt8]] = []

    /// A host with flow control that has not set its number of buffers takes any number.
    var hasRoom: Bool { !isOn || packets == 0 || outstanding < packets }
}

extension Controller {
    /// The number of ACL packets of the host that the controller can hold, for all connections
    /// together.
    static let buffers: UInt8 = 8

    static let flowCommands: [(HCIOpcode, Handler)] = [
        on(.leReadBufferSize) { ($1[.octets], $1[.buffers]) = (dataLength, buffers) },
        on(.setControllerToHostFlowControl) { $0.setHostFlow($1) },
        on(.hostBufferSize) { $0.hostBufferSize($1) },
        (.hostNumberOfCompletedPackets, { $0.hostCompleted($1) }),
    ]

    /// 1 and 3 turn it on for ACL; not allowed during connections (Core Vol 4, Part E, 7.3.38).
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
        roomChanged()
        return .success
    }

    /// The only command that a host may send for every packet: it is not copied.
    private func hostCompleted(_ octets: Span<UInt8>) -> HCIStatus {
        let p = HCIFields(.hostNumberOfCompletedPackets, octets)
        guard p.hasEntries(p[.count]) else { return .invalidParameters }
        p.forEachEntry(p[.count]) {
            // The packets of an ended connection were already released.
            if let connection = connection($0[.handle]) { confirmed($0[.packets], by: connection) }
        }
        roomChanged()
        return .success
    }
}
