import CGIO

extension Bus {
    /// Sends a signal, to all listeners or to one; a signal with malformed names is not sent.
    package func emit(
        _ path: String, _ interface: String, _ member: String, _ values: [Value],
        to destination: String? = nil
    ) {
        beforeSending()
        send(path, interface, member, values, to: destination)
    }

    /// Sends a signal, without ``beforeSending``.
    func send(
        _ path: String, _ interface: String, _ member: String, _ values: [Value],
        to destination: String?
    ) {
        guard isOpen, Self.isSendable(destination, path, interface, member) else { return }
        outgoing.send(.signal(path, interface, member, values, to: destination))
    }

    /// Calls `handler` with the signals that match all given criteria, until the subscription is
    /// released.
    ///
    /// - Parameters:
    ///   - sender: a unique name, or a name whose current owner is meant.
    ///   - argument: the value of the first argument, a string.
    package func subscribe(
        sender: String? = nil, path: String? = nil, interface: String? = nil,
        member: String? = nil, argument: String? = nil, _ handler: @escaping (Signal) -> Void
    ) -> SignalSubscription {
        SignalSubscription(
            self,
            SignalListener(
                rule: SignalRule(
                    sender: sender, path: path, interface: interface, member: member,
                    argument: argument), handler))
    }

    /// Acquires a name immediately, or fails.
    package func own(_ name: String) throws(DBusError) {
        // DBUS_NAME_FLAG_DO_NOT_QUEUE (D-Bus Specification, RequestName); the answer 1 is primary
        // owner, 4 already owner.
        let answer = try callAndWait(
            Self.name, Self.path, Self.name, "RequestName", [.string(name), .uint32(4)])
        guard let number = answer.first?.number, number == 1 || number == 4 else {
            throw DBusError(
                "org.freedesktop.DBus.Error.AddressInUse", "\(name) is owned by another program")
        }
    }

    /// The unique name of a name's current owner; nil if there is none.
    package func owner(of name: String) -> String? {
        let answer = try? callAndWait(
            Self.name, Self.path, Self.name, "GetNameOwner", [.string(name)])
        return answer?.first?.text
    }

    /// Calls `handler` with the new owner of a name, nil for none, each time that it changes.
    package func watch(
        name: String, _ handler: @escaping (_ owner: String?) -> Void
    ) -> SignalSubscription {
        SignalSubscription(self, SignalListener.ofOwner(of: name, handler))
    }

    /// The bus itself, as a destination and an interface.
    package static let name = "org.freedesktop.DBus"
    /// The object of the bus itself.
    package static let path = "/org/freedesktop/DBus"
}

/// Listeners and what they listen to.
extension Bus {
    func add(_ listener: SignalListener) {
        if let sender = listener.rule.sender, isOpen, sender.first != ":", sender != Self.name {
            follow(sender)
        }
        listeners.append(listener)
        tellBus("AddMatch", listener.rule)
    }

    func remove(_ listener: SignalListener) {
        listeners.removeAll { $0 === listener }
        // It may be next for the signal whose handler removes it.
        listener.handle = nil
        tellBus("RemoveMatch", listener.rule)
        guard let sender = listener.rule.sender, let owner = owners[sender] else { return }
        owner.users -= 1
        guard owner.users == 0 else { return }
        owners[sender] = nil
        if let watch = owner.watch { remove(watch) }
    }

    /// Resolves a name to its owner, since any client may send signals that claim to be from it.
    /// The answer arrives before the first signal that is subscribed to after it.
    private func follow(_ name: String) {
        if let owner = owners[name] {
            owner.users += 1
            return
        }
        let owner = NameOwner()
        owners[name] = owner
        let watch = SignalListener.ofOwner(of: name) { [unowned owner] in owner.name = $0 }
        owner.watch = watch
        add(watch)
        guard Self.isSendable(name, Self.path, Self.name, "GetNameOwner") else { return }
        call(Self.name, Self.path, Self.name, "GetNameOwner", [.string(name)]) { [weak owner] in
            owner?.name = (try? $0.get())?.first?.text
        }
    }

    /// The bus forwards each message that matches any of its rules, once.
    private func tellBus(_ member: String, _ rule: SignalRule) {
        var call = BusMessage.call(Self.name, Self.path, Self.name, member, [.string(rule.text)])
        call.wantsNoReply = true
        outgoing.send(call)
    }

    func hear(_ message: BusMessage) {
        guard let values = message.values else { return }
        let signal = Signal(
            sender: message.sender ?? "", path: message.path ?? "",
            interface: message.interface ?? "", member: message.member ?? "", values: values)
        // A listener that another's handler cancels gets nothing more; a new one gets the next
        // signal.
        for listener in listeners {
            guard let handle = listener.handle, matches(signal, listener.rule) else { continue }
            handle(signal)
        }
    }

    private func matches(_ signal: Signal, _ rule: SignalRule) -> Bool {
        guard rule.path ?? signal.path == signal.path,
            rule.interface ?? signal.interface == signal.interface,
            rule.member ?? signal.member == signal.member
        else { return false }
        if let argument = rule.argument {
            guard case .string(argument)? = signal.values.first else { return false }
        }
        guard let sender = rule.sender, sender != signal.sender else { return true }
        return owners[sender]?.name == signal.sender
    }
}

/// The current owner of a name.
final class NameOwner {
    var name: String?
    var users = 1
    var watch: SignalListener?
}

/// Which signals a listener subscribes to; nil matches any.
struct SignalRule {
    var sender: String?
    var path: String?
    var interface: String?
    var member: String?
    var argument: String?

    /// For the bus (D-Bus Specification, Match Rules).
    var text: String {
        let parts = [
            ("sender", sender), ("path", path), ("interface", interface), ("member", member),
            ("arg0", argument),
        ]
        return "type='signal'"
            + parts.map { name, value in value.map { ",\(name)='\(Self.quoted($0))'" } ?? "" }
            .joined()
    }

    /// Within quotes only the quote itself is special.
    private static func quoted(_ text: String) -> String {
        text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
    }
}

/// A listener, until its handler is removed.
final class SignalListener {
    let rule: SignalRule
    var handle: ((Signal) -> Void)?

    init(rule: SignalRule, _ handle: @escaping (Signal) -> Void) {
        self.rule = rule
        self.handle = handle
    }

    static func ofOwner(
        of name: String, _ handler: @escaping (_ owner: String?) -> Void
    ) -> SignalListener {
        let rule = SignalRule(
            sender: Bus.name, path: Bus.path, interface: Bus.name, member: "NameOwnerChanged",
            argument: name)
        return SignalListener(rule: rule) { signal in
            guard signal.values.count == 3, let owner = signal.values[2].text else { return }
            handler(owner.isEmpty ? nil : owner)
        }
    }
}

/// A subscription to signals, as long as this object lives.
package final class SignalSubscription {
    private weak var bus: Bus?
    private let listener: SignalListener

    init(_ bus: Bus, _ listener: SignalListener) {
        self.bus = bus
        self.listener = listener
        bus.add(listener)
    }

    deinit { cancel() }

    /// Ends it: the handler is not called again, not even for signals that have already arrived.
    package func cancel() {
        guard listener.handle != nil else { return }
        listener.handle = nil
        bus?.remove(listener)
    }
}
