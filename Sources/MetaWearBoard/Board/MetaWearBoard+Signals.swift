import Peripheral
import Simulation
import Wire

extension MetaWearBoard {
    /// The one road of every datum: to the host, to the loggers, to the processors, to the
    /// events, in this order (design decision 5).
    ///
    /// - Parameter asIfSubscribed: a spoofed notification goes to the host in any case.
    func route(_ key: SignalKey, _ bytes: ShortBytes, asIfSubscribed: Bool = false) {
        switch key.register & SignalKey.silent {
        case SignalKey.silent: break  // Never leaves the board (protocol, core 1.5).
        case SignalKey.loud: sendToHost(key, bytes)
        default:
            if asIfSubscribed || isSubscribed(key.module, key.register) { sendToHost(key, bytes) }
        }
        // A loud read is not logged (protocol, sensors 1.7).
        if key.register & SignalKey.silent != SignalKey.loud { log(key, bytes) }
    }

    /// A sample of a stream: the same road, with its counts.
    func emit(_ outlet: SignalOutlet, _ bytes: ShortBytes) {
        outlet.made += 1
        outlet.observer?(now, bytes)
        if outlet.isSubscribed {
            if sendToHost(outlet.key, bytes) {
                outlet.sent += 1
            } else if isListening {
                outlet.dropped += 1
            }
        }
        log(outlet.key, bytes)
    }

    private func log(_ key: SignalKey, _ bytes: ShortBytes) {
        guard flash.log.isEnabled else { return }
        logging?.capture(key, bytes, on: self)
    }

    @discardableResult private func sendToHost(_ key: SignalKey, _ bytes: ShortBytes) -> Bool {
        var packet = ShortBytes()
        packet.append(key.module)
        packet.append(key.register)
        if key.index != SignalKey.noIndex { packet.append(key.index) }
        for i in 0..<min(bytes.count, ShortBytes.capacity - packet.count) {
            packet.append(bytes[i])
        }
        return send(packet)
    }

    /// One packet to the host; false if nobody listens or no buffer is free.
    ///
    /// Packets keep their order: while some wait, a new one waits behind them.
    @discardableResult func send(_ packet: ShortBytes) -> Bool {
        guard isListening, let connection, let link else { return false }
        if simulation.trace.isOn {
            trace("< \(packet)  \(words(packet.array, fromBoard: true))")
        }
        if outbox.isEmpty {
            switch link.notify(packet.span, of: GATT.notification, to: connection) {
            case .queued:
                notificationsSent += 1
                return true
            case .notSubscribed: return false
            case .full: break
            }
        }
        guard outbox.append(packet) else {
            notificationsDropped += 1
            trace("dropped: \(profile.notificationBuffers) notifications wait for the link already")
            return false
        }
        notificationsSent += 1
        return true
    }

    /// Whether `send` would find room without the outbox: a readout waits for that.
    var canSendAtOnce: Bool { isListening && outbox.isEmpty }

    /// Hands what waits to the link, oldest first; then whoever waits for room goes on.
    func drainOutbox() {
        guard let connection, let link else { return }
        while let packet = outbox.first {
            switch link.notify(packet.span, of: GATT.notification, to: connection) {
            case .full: return
            case .queued, .notSubscribed: outbox.removeFirst()
            }
        }
        for installed in modules { installed.module?.readyToSend(on: self) }
    }
}

/// Notifications that wait for the link: a ring of fixed size, oldest first.
struct Outbox {
    private var ring: [ShortBytes]
    private var head = 0
    private(set) var count = 0

    init(capacity: Int) { ring = Array(repeating: ShortBytes(), count: capacity) }

    var isEmpty: Bool { count == 0 }
    var first: ShortBytes? { count == 0 ? nil : ring[head] }

    /// False if it is full.
    mutating func append(_ packet: ShortBytes) -> Bool {
        guard count < ring.count else { return false }
        ring[(head + count) % ring.count] = packet
        count += 1
        return true
    }

    mutating func removeFirst() {
        guard count > 0 else { return }
        head = (head + 1) % ring.count
        count -= 1
    }

    mutating func removeAll() { count = 0 }
}

extension MetaWearBoard {
    /// A packet to the host as the firmware sends it; false if nobody listens or no buffer is
    /// free.
    @discardableResult public func notify(_ packet: ShortBytes) -> Bool { send(packet) }
}
