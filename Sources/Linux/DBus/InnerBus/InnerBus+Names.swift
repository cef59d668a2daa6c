/// A client's wish for a name (D-Bus Specification, RequestName).
struct NameClaim {
    let client: InnerBusClient
    /// DBUS_NAME_FLAG_ALLOW_REPLACEMENT.
    var allowsReplacement: Bool
    /// DBUS_NAME_FLAG_DO_NOT_QUEUE.
    var doesNotQueue: Bool
}

/// Whose names are whose.
extension InnerBus {
    /// What asking for a name has led to; the raw value is that of the specification.
    enum Acquisition: UInt32 {
        case primaryOwner = 1
        case inQueue, exists, alreadyOwner
    }

    /// What giving a name back has led to; the raw value is that of the specification.
    enum Release: UInt32 {
        case released = 1
        case nonExistent, notOwner
    }

    /// Asks for a well-formed name, with the flags of `RequestName`; unknown ones change nothing.
    func request(_ name: String, flags: UInt32, for client: InnerBusClient) -> Acquisition {
        let claim = NameClaim(
            client: client, allowsReplacement: flags & 1 != 0, doesNotQueue: flags & 4 != 0)
        let replaces = flags & 2 != 0
        guard let first = queues[name]?.first else {
            queues[name] = [claim]
            client.names.append(name)
            announce(name, from: nil, to: client)
            return .primaryOwner
        }
        if first.client === client {
            queues[name]?[0] = claim
            return .alreadyOwner
        }
        guard replaces, first.allowsReplacement else {
            guard !claim.doesNotQueue else {
                leaveQueue(client, of: name)
                return .exists
            }
            enqueue(claim, for: name, replaces)
            return .inQueue
        }
        enqueue(claim, for: name, replaces)
        if first.doesNotQueue {
            remove(first.client, from: name)
        } else {
            queues[name]?.swapAt(0, 1)
            announce(name, from: first.client, to: client)
        }
        return .primaryOwner
    }

    /// Who would replace the owner waits at the head, as in dbus-daemon.
    private func enqueue(_ claim: NameClaim, for name: String, _ replaces: Bool) {
        guard var queue = queues[name] else { return }
        if let index = queue.firstIndex(where: { $0.client === claim.client }) {
            if replaces {
                queue.remove(at: index)
                queue.insert(claim, at: 1)
            } else {
                queue[index] = claim
            }
        } else {
            queue.insert(claim, at: replaces ? 1 : queue.count)
            claim.client.names.append(name)
        }
        queues[name] = queue
    }

    /// Gives a name, or the wait for it, back.
    func release(_ name: String, of client: InnerBusClient) -> Release {
        guard let queue = queues[name] else { return .nonExistent }
        guard queue.contains(where: { $0.client === client }) else { return .notOwner }
        remove(client, from: name)
        return .released
    }

    /// Ends a client's claim, whether it has the name or waits for it.
    func remove(_ client: InnerBusClient, from name: String) {
        guard queues[name]?.first?.client === client else { return leaveQueue(client, of: name) }
        leaveQueue(client, of: name)
        announce(name, from: client, to: queues[name]?.first?.client)
    }

    private func leaveQueue(_ client: InnerBusClient, of name: String) {
        client.names.removeAll { $0 == name }
        guard var queue = queues[name] else { return }
        queue.removeAll { $0.client === client }
        queues[name] = queue.isEmpty ? nil : queue
    }

    /// A unique name is gone for good.
    func retire(_ name: String, of client: InnerBusClient) {
        active[name] = nil
        announce(name, from: client, to: nil)
    }

    /// Tells the old owner, everybody, and the new owner.
    private func announce(
        _ name: String, from old: InnerBusClient?, to new: InnerBusClient?
    ) {
        if let old { tell(old, "NameLost", name) }
        declare(name, from: old?.uniqueName ?? "", to: new?.uniqueName ?? "")
        if let new { tell(new, "NameAcquired", name) }
    }

    /// A client has got its unique name.
    func welcome(_ client: InnerBusClient, as name: String) {
        declare(name, from: "", to: name)
        tell(client, "NameAcquired", name)
    }

    private func declare(_ name: String, from old: String, to new: String) {
        var signal = BusMessage.signal(
            Bus.path, Bus.name, "NameOwnerChanged", [.string(name), .string(old), .string(new)],
            to: nil)
        signal.sender = Bus.name
        signal.serial = nextSerial()
        broadcast(RoutedMessage(signal), from: nil)
    }

    private func tell(_ client: InnerBusClient, _ member: String, _ name: String) {
        say(.signal(Bus.path, Bus.name, member, [.string(name)], to: client.uniqueName), to: client)
    }

    /// All names: the bus's, well-known ones in their order, unique ones in that of their clients.
    var names: [String] {
        [Bus.name] + queues.keys.sorted() + clients.compactMap(\.uniqueName)
    }
}

/// What the bus itself says.
extension InnerBus {
    func nextSerial() -> UInt32 {
        // Zero is no number.
        lastSerial = lastSerial == .max ? 1 : lastSerial + 1
        return lastSerial
    }

    /// Sends a message of the bus to one client; monitors see it as well.
    func say(_ message: BusMessage, to client: InnerBusClient) {
        var message = message
        message.serial = nextSerial()
        message.sender = Bus.name
        let routed = RoutedMessage(message)
        show(routed, from: nil, to: client)
        client.send(routed)
    }

    /// An error to who has sent a message, whatever its kind.
    func fail(_ message: BusMessage, _ error: DBusError, _ client: InnerBusClient) {
        var message = message
        message.sender = message.sender ?? Self.nameless
        say(message.answer(.error, [.string(error.message)]).named(error.name), to: client)
    }

    /// What dbus-daemon calls those that have no name yet.
    static let nameless = ":not.active.yet"
}
