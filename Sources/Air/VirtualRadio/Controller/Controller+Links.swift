internal import Bluetooth
internal import Peripheral
internal import Simulation

/// The life of connections: handles, beginnings and ends, data and flow control (Core Vol 4, Part E,
/// 4.1 to 4.3).
extension Controller {
    /// The first handle; any of 0 to 0xEFF would do.
    private static let firstHandle: UInt16 = 0x0040
    /// The largest number of connections at once.
    private static let mostConnections = 128

    var hasPlaceForConnection: Bool {
        connections.count < Self.mostConnections || connections.contains { $0 == nil }
    }

    var hasConnections: Bool { connections.contains { $0 != nil } }

    func connection(_ handle: UInt16) -> ControllerConnection? {
        guard handle >= Self.firstHandle, Int(handle - Self.firstHandle) < connections.count
        else { return nil }
        return connections[Int(handle - Self.firstHandle)]
    }

    /// The link of a handle, if the connection has begun and not ended.
    func link(_ handle: UInt16) -> (connection: ControllerConnection, link: Link)? {
        guard let connection = connection(handle), let link = connection.link else { return nil }
        return (connection, link)
    }

    /// A connection with the lowest free handle; nil if there is none.
    func makeConnection(_ role: LinkRole) -> ControllerConnection? {
        let slot = connections.firstIndex { $0 == nil } ?? connections.count
        guard slot < Self.mostConnections else { return nil }
        let connection = ControllerConnection(
            handle: Self.firstHandle + UInt16(slot), role: role, controller: self)
        if slot == connections.count {
            connections.append(connection)
        } else {
            connections[slot] = connection
        }
        return connection
    }

    /// Removes a connection, and what was pending on it.
    func forget(_ connection: ControllerConnection) {
        let slot = Int(connection.handle - Self.firstHandle)
        guard slot < connections.count, connections[slot] === connection else { return }
        connections[slot] = nil
        flow.outstanding -= connection.unconfirmed
        flow.inFlight -= connection.inFlight
        flow.waiting.removeAll { $0.span.word(at: 1) & 0xFFF == connection.handle }
        roomChanged()
    }

    /// The device of an address on the air: the address itself, or an identity of the resolving
    /// list.
    func identity(of address: Address) -> PeerAddress {
        resolvingList.identity(of: address, cryptography) ?? PeerAddress(address)
    }

    func began(_ connection: ControllerConnection, _ link: Link) {
        connection.preferredPHYs = (defaults.transmitPHYs, defaults.receivePHYs)
        let role = connection.role
        let onAir = link.address(of: role.other)
        let peer = identity(of: onAir)
        sendConnectionComplete { event, isEnhanced in
            event[.handle] = connection.handle
            event[.role] = role == .central ? 0 : 1
            event.set(peer)
            // The clock accuracy stays 0, 500 ppm.
            event.set(link.parameters.timing)
            guard isEnhanced else { return }
            if peer.isIdentity { event[.peerResolvable] = onAir.value }
            let own = link.address(of: role)
            if connection.makesOwnAddress, own.isResolvable {
                event[.localResolvable] = own.value
            }
        }
        let common = linkIdentity.features & link.end(role.other).linkIdentity.features
        let hasSecond = common & LinkLayerIdentity.Feature.channelSelection2 != 0
        send(.leChannelSelectionAlgorithm) {
            $0[.handle] = connection.handle
            $0[.algorithm] = hasSecond ? 1 : 0
        }
        if let set = connection.advertisingSet {
            send(.leAdvertisingSetTerminated) {
                $0[.set] = set.handle
                $0[.handle] = connection.handle
                $0[.events] = set.events
            }
        }
        negotiate(on: link, role)
    }

    /// LE Enhanced Connection Complete, or the plain one if the host masked that.
    func sendConnectionComplete(
        _ fill: (_ event: inout HCIParameters, _ isEnhanced: Bool) -> Void
    ) {
        let isEnhanced = eventMask.allows(.leEnhancedConnectionComplete)
        send(isEnhanced ? .leEnhancedConnectionComplete : .leConnectionComplete) {
            fill(&$0, isEnhanced)
        }
    }

