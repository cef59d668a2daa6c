internal import Bluetooth
import Pairing
internal import Peripheral
internal import Simulation

/// A simulated peripheral on the air: its radio, its advertising, its attribute server, and its
/// side of every link.
final class Station {
    let peripheral: any Peripheral
    let server: AttributeServer
    let node: RadioNode
    let peripheralLink: StationLink
    /// Set as soon as the station is on the air.
    var advertiser: Advertiser?
    /// Frames that hosts sent in parts.
    @exclusivity(unchecked) private var frames: [ConnectionID: L2CAPReassembler] = [:]
    private var signalIdentifier: UInt8 = 0
    /// A buffer for the next response.
    @exclusivity(unchecked) private var spare: [UInt8] = []
    let setup: SecuritySetup?
    private(set) var security: SecurityManager?
    private(set) lazy var lifetime = Lifetime(of: self)

    init(_ peripheral: any Peripheral, node: RadioNode, security setup: SecuritySetup?) {
        self.peripheral = peripheral
        self.node = node
        self.setup = setup
        let options = setup?.options
        let minimum: Security =
            options?.pairing != .required
            ? .open : options?.capability == .noInputNoOutput ? .encrypted : .authenticated
        server = AttributeServer(
            peripheral, minimumSecurity: minimum, sharing: node.medium.tables)
        peripheralLink = StationLink()
        peripheralLink.server = server
        peripheralLink.station = self
        server.onAnswer = { [node] connection, response in
            node.link(connection)?.send(
                response.span, channel: L2CAPChannel.attribute, from: .peripheral)
        }
        // As BlueZ does; only a peripheral that answers later gets here (Core Vol 3, Part F,
        // 3.3.2).
        server.onSecondRequest = { [node] connection in
            node.link(connection)?.terminate(.remoteUserTerminated, by: .peripheral)
        }
        guard let setup else { return }
        security = SecurityManager(
            setup.options, address: peripheral.address,
            random: node.medium.random("pairing.\(peripheral.address)"),
            cryptography: setup.cryptography, bonds: setup.bonds)
        security?.delegate = { [me = lifetime.handle] in me.owner }
    }

    /// The simulation ends: the peripheral is not called.
    func abandonWorld() { peripheralLink.abandonWorld() }

    // MARK: Calls of the firmware

    func notify(
        _ bytes: Span<UInt8>, of characteristic: ValueID, to connection: ConnectionID
    ) -> NotificationFate {
        guard let link = node.link(connection),
            let target = server.notificationTarget(of: characteristic, for: connection)
        else { return .discarded(.notSubscribed) }
        peripheralLink.route = StationLink.Route(
            link: link, connection: connection, characteristic: characteristic,
            handle: target.handle, room: target.room, changes: server.changes)
        return link.notify(bytes, handle: target.handle, room: target.room)
    }

    func indicate(
        _ bytes: Span<UInt8>, of characteristic: ValueID, to connection: ConnectionID
    ) -> NotificationFate {
        guard let link = node.link(connection) else { return .discarded(.notSubscribed) }
        var pdu: [UInt8] = []
        let outcome = server.indication(bytes, of: characteristic, to: connection, into: &pdu)
        if outcome == .sent {
            link.send(pdu.span, channel: L2CAPChannel.attribute, from: .peripheral)
        }
        return outcome
    }

    func servicesChanged() {
        server.rebuild()
        var pdu: [UInt8] = []
        for link in node.links where server.serviceChanged(for: link.id, into: &pdu) {
            link.send(pdu.span, channel: L2CAPChannel.attribute, from: .peripheral)
        }
    }

    /// Requests it over L2CAP (Core Vol 3, Part A, 4.20), which every central supports.
    func request(_ wish: ConnectionParameterRequest, from connection: ConnectionID) {
        guard let link = node.link(connection) else { return }
        signalIdentifier = signalIdentifier == .max ? 1 : signalIdentifier + 1
        var pdu: [UInt8] = []
        wish.signal(signalIdentifier).encode(into: &pdu)
        link.send(pdu.span, channel: L2CAPChannel.signalling, from: .peripheral)
    }

    func phyChanged() {
        guard peripheral.usesOnlyOneMegabit else { return }
        for link in node.links { useOneMegabit(link) }
    }

    /// While it advertises, the power is that of its advertisements.
    func transmitPowerChanged() {
        guard !node.links.isEmpty, let power = peripheral.transmitPower else { return }
        node.transmit(with: power)
    }

    private func useOneMegabit(_ link: Link) {
        link.start(.phy(sent: .oneMegabit, received: .oneMegabit), by: .peripheral)
    }

    func vanish(_ connection: ConnectionID) {
        guard let link = node.link(connection) else { return }
        forget(connection)
        link.vanish()
    }

    private func forget(_ connection: ConnectionID) {
        peripheralLink.route = nil
        frames[connection] = nil
        security?.closed(connection)
        server.close(connection)
    }
}

extension Station: AdvertisementSource {
    /// The firmware's advertisement, in legacy PDUs.
    var advertisement: AirAdvertisement? {
        guard let own = peripheral.advertisement else { return nil }
        return AirAdvertisement(
            address: peripheral.address, isConnectable: own.connectable,
            isScannable: own.directedTo == nil, directedTo: own.directedTo,
            data: own.directedTo == nil ? Array(own.data.prefix(AdvertisingData.limit)) : [],
            scanResponse: Array(own.scanResponse.prefix(AdvertisingData.limit)),
            interval: own.interval, txPower: own.txPower)
    }

    func advertised() {}

    func answersScan(by scanner: Address) -> Bool {
        peripheral.advertisement?.filter.answersScan(by: scanner) ?? false
    }

