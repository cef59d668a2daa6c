/// Where messages go (D-Bus Specification, Message Bus Message Routing).
extension InnerBus {
    /// Handles a message of a client.
    func take(_ routed: RoutedMessage, from client: InnerBusClient) {
        route {
            let message = routed.message
            guard client.isOpen, message.kind != .unknown else { return }
            // It has promised to listen only.
            guard client.monitored == nil else { return drop(client) }
            guard let destination = message.destination else {
                if message.kind == .call { return answerWithoutName(message, client) }
                guard message.kind == .signal else { return }
                guard client.uniqueName != nil else { return drop(client) }
                return broadcast(routed, from: client)
            }
            if destination == Bus.name {
                answer(routed, client)
                eavesdrop(routed, from: client, to: nil)
            } else if client.uniqueName == nil {
                drop(client)
            } else {
                deliver(routed, to: destination, from: client)
            }
        }
    }

    /// Who a name means; nil for the bus itself, and if there is nobody.
    func owner(of name: String) -> InnerBusClient? { active[name] ?? queues[name]?.first?.client }

    private func deliver(
        _ routed: RoutedMessage, to destination: String, from sender: InnerBusClient
    ) {
        let target = owner(of: destination)
        show(routed, from: sender, to: target)
        guard let target else { return fail(routed.message, nobody(destination, routed), sender) }
        guard routed.descriptors.isEmpty || target.takesDescriptors else {
            return fail(routed.message, .noDescriptors, sender)
        }
        guard target.hasRoom(for: routed) else {
            return fail(routed.message, .fullQueue, sender)
        }
        if let refusal = account(for: routed.message, from: sender, to: target) {
            return fail(routed.message, refusal, sender)
        }
        guard isExpected(routed.message, from: sender, by: target) else { return }
        target.send(routed)
        eavesdrop(routed, from: sender, to: target)
    }

    /// Nothing can be started here.
    private func nobody(_ name: String, _ routed: RoutedMessage) -> DBusError {
        routed.message.wantsNoStart
            ? DBusError(
                "org.freedesktop.DBus.Error.NameHasNoOwner", "Name \"\(name)\" does not exist")
            : .notActivatable(name)
    }

    /// Notes who has to answer a call; returns why it is not passed on, if so.
    private func account(
        for message: BusMessage, from sender: InnerBusClient, to target: InnerBusClient
    ) -> DBusError? {
        guard message.kind == .call, !message.wantsNoReply else { return nil }
        guard sender.calls[message.serial] == nil else { return .sameSerial }
        guard sender.calls.count < limits.replies else { return .tooManyCalls }
        sender.calls[message.serial] = target
        target.debts.insert(.init(caller: sender.number, serial: message.serial))
        return nil
    }

    /// Answers that nobody has asked for are nobody's, as on a system bus: false for one.
    private func isExpected(
        _ message: BusMessage, from sender: InnerBusClient, by target: InnerBusClient
    ) -> Bool {
        guard message.kind == .reply || message.kind == .error else { return true }
        guard target.calls[message.replySerial] === sender else { return false }
        target.calls[message.replySerial] = nil
        sender.debts.remove(.init(caller: target.number, serial: message.replySerial))
        return true
    }

    /// A client that leaves answers no more, and waits for no answer.
    func abandonCalls(of client: InnerBusClient) {
        for (serial, target) in client.calls {
            target.debts.remove(.init(caller: client.number, serial: serial))
        }
        client.calls = [:]
        // A caller hears of its last call first, as from dbus-daemon.
        let debts = client.debts.sorted { ($0.caller, $1.serial) < ($1.caller, $0.serial) }
        client.debts = []
        guard !debts.isEmpty else { return }
        let callers = Dictionary(
            clients.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
        for debt in debts {
            guard let caller = callers[debt.caller] else { continue }
            caller.calls[debt.serial] = nil
            var call = BusMessage(.call)
            call.sender = caller.uniqueName
            call.serial = debt.serial
            fail(call, .calleeGone, caller)
        }
    }

    // MARK: Who else gets it

    /// To all with a rule that it matches.
    ///
    /// - Parameter sender: nil for the bus itself.
    func broadcast(_ routed: RoutedMessage, from sender: InnerBusClient?) {
        show(routed, from: sender, to: nil)
        let way = self.way(from: sender, to: nil, routed.message)
        for client in clients
        where client.uniqueName != nil && client.rules.match(routed, way)
            && (routed.descriptors.isEmpty || client.takesDescriptors)
        {
            client.send(routed)
        }
    }

    /// To those who want to know what others are told.
    private func eavesdrop(
        _ routed: RoutedMessage, from sender: InnerBusClient, to target: InnerBusClient?
    ) {
        let listeners = clients.filter { $0.rules.eavesdropping > 0 && $0 !== target }
        guard !listeners.isEmpty else { return }
        let way = self.way(from: sender, to: target, routed.message)
        for client in listeners
        where client.rules.match(routed, way)
            && (routed.descriptors.isEmpty || client.takesDescriptors)
        {
            client.send(routed)
        }
    }

    /// To monitors. One that does not keep up has to go: its account of the bus would have gaps.
    ///
    /// - Parameter target: whom it is addressed to; gets it anyway.
    func show(_ routed: RoutedMessage, from sender: InnerBusClient?, to target: InnerBusClient?) {
        var late: [InnerBusClient] = []
        for client in clients where client !== target {
            guard let rules = client.monitored else { continue }
            var way = self.way(from: sender, to: target, routed.message)
            way.isMonitored = true
            guard rules.isEmpty || rules.contains(where: { $0.matches(routed, way) }),
                routed.descriptors.isEmpty || client.takesDescriptors
            else { continue }
            if !client.send(routed) { late.append(client) }
        }
        for client in late { drop(client) }
    }

    private func way(
        from sender: InnerBusClient?, to target: InnerBusClient?, _ message: BusMessage
    ) -> MatchRule.Way {
        MatchRule.Way(
            isFrom: { [self] name in
                sender.map { $0 === owner(of: name) } ?? (name == Bus.name)
            },
            isTo: { [self] name in
                target.map { $0 === owner(of: name) } ?? (name == message.destination)
            })
    }
}

extension DBusError {
    private static let prefix = "org.freedesktop.DBus.Error."

    /// In the words of dbus-daemon 1.14, as all that a bus says.
    static func notActivatable(_ name: String) -> Self {
        Self(prefix + "ServiceUnknown", "The name \(name) was not provided by any .service files")
    }

    fileprivate static let noDescriptors = Self(
        prefix + "NotSupported",
        "Tried to send message with Unix file descriptorsto a client that doesn't support that.")
    fileprivate static let fullQueue = Self(
        prefix + "LimitsExceeded", "Rejected: destination has a full message queue")
    fileprivate static let sameSerial = Self(
        prefix + "AccessDenied",
        "Message has the same reply serial as a currently-outstanding existing method call")
    fileprivate static let tooManyCalls = Self(
        prefix + "LimitsExceeded",
        "The maximum number of pending replies per connection has been reached")
    fileprivate static let calleeGone = Self(
        prefix + "NoReply", "Message recipient disconnected from message bus without replying")
}