    /// The host's preferences for every link (Core Vol 4, Part E, 7.8.35 and 7.8.48).
    private func negotiate(on link: Link, _ role: LinkRole) {
        if defaults.octets > 27 { link.start(.dataLength(Int(defaults.octets)), by: role) }
    }

    func ended(_ connection: ControllerConnection, _ reason: DisconnectReason) {
        forget(connection)
        send(.disconnectionComplete) {
            $0[.handle] = connection.handle
            $0[.reason] = reason.rawValue
        }
    }

    // MARK: Data from the host

    /// A data packet: sent on its link, or dropped and traced.
    func data(_ packet: Span<UInt8>) {
        guard let header = ACLHeader(packet: packet) else { return }
        guard let (connection, link) = link(header.handle) else {
            return record("data for the unknown handle \(header.handle) dropped")
        }
        guard header.broadcast == 0, header.boundary != .completePDU else {
            record("data that LE does not know dropped")
            return completed(1, on: connection)
        }
        guard header.dataLength > 0, header.dataLength <= Self.dataLength else {
            record("\(header.dataLength) bytes of data dropped: 1 to \(Self.dataLength) fit")
            return completed(1, on: connection)
        }
        guard flow.inFlight < Int(Self.buffers) else {
            record("data dropped: all buffers are full")
            // Link type 1 is ACL.
            return send(.dataBufferOverflow) { $0[.type] = 1 }
        }
        connection.inFlight += 1
        flow.inFlight += 1
        link.send(
            part: packet.extracting(5..<packet.count), isStart: header.boundary != .continuing,
            from: connection.role)
    }

    func acknowledged(_ connection: ControllerConnection) {
        guard connection.inFlight > 0 else { return }
        connection.inFlight -= 1
        flow.inFlight -= 1
        completed(1, on: connection)
    }

    private func completed(_ count: UInt16, on connection: ControllerConnection) {
        send(.numberOfCompletedPackets) {
            $0[.count] = 1
            $0[.handle] = connection.handle
            $0[.packets] = count
        }
    }

    // MARK: Data to the host

    /// Whether the host takes data; if not, they stay on the air.
    var canReceive: Bool { !isHostSlow && flow.hasRoom }

    /// One data packet from the air, in parts that the host can take.
    func deliver(_ bytes: Span<UInt8>, isStart: Bool, of connection: ControllerConnection) {
        var offset = 0
        repeat {
            let end = min(offset + flow.longest, bytes.count)
            deliver(
                part: bytes.extracting(offset..<end), isStart: isStart && offset == 0,
                of: connection)
            offset = end
        } while offset < bytes.count
    }

    /// Passes it to the host at once, or queues it behind those for which the host has no room.
    private func deliver(
        part bytes: Span<UInt8>, isStart: Bool, of connection: ControllerConnection
    ) {
        let header = ACLHeader(
            handle: connection.handle, isStart ? .firstFlushable : .continuing,
            dataLength: bytes.count)
        guard flow.isOn else {
            return send {
                header.encode(into: &$0)
                $0.append(bytes)
            }
        }
        var packet: [UInt8] = []
        header.encode(into: &packet)
        packet.append(bytes)
        flow.waiting.append(packet)
        pass()
    }

    /// Passes on queued packets, as far as the host has room.
    private func pass() {
        while flow.hasRoom, !flow.waiting.isEmpty {
            let packet = flow.waiting.removeFirst()
            flow.outstanding += 1
            connection(packet.span.word(at: 1) & 0xFFF)?.unconfirmed += 1
            send { $0.append(contentsOf: packet) }
        }
    }

    /// The host has room for so many more packets of a connection.
    func confirmed(_ count: Int, by connection: ControllerConnection) {
        let count = min(count, connection.unconfirmed)
        connection.unconfirmed -= count
        flow.outstanding -= count
    }

    /// The data that stayed on the air may come now.
    func roomChanged() {
        pass()
        guard canReceive else { return }
        for connection in connections { connection?.link?.roomChanged() }
    }
}
