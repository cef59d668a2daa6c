/// The HCI traffic that a host would have had with a controller of its own, made from what happened
/// on its in-process links.
///
/// An in-process central has no HCI. Its links are the modelled ones, its L2CAP frames are those that
/// went over them; the commands and events around them are made here, as those of an ordinary
/// host and a controller with buffers of 251 bytes. Every method gives the packets of one event,
/// in order, all of that event's moment. What the air does not tell is not invented: *LE Create
/// Connection* stands where the link came about, not where the host began to wait for it.
public struct SyntheticHost: Sendable {
    /// What the controller takes and gives in one ACL packet.
    public static let bufferSize = 251
    /// ACL packets that the controller has room for.
    static let buffers: UInt8 = 8
    /// Handles are given from here up; the standard allows 0 to 0x0EFF.
    static let firstHandle: UInt16 = 0x0040

    /// As the host calls itself.
    public let name: String
    /// The host's own address.
    public let address: Address
    private var links: [Link] = []

    private struct Link: Sendable {
        /// As the caller numbers it.
        var number: UInt16
        var handle: UInt16
        /// How many packets each frame took that has not been acknowledged.
        var pending: [Int] = []
    }

    /// A host without a link.
    public init(name: String, address: Address) {
        self.name = name
        self.address = address
    }

    /// The host starts its controller, and learns or sets its address.
    public func start() -> [CapturedPacket] {
        typealias HCI = HCIPacketBytes
        var size: [UInt8] = []
        size.append(littleEndian: UInt16(Self.bufferSize))
        size.append(Self.buffers)
        let own: [CapturedPacket] =
            switch address.kind {
            case .publicDevice:
                [HCI.command(.readAddress), HCI.complete(.readAddress, address.littleEndian)]
            case .random:
                [
                    HCI.command(.leSetRandomAddress, address.littleEndian),
                    HCI.complete(.leSetRandomAddress),
                ]
            }
        return [
            HCI.command(.reset), HCI.complete(.reset),
            HCI.command(.readLocalName), HCI.complete(.readLocalName, nameField),
            HCI.command(.leReadBufferSize), HCI.complete(.leReadBufferSize, size),
        ] + own
    }

    /// 248 bytes, filled up with zeros (Core Vol 4, Part E, 7.3.12).
    private var nameField: [UInt8] {
        let text = Array(name.utf8.prefix(247))
        return text + [UInt8](repeating: 0, count: 248 - text.count)
    }

    /// The host begins to listen for advertisements.
    public func scanStarted(isActive: Bool) -> [CapturedPacket] {
        var parameters: [UInt8] = [isActive ? 1 : 0]
        // Interval and window of 10 ms: always.
        parameters.append(littleEndian: UInt16(16))
        parameters.append(littleEndian: UInt16(16))
        parameters += [address.kind.rawValue, 0]
        return [
            HCIPacketBytes.command(.leSetScanParameters, parameters),
            HCIPacketBytes.complete(.leSetScanParameters),
            HCIPacketBytes.command(.leSetScanEnable, [1, 0]),
            HCIPacketBytes.complete(.leSetScanEnable),
        ]
    }

    /// The host listens no more.
    public func scanStopped() -> [CapturedPacket] {
        [
            HCIPacketBytes.command(.leSetScanEnable, [0, 0]),
            HCIPacketBytes.complete(.leSetScanEnable),
        ]
    }

    /// The host heard an advertisement and, unless it is empty, a scan response.
    ///
    /// - Parameter rssi: in dBm; the event has room for -127 to 20.
    public func heard(
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
        let data = data.prefix(31)
        let strength = UInt8(bitPattern: Int8(max(-127, min(20, rssi))))
        return HCIPacketBytes.meta(
            .advertisingReport,
            [1, type, peer.kind.rawValue] + peer.littleEndian + [UInt8(data.count)] + data
                + [strength])
    }

    /// A link of this host, as its central, came about.
    ///
    /// - Parameter link: by which the caller knows it from now on.
    public mutating func opened(
        _ link: UInt16, to peer: Address, _ parameters: HCIConnectionParameters
    ) -> [CapturedPacket] {
        links.removeAll { $0.number == link }
        var handle = Self.firstHandle
        while links.contains(where: { $0.handle == handle }) { handle += 1 }
        links.append(Link(number: link, handle: handle))

        var request: [UInt8] = []
        // Scan interval and window in steps of 625 µs: always listening.
        request.append(littleEndian: UInt16(16))
        request.append(littleEndian: UInt16(16))
        request += [0, peer.kind.rawValue] + peer.littleEndian + [address.kind.rawValue]
        request += parameters.range

        var event: [UInt8] = [0]
        event.append(littleEndian: handle)
        // Role central.
        event += [0, peer.kind.rawValue] + peer.littleEndian + parameters.values
        // The peripheral's clock: 500 ppm at the worst.
        event.append(0)
        return [
            HCIPacketBytes.command(.leCreateConnection, request),
            HCIPacketBytes.begun(.leCreateConnection),
            HCIPacketBytes.meta(.connectionComplete, event),
        ]
    }

