import Device
import Peripheral
import Simulation
import Wire

extension MetaWearBoard {
    /// The one road of every datum: to the host, to the loggers, to the processors, to the
    /// events, in this order (design decision 5).
    ///
    /// - Parameters:
    ///   - asIfSubscribed: a spoofed notification goes to the host in any case.
    ///   - hasIndex: the host gets the index even if it is the one that means none (a serial read
    ///     may be given any id).
    func route(
        _ key: SignalKey, _ bytes: ShortBytes, asIfSubscribed: Bool = false, hasIndex: Bool = false
    ) {
        switch key.register & SignalKey.silent {
        case SignalKey.silent:
            // Never leaves the board (protocol, core 1.5).
            if key.module == Serial.id, has(.silentSerialAnswers) {
                let plain = key.register & Self.registerMask
                sendToHost(SignalKey(key.module, plain, key.index), bytes, hasIndex: hasIndex)
            }
        case SignalKey.loud: sendToHost(key, bytes, hasIndex: hasIndex)
        default:
            if asIfSubscribed || isSubscribed(key.module, key.register) { sendToHost(key, bytes) }
        }
        // A loud read is not logged (protocol, sensors 1.7).
        if key.register & SignalKey.silent != SignalKey.loud { log(key, bytes) }
        feed(key, bytes)
    }

    /// A sample of a stream: the same road, with its counts.
    func emit(_ outlet: SignalOutlet, _ bytes: ShortBytes) {
        outlet.made += 1
        let fate = notify(outlet, bytes)
        outlet.observer?(now, bytes, fate)
        log(outlet.key, bytes)
        feed(outlet.key, bytes)
    }

    /// An output of a data processor: the same road.
    ///
    /// - Parameter isWanted: its own gate lets it to the host; its register's must too.
    func emit(_ key: SignalKey, _ bytes: ShortBytes, isWanted: Bool) {
        var fate = SampleFate.unwanted
        if isWanted, isSubscribed(key.module, key.register) {
            let isSent = sendToHost(key, bytes, isSample: true)
            fate = isSent ? .sent : isListening ? .dropped : .unheard
        }
        for outlet in watchedOutputs where outlet.key == key {
            outlet.count(fate)
            outlet.observer?(now, bytes, fate)
        }
        log(key, bytes)
        feed(key, bytes)
    }

    /// To the processors, then to the events; which reads they take is theirs to say.
    private func feed(_ key: SignalKey, _ bytes: ShortBytes) {
        let (processors, events) = (processors, events)
        let isProcessed = processors?.isBusy == true
        let isAwaited = events?.isBusy == true
        guard isProcessed || isAwaited else { return }
        // What an event changes counts from the next datum on, for all that take this one.
        callDepth += 1
        if isProcessed { processors?.feed(key, bytes, on: self) }
        if isAwaited { events?.fire(key, bytes, on: self) }
        callDepth -= 1
        runCommands()
    }

    private func notify(_ outlet: SignalOutlet, _ bytes: ShortBytes) -> SampleFate {
        guard outlet.isSubscribed else { return .unwanted }
        if sendToHost(outlet.key, bytes, isSample: true) {
            outlet.sent += 1
            return .sent
        }
        guard isListening else { return .unheard }
        outlet.dropped += 1
        return .dropped
    }

    private func log(_ key: SignalKey, _ bytes: ShortBytes) {
        guard flash.log.isEnabled else { return }
        logging?.capture(key, bytes, on: self)
    }

    @discardableResult private func sendToHost(
        _ key: SignalKey, _ bytes: ShortBytes, isSample: Bool = false, hasIndex: Bool = false
    ) -> Bool {
        var packet = ShortBytes()
        packet.append(key.module)
        packet.append(key.register)
        if hasIndex || key.index != SignalKey.noIndex { packet.append(key.index) }
        for i in 0..<min(bytes.count, ShortBytes.capacity - packet.count) {
            packet.append(bytes[i])
        }
        return send(packet, as: isSample ? .sample : .answer)
    }

    /// One packet to the host; false if nobody listens or no buffer is free.
    ///
    /// Packets keep their order: while some wait, a new one waits behind them.
    @discardableResult
    func send(_ packet: ShortBytes, as kind: Outbox.Kind = .answer) -> Bool {
        let isAccepted = deliver(packet, as: kind)
        if witness != nil {
            let fate: NotificationFate =
                isAccepted ? .sent : isListening && hasHost ? .dropped : .unheard
            tell(.notified(GATT.notification, packet.array, fate))
        }
        return isAccepted
    }

    private func deliver(_ packet: ShortBytes, as kind: Outbox.Kind) -> Bool {
        guard isListening, hasHost else {
            // The value is there to be read all the same.
            if connection != nil { lastPacket = packet }
            return false
        }
        if outbox.isEmpty {
            switch transmit(packet) {
            case .queued: return accepted(packet)
            case .notSubscribed: return false
            case .full: break
            }
        }
        guard outbox.append(packet, kind) else {
            notificationsDropped += 1
            trace("dropped: \(outbox.count) notifications wait for the link already: \(packet)")
            return false
        }
        return accepted(packet)
    }

    /// To the host that there is, over USB or the link.
    private func transmit(_ packet: ShortBytes) -> NotifyOutcome {
        if let cable, cable.isOpen {
            return cable.port.send(USBFramer.frame(packet.array)) ? .queued : .full
        }
        guard let connection, let link else { return .notSubscribed }
        lastPacket = packet
        return link.notify(packet.span, of: GATT.notification, to: connection)
    }

    private func accepted(_ packet: ShortBytes) -> Bool {
        notificationsSent += 1
        if simulation.trace.isOn {
            trace("< \(packet)  \(words(packet.array, fromBoard: true))")
        }
        return true
    }

    /// Whether a readout may send: one packet of it waits at the most, so that a stream and a
    /// readout share the link.
    var canSendReadout: Bool { isListening && outbox.hasRoomForReadout }

    /// Hands what waits to the link, oldest first; then a readout takes its turn.
    func drainOutbox() {
        guard hasHost else { return }
        while let packet = outbox.first {
            guard transmit(packet) != .full else { break }
            outbox.removeFirst()
        }
        logging?.readyToSend(on: self)
    }
}

extension MetaWearBoard {
    /// A packet to the host as the firmware sends it; false if nobody listens or no buffer is
    /// free.
    @discardableResult public func notify(_ packet: ShortBytes) -> Bool { send(packet) }
}