    /// The list does not apply to directed advertising (Core Vol 6, Part B, 4.3.2).
    func accept(_ central: Address) -> (any LinkEnd)? {
        guard let own = peripheral.advertisement else { return nil }
        guard own.directedTo != nil || own.filter.accepts(central), peripheral.hearsConnection()
        else { return nil }
        return self
    }
}

extension Station: LinkEnd {
    /// The identity of Nordic's stacks, assigned number 0x0059. One of Bluetooth 4 only has
    /// encryption; one of 5.0, as of the nRF52, has more.
    var linkIdentity: LinkLayerIdentity {
        typealias Feature = LinkLayerIdentity.Feature
        guard peripheral.linkLayer == .bluetooth5 else {
            // 7 is Bluetooth 4.1, 8 is 4.2.
            return LinkLayerIdentity(
                version: peripheral.linkLayer == .bluetooth42 ? 8 : 7, company: 0x0059,
                subversion: 0x0064, features: Feature.encryption, dataLength: 27)
        }
        var features =
            Feature.encryption | Feature.connectionParametersRequest | Feature.extendedReject
            | Feature.peripheralFeatureExchange | Feature.ping | Feature.twoMegabit
        if node.medium.radio.dataLength > 27 { features |= Feature.dataLengthExtension }
        return LinkLayerIdentity(
            version: 9, company: 0x0059, subversion: 0x00A8, features: features,
            dataLength: node.medium.radio.dataLength)
    }

    /// The bit of 1M, or no preference.
    var preferredPHYs: (transmit: UInt8, receive: UInt8) {
        peripheral.usesOnlyOneMegabit || peripheral.linkLayer != .bluetooth5 ? (1, 1) : (0, 0)
    }

    var wantsFragments: Bool { false }

    var canReceive: Bool { true }

    func began(_ link: Link, as role: LinkRole) {
        transmitPowerChanged()
        if peripheral.usesOnlyOneMegabit { useOneMegabit(link) }
        security?.opened(link.id, peer: link.centralAddress, at: node.medium.clock.now)
        server.open(link.id, bonded: security?.isBonded(link.id) ?? false)
        peripheral.connected(link.id, to: link.centralAddress, link.parameters)
    }

    func receive(_ bytes: Span<UInt8>, isStart: Bool, on link: Link) {
        // Nearly always a whole frame; a host may split it anywhere.
        if isStart, let header = L2CAPHeader(bytes), header.payloadLength == bytes.count - 4 {
            if !frames.isEmpty { frames[link.id]?.reset() }
            return receive(bytes.extracting(4..<bytes.count), header.channel, link)
        }
        var frame = frames[link.id] ?? L2CAPReassembler()
        do throws(L2CAPError) {
            if try frame.append(bytes, isFirst: isStart) {
                let payload = frame.payload.array()
                receive(payload.span, frame.channel, link)
            }
        } catch {
            link.record("L2CAP: \(error)")
        }
        if link.isOpen { frames[link.id] = frame }
    }

    private func receive(_ payload: Span<UInt8>, _ channel: UInt16, _ link: Link) {
        switch channel {
        case L2CAPChannel.attribute:
            // A request inside a request finds an empty buffer, and makes one of its own.
            var response: [UInt8] = []
            swap(&response, &spare)
            server.handle(
                payload, from: link.id, isAnswering: link.packetsToAnswer > 0, into: &response)
            if !response.isEmpty, link.isOpen {
                link.send(response.span, channel: channel, from: .peripheral)
                link.packetsToAnswer = link.toCentral.ring.count
            }
            swap(&response, &spare)
        case L2CAPChannel.signalling:
            signal(payload, link)
        case L2CAPChannel.security:
            pair(payload, link)
        default:
            link.record("channel \(channel) is not there")
        }
    }

    /// Channels cannot be opened; every request for one is refused.
    private func signal(_ payload: Span<UInt8>, _ link: Link) {
        let answer: L2CAPSignal?
        do throws(L2CAPSignalError) {
            let signal = try L2CAPSignal(payload)
            // Only a central grants parameters (Core Vol 3, Part A, 4.20).
            answer =
                ConnectionParameterRequest(signal) == nil
                ? signal.refusal : L2CAPSignal(signal.identifier, .commandReject(.notUnderstood))
        } catch {
            link.record("signalling: \(error)")
            guard case .invalidLength(let identifier, _) = error, identifier != 0 else { return }
            answer = L2CAPSignal(identifier, .commandReject(.notUnderstood))
        }
        guard let answer else { return }
        var pdu: [UInt8] = []
        answer.encode(into: &pdu)
        link.send(pdu.span, channel: L2CAPChannel.signalling, from: .peripheral)
    }

    func acknowledged(on link: Link) {
        if link.packetsToAnswer > 0 { link.packetsToAnswer -= 1 }
    }

    func readyToNotify(on link: Link) { peripheral.readyToNotify(link.id) }

    func changed(_ change: LinkChange, on link: Link) {
        switch change {
        case .parameters(let parameters): peripheral.parametersChanged(link.id, parameters)
        case .encryption(let status, _):
            security?.encryptionChanged(
                link.id, isEncrypted: status == 0, at: node.medium.clock.now)
        default: break
        }
    }

    func asked(_ question: LinkQuestion, on link: Link) {
        if case .longTermKey(let random, let diversifier) = question {
            answerKey(diversifier, random, link)
        }
    }

    func ended(_ reason: DisconnectReason, on link: Link) {
        forget(link.id)
        peripheral.disconnected(link.id, reason: reason)
    }

    func abandoned(_ link: Link) {}
}
