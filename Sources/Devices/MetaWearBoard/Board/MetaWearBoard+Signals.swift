import Device
public import Peripheral
internal import Simulation
public import Wire

extension MetaWearBoard {
    /// Every datum takes this path: to the host, to the loggers, to the processors, to the events,
    /// in this order (design decision 5).
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

    /// A sample of a stream: the same path, and it is counted.
    func emit(_ outlet: SignalOutlet, _ bytes: ShortBytes) {
        outlet.made += 1
        let fate = notify(outlet, bytes)
        if outlet.isObserved { outlet.observer?(now, bytes, fate) }
        log(outlet.key, bytes)
        feed(outlet.key, bytes)
    }

    /// An output of a data processor: the same path.
    ///
    /// - Parameter isWanted: its own gate lets it to the host; its register's must too.
    func emit(_ key: SignalKey, _ bytes: ShortBytes, isWanted: Bool) {
        let watched = watchedOutputs.first { $0.key == key }
        watched?.made += 1
        var fate = NotificationFate.discarded(.notWanted)
        if isWanted, isSubscribed(key.module, key.register) {
            fate = sendToHost(key, bytes, as: .sample, of: watched)
            watched?.count(fate)
        }
        watched?.observer?(now, bytes, fate)
        log(key, bytes)
        feed(key, bytes)
    }

    /// To the processors, then to the events; each decides which reads it takes.
    private func feed(_ key: SignalKey, _ bytes: ShortBytes) {
        if isOverheard { onDatum?(key, bytes) }
        let isProcessed = processors?.isBusy == true
        let isAwaited = events?.isBusy == true
        guard isProcessed || isAwaited else { return }
        let (processors, events) = (processors, events)
        // Changes made by an event apply from the next datum on, for all consumers of this one.
        callDepth += 1
        if isProcessed { processors?.feed(key, bytes, on: self) }
        if isAwaited { events?.fire(key, bytes, on: self) }
        callDepth -= 1
        runCommands()
    }

    private func notify(_ outlet: SignalOutlet, _ bytes: ShortBytes) -> NotificationFate {
        guard outlet.isSubscribed else { return .discarded(.notWanted) }
        let fate = sendToHost(outlet.key, bytes, as: .sample, of: outlet)
        outlet.count(fate)
        return fate
    }

    private func log(_ key: SignalKey, _ bytes: ShortBytes) {
        guard flash.log.isEnabled else { return }
        logging?.capture(key, bytes, on: self)
    }

    @discardableResult private func sendToHost(
        _ key: SignalKey, _ bytes: ShortBytes, as kind: Outbox.Kind = .answer,
        of stream: SignalOutlet? = nil, hasIndex: Bool = false
    ) -> NotificationFate {
        var packet = ShortBytes()
        packet.append(key.module)
        packet.append(key.register)
        if hasIndex || key.index != SignalKey.noIndex { packet.append(key.index) }
        for i in 0..<min(bytes.count, ShortBytes.capacity - packet.count) {
            packet.append(bytes[i])
        }
        return send(packet, as: kind, of: stream)
    }

    /// One packet to the host.
    ///
    /// Packets keep their order: a new one is queued behind those that wait.
    ///
    /// - Parameter stream: counts it when it is settled, if it waits.
    @discardableResult
    func send(
        _ packet: ShortBytes, as kind: Outbox.Kind = .answer, of stream: SignalOutlet? = nil
    ) -> NotificationFate {
        notifications.made += 1
        let fate = deliver(packet, as: kind, of: stream)
        notifications.count(fate)
        if case .sent = fate { traceSent(packet) }
        tell(.notified(GATT.notification, packet.array, fate))
        return fate
    }

    private func deliver(
        _ packet: ShortBytes, as kind: Outbox.Kind, of stream: SignalOutlet?
    ) -> NotificationFate {
        guard isListening, hasHost else {
            // The value can still be read.
            if connection != nil { lastPacket = packet }
            return .discarded(.notSubscribed)
        }
        if outbox.isEmpty {
            let fate = transmit(packet)
            guard case .dropped = fate else { return fate }
        }
        if outbox.append(packet, kind, stream) { return .waiting }
        trace("dropped: \(outbox.count) notifications wait for the link already: \(packet)")
        return .dropped
    }

    /// To the current host, over USB or the link.
    private func transmit(_ packet: ShortBytes) -> NotificationFate {
        if isUSBOpen, let cable {
            return cable.port.send(USBFramer.frame(packet.array)) ? .sent : .dropped
        }
        guard let connection, let link else { return .discarded(.notSubscribed) }
        lastPacket = packet
        return link.notify(packet.span, of: GATT.notification, to: connection)
    }

    @inline(__always) private func traceSent(_ packet: ShortBytes) {
        guard simulation.trace.isOn else { return }
        trace("< \(packet)  \(words(packet.array, fromBoard: true))")
    }

    /// Whether a readout may send: at most one of its packets is queued, so that a stream and a
    /// readout share the link.
    var canSendReadout: Bool { isListening && outbox.hasRoomForReadout }

    /// Passes queued packets to the link, oldest first; then a readout takes its turn.
    func drainOutbox() {
        guard hasHost else { return }
        while !outbox.isEmpty {
            let packet = outbox.first
            let fate = transmit(packet)
            if case .dropped = fate { break }
            outbox.removeFirst()?.settle(fate)
            settle(packet, of: GATT.notification, fate)
        }
        logging?.readyToSend(on: self)
    }

    /// The queued packets have lost their host.
    func discardWaiting(_ reason: NotificationFate.Reason) {
        while !outbox.isEmpty {
            let packet = outbox.first
            outbox.removeFirst()?.settle(.discarded(reason))
            settle(packet, of: GATT.notification, .discarded(reason))
        }
        metaBoot?.discardWaiting { settle($0, of: MetaBoot.control, .discarded(reason)) }
    }

    /// A queued packet was sent or discarded.
    func settle(
        _ packet: ShortBytes, of characteristic: ValueID, _ fate: NotificationFate
    ) {
        notifications.count(fate)
        switch fate {
        case .sent where characteristic == GATT.notification: traceSent(packet)
        case .sent: trace("< \(packet)  DFU notice")
        case .discarded(let reason): trace("discarded, \(reason): \(packet)")
        case .waiting, .dropped: break
        }
        tell(.settled(characteristic, packet.array, fate))
    }

    /// A value of a characteristic that the board does not queue.
    func notify(_ value: [UInt8], of characteristic: ValueID) {
        guard let connection, let link else { return }
        notifications.made += 1
        notifications.count(link.notify(value.span, of: characteristic, to: connection))
    }
}

extension MetaWearBoard {
    /// Sends a packet to the host as the firmware does.
    @discardableResult public func notify(_ packet: ShortBytes) -> NotificationFate { send(packet) }
}
