/// Synthesises the HCI traffic that a host with a controller of its own would have had, from its
/// in-process links.
///
/// An in-process central has no HCI. Its links and L2CAP frames are the modelled ones; the commands
/// and events around them are made here, as those of an ordinary host and a controller with buffers
/// of 251 bytes. Every method returns the packets of one event, in order, all at that event's time.
/// What the air does not report is not invented: *LE Create Connection* is at the time of the
/// connection, not when the host began to wait for it.
package struct SyntheticHost: Sendable {
    /// The size of an ACL packet, in both directions.
    package static let bufferSize = 251
    /// ACL packets that the controller can hold.
    static let buffers: UInt64 = 8
    /// Handles are assigned from here; the standard allows 0 to 0x0EFF.
    static let firstHandle: UInt16 = 0x0040
    /// Read Local Name, which an LE-only controller need not know (Core Vol 4, Part E, 7.3.12).
    private static let readLocalName: [UInt8] = [0x01, 0x14, 0x0C, 0]

    /// The host's name.
    package let name: String
    /// The host's own address.
    package let address: Address
    private var links: [Link] = []

    private struct Link: Sendable {
        /// The caller's number of the link.
        var number: UInt16
        var handle: UInt16
        /// The number of packets of each unacknowledged frame.
        var pending: [Int] = []
    }

    /// A host without links.
    package init(name: String, address: Address) {
        self.name = name
        self.address = address
    }

    /// The host initialises its controller, and reads or sets its address.
    package func start() -> [CapturedPacket] {
        let own =
            switch address.kind {
            case .publicDevice:
                CapturedPacket.done(.readBDADDR, returning: [.address: address.value])
            case .random: CapturedPacket.done(.leSetRandomAddress, [.address: address.value])
            }
        return CapturedPacket.done(.reset)
            + CapturedPacket.done(Self.readLocalName, returning: nameField[...])
            + CapturedPacket.done(
                .leReadBufferSize,
                returning: [.octets: UInt64(Self.bufferSize), .buffers: Self.buffers]) + own
    }

    /// 248 bytes, filled up with zeros (Core Vol 4, Part E, 7.3.12).
    private var nameField: [UInt8] {
        let text = Array(name.utf8.prefix(247))
        return text + [UInt8](repeating: 0, count: 248 - text.count)
    }

    /// Scan interval and window of 10 ms, in steps of 625 µs: always listening.
    private static let always: UInt64 = 16

    /// The host begins to scan.
    package func scanStarted(isActive: Bool) -> [CapturedPacket] {
        CapturedPacket.done(
            .leSetScanParameters,
            [
                .type: isActive ? 1 : 0, .interval: Self.always, .window: Self.always,
                .own: UInt64(address.kind.rawValue),
            ]) + CapturedPacket.done(.leSetScanEnable, [.isOn: 1])
    }

    /// The host stops scanning.
    package func scanStopped() -> [CapturedPacket] {
        CapturedPacket.done(.leSetScanEnable)
    }

    /// The host received an advertisement and, unless it is empty, a scan response.
    ///
    /// - Parameter rssi: in dBm; the event has room for -127 to 20.
    package func heard(
        _ peer: Address, isConnectable: Bool, rssi: Int, data: [UInt8], scanResponse: [UInt8]
    ) -> [CapturedPacket] {
        // ADV_IND, or without connections ADV_SCAN_IND or ADV_NONCONN_IND; SCAN_RSP is 4.
        let type: UInt8 = isConnectable ? 0 : scanResponse.isEmpty ? 3 : 2
        var reports = [report(type, peer, rssi, data)]
        if !scanResponse.isEmpty { reports.append(report(4, peer, rssi, scanResponse)) }
        return reports
    }

    private func report(
        _ type: UInt8, _ peer: Address, _ rssi: Int, _ data: [UInt8]
    ) -> CapturedPacket {
        // A legacy advertisement has 31 bytes.
        let data = Array(data.prefix(AdvertisingData.limit))
        return .event(.leAdvertisingReport, data: data.span) {
            $0[.count] = 1
            $0[.type] = type
            $0.set(PeerAddress(peer))
            $0[.rssi] = max(-127, min(20, rssi))
        }
    }

    /// A link was established, with this host as its central.
    ///
    /// - Parameter link: the caller's number of the link.
    package mutating func opened(
        _ link: UInt16, to peer: Address, _ timing: ConnectionTiming
    ) -> [CapturedPacket] {
        links.removeAll { $0.number == link }
        var handle = Self.firstHandle
        while links.contains(where: { $0.handle == handle }) { handle += 1 }
        links.append(Link(number: link, handle: handle))
        var request = HCIParameters(
            .leCreateConnection,
            [
                .interval: Self.always, .window: Self.always,
                .own: UInt64(address.kind.rawValue),
            ])
        request.set(PeerAddress(peer))
        request.set(timing)
        return CapturedPacket.begun(request) + [
            .event(.leConnectionComplete) {
                $0[.handle] = handle
                $0.set(PeerAddress(peer))
                $0.set(timing)
            }
        ]
    }

    /// A whole L2CAP frame, including its header of four bytes, was sent over a link; ignored if
    /// the link is not open.
    package mutating func frame(
        _ frame: Span<UInt8>, _ direction: HCIDirection, on link: UInt16
    ) -> [CapturedPacket] {
        guard let index = links.firstIndex(where: { $0.number == link }) else { return [] }
        let packets = CapturedPacket.data(
            frame, direction, handle: links[index].handle, room: Self.bufferSize)
        if direction == .toController { links[index].pending.append(packets.count) }
        return packets
    }

    /// The oldest unacknowledged frame of a link has arrived: the controller has room for its
    /// packets again.
    package mutating func acknowledged(_ link: UInt16) -> [CapturedPacket] {
        guard let index = links.firstIndex(where: { $0.number == link }),
            !links[index].pending.isEmpty
        else { return [] }
        let handle = links[index].handle
        let count = links[index].pending.removeFirst()
        return [
            .event(.numberOfCompletedPackets) {
                $0[.count] = 1
                $0[.handle] = handle
                $0[.packets] = count
            }
        ]
    }

    /// New parameters of a link are in force; only a central's host sets them, whichever side
    /// requested them.
    package func updated(_ link: UInt16, _ timing: ConnectionTiming) -> [CapturedPacket] {
        guard let handle = handle(of: link) else { return [] }
        var request = HCIParameters(.leConnectionUpdate, [.handle: UInt64(handle)])
        request.set(timing)
        return CapturedPacket.begun(request) + [
            .event(.leConnectionUpdateComplete) {
                $0[.handle] = handle
                $0.set(timing)
            }
        ]
    }

    /// The host starts encryption, or refreshes it.
    ///
    /// - Parameters:
    ///   - key: 16 bytes, most significant first.
    ///   - diversifier, random: by which the peer knows the key (EDIV and Rand).
    package func encrypting(
        _ link: UInt16, key: [UInt8], diversifier: UInt16, random: UInt64
    ) -> [CapturedPacket] {
        guard let handle = handle(of: link) else { return [] }
        var request = HCIParameters(
            .leEnableEncryption,
            [.handle: UInt64(handle), .random: random, .diversifier: UInt64(diversifier)])
        request[reversed: .key] = key
        return CapturedPacket.begun(request)
    }

    /// Encryption began, was refreshed, or (with a status) failed.
    package func encrypted(_ link: UInt16, status: UInt8, isRefresh: Bool) -> [CapturedPacket] {
        guard let handle = handle(of: link) else { return [] }
        let status = HCIStatus(rawValue: status) ?? .unspecifiedError
        return [
            .event(isRefresh ? .encryptionKeyRefreshComplete : .encryptionChange) {
                $0.status = status
                $0[.handle] = handle
                if !isRefresh { $0[.isOn] = status == .success ? 1 : 0 }
            }
        ]
    }

    /// A link ended; if this host ended it, there is a command too.
    ///
    /// - Parameter reason: the one in the host's event (Core Vol 1, Part F).
    package mutating func closed(_ link: UInt16, reason: UInt8) -> [CapturedPacket] {
        guard let handle = handle(of: link) else { return [] }
        links.removeAll { $0.number == link }
        let end = CapturedPacket.event(.disconnectionComplete) {
            $0[.handle] = handle
            $0[.reason] = reason
        }
        guard reason == DisconnectReason.localHostTerminated.rawValue else { return [end] }
        return CapturedPacket.begun(.disconnect(handle, .remoteUserTerminated)) + [end]
    }

    private func handle(of link: UInt16) -> UInt16? {
        links.first { $0.number == link }?.handle
    }
}
