internal import Bluetooth
import Pairing
internal import Peripheral
internal import Simulation
import VirtualRadio

extension ConnectionState: LinkEnd {
    /// A recent phone: Bluetooth 5.0, with everything that the world's radios support.
    var linkIdentity: LinkLayerIdentity {
        LinkLayerIdentity(
            version: 9, company: 0xFFFF, subversion: 0, features: .max, dataLength: 251)
    }

    var wantsFragments: Bool { false }

    var canReceive: Bool { true }

    func began(_ link: Link, as role: LinkRole) {
        self.link = link
        id = link.id
        client.bearer = self
        central.connections.append(self)
        central.tap?.connected(self, link)
        let begun = onBegin
        onBegin = nil
        begun?(.success(self))
        beginSecurity()
    }

    func receive(_ bytes: Span<UInt8>, isStart: Bool, on link: Link) {
        // Peripherals of this world send whole frames.
        guard isStart, bytes.count >= 4 else { return }
        if central.isTapped { central.tap?.frame(bytes, sentByCentral: false, link) }
        let payload = bytes.extracting(4..<bytes.count)
        switch bytes.word(at: 2) {
        case L2CAPChannel.attribute: client.receive(payload, at: link.medium.clock.now)
        case L2CAPChannel.signalling: answerWish(payload, link)
        case L2CAPChannel.security: security?.manager.receive(payload, from: id, at: now)
        default: break
        }
    }

    /// Answers a peripheral's request for other parameters by the central's policy.
    private func answerWish(_ signal: Span<UInt8>, _ link: Link) {
        guard let signal = try? L2CAPSignal(signal),
            let wish = ConnectionParameterRequest(signal)
        else { return }
        let answer = wish.answer(central.parameterPolicy)
        var response: [UInt8] = []
        L2CAPSignal(
            signal.identifier, .connectionParameterUpdateResponse(isAccepted: answer != nil)
        ).encode(into: &response)
        transmit(response.span, on: L2CAPChannel.signalling)
        if let answer {
            link.record("parameter update accepted, \(answer.text)")
            link.start(.update(answer), by: .central)
        } else {
            link.record("parameter update refused")
        }
    }

    func transmit(_ payload: Span<UInt8>, on channel: UInt16) {
        guard let link else { return }
        if central.isTapped { central.tap?.frame(payload, on: channel, link) }
        queued += 1
        link.send(payload, channel: channel, from: .central)
    }

    /// The first PDU has been sent to the peripheral; calls the completions that wait for it.
    func acknowledged(on link: Link) {
        if central.isTapped { central.tap?.acknowledged(link) }
        sent += 1
        while let first = sentActions.first, first.after <= sent {
            sentActions.removeFirst()
            first.action(true)
        }
    }

    func changed(_ change: LinkChange, on link: Link) {
        switch change {
        case .parameters(let parameters): take(parameters, link)
        case .encryption(let status, let isRefresh):
            central.tap?.tap.encryptionChanged(id, status: status, isRefresh: isRefresh, at: now)
            encryptionChanged(status)
        default: break
        }
    }

    private func take(_ parameters: ConnectionParameters, _ link: Link) {
        self.parameters = parameters
        central.tap?.parametersChanged(self, link)
        if let update, update.wish == parameters {
            self.update = nil
            update.completion(.success(parameters))
        }
        onParametersChanged?(parameters)
    }

    func asked(_ question: LinkQuestion, on link: Link) {
        switch question {
        case .longTermKey: link.answer(.refused(status: 0x06))
        case .parameters(let wish):
            if let answer = wish.answer(central.parameterPolicy) {
                link.answer(.parameters(answer))
            } else {
                link.answer(
                    .refused(status: DisconnectReason.unacceptableConnectionParameters.rawValue))
            }
        }
    }

    func ended(_ reason: DisconnectReason, on link: Link) {
        guard ended == nil else { return }
        central.tap?.disconnected(self, reason, link)
        let unsent = sentActions
        sentActions = []
        let waiting = update
        update = nil
        close(reason)
        waiting?.completion(.failure(.disconnected(reason)))
        endSecurity(.disconnected(reason))
        client.close(.disconnected(reason))
        onDisconnect?(reason)
        for waiting in unsent { waiting.action(false) }
    }

    func abandoned(_ link: Link) {
        if ended == nil { close(.localHostTerminated) }
        sentActions = []
        client.bearer = nil
    }
}

extension ConnectionState: AttributeBearer {
    var now: Instant { (link?.medium ?? central.medium).clock.now }

    func whenSent(_ done: @escaping (Bool) -> Void) {
        sentActions.append((after: queued, action: done))
    }

    func send(_ pdu: Span<UInt8>) { transmit(pdu, on: L2CAPChannel.attribute) }

    func wake(at time: Instant) {
        guard transactionTicket == 0 else { return }
        transactionTicket = central.medium.at(time) { [me = lifetime.handle] in
            me.owner?.transactionTicket = 0
            me.owner?.client.checkDeadline()
        }
    }

    func abandon() {
        link?.record("no answer for \(AttributeClient.transactionTimeout)")
        link?.close(peripheral: .connectionTimeout, central: .localHostTerminated)
    }
}