    /// A whole L2CAP frame, its header of four bytes included, went over a link; of a link that is not
    /// open nothing is told.
    public mutating func frame(
        _ frame: Span<UInt8>, _ direction: HCIDirection, on link: UInt16
    ) -> [CapturedPacket] {
        guard let index = links.firstIndex(where: { $0.number == link }) else { return [] }
        let packets = HCIPacketBytes.data(
            frame, direction, handle: links[index].handle, room: Self.bufferSize)
        if direction == .toController { links[index].pending.append(packets.count) }
        return packets
    }

    /// The oldest frame that went out over a link, and that the peer's radio had not acknowledged, has
    /// arrived: the controller has room for its packets again.
    public mutating func acknowledged(_ link: UInt16) -> [CapturedPacket] {
        guard let index = links.firstIndex(where: { $0.number == link }),
            !links[index].pending.isEmpty
        else { return [] }
        var completed: [UInt8] = [1]
        completed.append(littleEndian: links[index].handle)
        completed.append(littleEndian: UInt16(links[index].pending.removeFirst()))
        return [HCIPacketBytes.event(.numberOfCompletedPackets, completed)]
    }

    /// New parameters of a link came into force; only a central's host sets them, whoever wished
    /// for them.
    public func updated(
        _ link: UInt16, _ parameters: HCIConnectionParameters
    ) -> [CapturedPacket] {
        guard let handle = handle(of: link) else { return [] }
        var head: [UInt8] = []
        head.append(littleEndian: handle)
        return [
            HCIPacketBytes.command(.leConnectionUpdate, head + parameters.range),
            HCIPacketBytes.begun(.leConnectionUpdate),
            HCIPacketBytes.meta(.connectionUpdateComplete, [0] + head + parameters.values),
        ]
    }

    /// A link ended; one that this host ended itself has a command for it.
    ///
    /// - Parameter reason: as the host's event tells it (Core Vol 1, Part F).
    public mutating func closed(_ link: UInt16, reason: UInt8) -> [CapturedPacket] {
        guard let handle = handle(of: link) else { return [] }
        links.removeAll { $0.number == link }
        var head: [UInt8] = []
        head.append(littleEndian: handle)
        let end = HCIPacketBytes.event(.disconnectionComplete, [0] + head + [reason])
        guard reason == DisconnectReason.localHostTerminated.rawValue else { return [end] }
        return [
            HCIPacketBytes.command(
                .disconnect, head + [DisconnectReason.remoteUserTerminated.rawValue]),
            HCIPacketBytes.begun(.disconnect), end,
        ]
    }

    private func handle(of link: UInt16) -> UInt16? {
        links.first { $0.number == link }?.handle
    }
}

/// The timing of a link in the units of HCI (Core Vol 4, Part E, 7.7.65.1).
public struct HCIConnectionParameters: Equatable, Sendable {
    /// In steps of 1.25 ms.
    public var interval: UInt16
    /// Connection events that the peripheral may leave out.
    public var latency: UInt16
    /// In steps of 10 ms.
    public var supervisionTimeout: UInt16

    /// An interval in steps of 1.25 ms, a latency, and a timeout in steps of 10 ms.
    public init(interval: UInt16, latency: UInt16, supervisionTimeout: UInt16) {
        self.interval = interval
        self.latency = latency
        self.supervisionTimeout = supervisionTimeout
    }

    /// As an event tells them.
    var values: [UInt8] {
        var bytes: [UInt8] = []
        for value in [interval, latency, supervisionTimeout] { bytes.append(littleEndian: value) }
        return bytes
    }

    /// As a command asks for them: the shortest and longest interval are one, and so are those of a
    /// connection event's length, which is left to the controller.
    var range: [UInt8] {
        var bytes: [UInt8] = []
        for value in [interval, interval, latency, supervisionTimeout, 0, 0] {
            bytes.append(littleEndian: value)
        }
        return bytes
    }
}
