/// The object `org.freedesktop.DBus` (D-Bus Specification, Message Bus Messages), which answers in the words of dbus-daemon 1.14.
extension InnerBus {
    /// Handles a message to the bus itself.
    func answer(_ routed: RoutedMessage, _ client: InnerBusClient) {
        let message = routed.message
        guard client.uniqueName != nil else { return greet(routed, client) }
        show(routed, from: client, to: nil)
        guard message.kind == .call else { return }
        do throws(DBusError) {
            let method = try self.method(message)
            if method.interface == BusDescription.monitoring.name {
                return try becomeMonitor(message, client)
            }
            let values = try result(of: method, message.readValues, message, client)
            // As in dbus-daemon, only some answers without content are left out.
            guard !values.isEmpty || !message.wantsNoReply || method.member == "ReloadConfig"
            else { return }
            say(message.answer(.reply, values), to: client)
        } catch {
            fail(message, error, client)
        }
    }

    private typealias Method = (interface: String, member: String)

    /// Which method is called; its arguments have the right types.
    private func method(_ call: BusMessage) throws(DBusError) -> Method {
        let member = call.member ?? ""
        let interfaces = BusDescription.interfaces(at: call.path)
            .filter { call.interface ?? $0.name == $0.name }
        for interface in interfaces {
            guard let method = interface.methods.first(where: { $0.name == member }) else {
                continue
            }
            guard call.signature == method.signature else {
                throw .wrongArguments(member, call.signature, expected: method.signature)
            }
            return (interface.name, member)
        }
        throw .notUnderstood(member, knowsInterface: !interfaces.isEmpty)
    }

    private func result(
        of method: Method, _ values: [Value], _ call: BusMessage, _ client: InnerBusClient
    ) throws(DBusError) -> [Value] {
        switch method.interface {
        case BusDescription.properties.name:
            return try property(method.member, values.compactMap(\.text))
        case BusDescription.introspectable.name:
            return [.string(BusDescription.introspection(of: call.path))]
        case BusDescription.peer.name:
            return method.member == "Ping" ? [] : [.string(PeerInterface.machine)]
        default: break
        }
        let text = values.first?.text ?? ""
        switch method.member {
        case "RequestName":
            return [
                .uint32(
                    try acquire(text, UInt32(values.last?.number ?? 0), for: client).rawValue)
            ]
        case "ReleaseName": return [.uint32(try giveBack(text, of: client).rawValue)]
        case "AddMatch":
            guard client.rules.count < limits.rules else {
                throw .tooMany("add more match rules", "match_rules", limits.rules, client)
            }
            client.rules.add(try MatchRule(text))
        case "RemoveMatch":
            guard client.rules.remove(try MatchRule(text)) else { throw .noSuchRule }
        case "Hello":
            throw DBusError(
                "org.freedesktop.DBus.Error.Failed", "Already handled an Hello message")
        // Nothing can be started here, and there is no configuration.
        case "StartServiceByName":
            guard owner(of: text) != nil else { throw .notActivatable(text) }
            // DBUS_START_REPLY_ALREADY_RUNNING.
            return [.uint32(2)]
        case "UpdateActivationEnvironment", "ReloadConfig": break
        case "ListActivatableNames": return [.strings([Bus.name])]
        case "ListNames": return [.strings(names)]
        case "GetId": return [.string(InnerBusLogin.guid)]
        default: return [try answer(method.member, about: text)]
        }
        return []
    }

    // MARK: Names

    private func acquire(
        _ name: String, _ flags: UInt32, for client: InnerBusClient
    ) throws(DBusError) -> Acquisition {
        guard !name.hasPrefix(":") else {
            throw .badName("Cannot acquire a service starting with ':' such as \"\(name)\"")
        }
        guard BusNames.isWellKnown(name) else {
            throw .badName("Requested bus name \"\(name)\" is not valid")
        }
        guard name != Bus.name else {
            throw .badName(
                "Connection \"\(client.uniqueName ?? "")\" is not allowed to own the service"
                    + " \"\(name)\"because it is reserved for D-Bus' use only")
        }
        guard client.names.count + 1 < limits.names else {
            throw .tooMany("own more services", "names", limits.names, client)
        }
        return request(name, flags: flags, for: client)
    }

    private func giveBack(
        _ name: String, of client: InnerBusClient
    ) throws(DBusError) -> Release {
        guard BusNames.isName(name) else {
            throw .badName("Given bus name \"\(name)\" is not valid")
        }
        guard !name.hasPrefix(":") else {
            throw .badName("Cannot release a service starting with ':' such as \"\(name)\"")
        }
        guard name != Bus.name else {
            throw .badName(
                "Cannot release the \(name) service because it is owned by the bus")
        }
        return release(name, of: client)
    }

    /// What a method says about a name.
    private func answer(_ method: String, about name: String) throws(DBusError) -> Value {
        let isOwn = name == Bus.name
        let owner = self.owner(of: name)
        if method == "NameHasOwner" { return .bool(isOwn || owner != nil) }
        guard isOwn || owner != nil else { throw .noOwner(method, name) }
        let credentials = owner?.credentials ?? .own
        switch method {
        case "GetNameOwner": return .string(owner?.uniqueName ?? name)
        case "ListQueuedOwners":
            let queue = queues[name]?.compactMap(\.client.uniqueName)
            return .strings(queue ?? [name])
        case "GetConnectionUnixUser":
            guard let user = credentials.user else { throw .unknown("UID", of: name) }
            return .uint32(user)
        case "GetConnectionUnixProcessID":
            guard let process = credentials.process else { throw .unknown("PID", of: name) }
            return .uint32(process)
        case "GetAdtAuditSessionData":
            throw DBusError(
                "org.freedesktop.DBus.Error.AdtAuditDataUnknown",
                "Could not determine audit session data for '\(name)'")
        case "GetConnectionSELinuxSecurityContext":
            throw DBusError(
                "org.freedesktop.DBus.Error.SELinuxSecurityContextUnknown",
                "Could not determine security context for '\(name)'")
        default:
            // Of itself, dbus-daemon does not tell the groups.
            return .options(
                [
                    ("ProcessID", credentials.process.map { .uint32($0) }),
                    ("UnixUserID", credentials.user.map { .uint32($0) }),
                    (
                        "UnixGroupIDs",
                        isOwn
                            ? nil
                            : credentials.groups.map { .array("u", $0.map { .uint32($0) }) }
                    ),
                ].compactMap { name, value in value.map { (name, $0) } })
        }
    }

    // MARK: Properties

    private func property(_ method: String, _ texts: [String]) throws(DBusError) -> [Value] {
        let interface = texts.first ?? ""
        guard
            let description = BusDescription.interfaces(at: Bus.path)
                .first(where: { $0.name == interface })
        else {
            throw DBusError(
                "org.freedesktop.DBus.Error.UnknownInterface",
                "Interface \"\(interface)\" not found")
        }
        let all: [(String, Value)] =
            description.properties.map(\.name).map { name in
                let texts =
                    name == "Features"
                    ? BusDescription.features : BusDescription.optionalInterfaces
                return (name, .strings(texts))
            }
        if method == "GetAll" { return [.options(all)] }
        let name = texts.dropFirst().first ?? ""
        guard let found = all.first(where: { $0.0 == name }) else {
            throw DBusError(
                "org.freedesktop.DBus.Error.UnknownProperty",
                "Property \"\(interface).\(name)\" not found")
        }
        guard method == "Get" else {
            throw DBusError(
                "org.freedesktop.DBus.Error.PropertyReadOnly",
                "Property '\(interface).\(name)' cannot be set")
        }
        return [.variant(found.1)]
    }

    // MARK: Clients

    /// The first message has to be `Hello`.
    private func greet(_ routed: RoutedMessage, _ client: InnerBusClient) {
        var call = routed.message
        if let refusal = refusal(ofNewcomer: call) {
            show(routed, from: client, to: nil)
            return fail(call, refusal, client)
        }
        let name = ":1.\(nextName)"
        nextName += 1
        active[name] = client
        client.arrive(as: name)
        call.sender = name
        show(RoutedMessage(call), from: client, to: nil)
        say(call.answer(.reply, [.string(name)]), to: client)
        welcome(client, as: name)
    }

    private func refusal(ofNewcomer message: BusMessage) -> DBusError? {
        guard message.kind == .call, message.member == "Hello",
            message.interface ?? Bus.name == Bus.name
        else { return .notRegistered }
        guard message.signature.isEmpty else {
            return .wrongArguments("Hello", message.signature, expected: "")
        }
        return active.count < limits.clients ? nil : .tooManyClients
    }

    private func becomeMonitor(_ call: BusMessage, _ client: InnerBusClient) throws(DBusError) {
        let values = call.readValues
        guard values.last?.number == 0 else {
            throw DBusError(
                "org.freedesktop.DBus.Error.InvalidArgs",
                "BecomeMonitor does not support any flags yet")
        }
        let texts = values.first?.texts ?? []
        guard texts.count <= limits.rules else {
            throw .tooMany("add more match rules", "match_rules", limits.rules, client)
        }
        var rules: [MatchRule] = []
        for text in texts { rules.append(try MatchRule(text)) }
        if !call.wantsNoReply { say(call.answer(.reply, []), to: client) }
        client.rules = MatchRules()
        if let name = client.uniqueName { retire(name, of: client) }
        while let name = client.names.first { remove(client, from: name) }
        abandonCalls(of: client)
        client.uniqueName = nil
        client.monitored = rules
    }

    /// What is addressed to nobody dbus-daemon answers as its library does.
    func answerWithoutName(_ call: BusMessage, _ client: InnerBusClient) {
        var answer: BusMessage
        switch (call.interface, call.member) {
        case (PeerInterface.name, "Ping"): answer = call.answer(.reply, [])
        case (PeerInterface.name, "GetMachineId"):
            answer = call.answer(.reply, [.string(PeerInterface.machine)])
        case (PeerInterface.name, _):
            answer = call.answer(.error, [.string(DBusError.unknownPeerMethod.message)])
                .named(DBusError.unknownPeerMethod.name)
        default:
            answer = call.answer(
                .error,
                [
                    .string(
                        "Method \"\(call.member ?? "")\" with signature \"\(call.signature)\" on"
                            + " interface \"\(call.interface ?? "(null)")\" doesn't exist\n")
                ]
            ).named("org.freedesktop.DBus.Error.UnknownMethod")
        }
        answer.destination = nil
        answer.serial = nextSerial()
        client.send(RoutedMessage(answer))
    }
}

extension DBusError {
    private static let prefix = "org.freedesktop.DBus.Error."

    fileprivate static let notRegistered = Self(
        prefix + "AccessDenied",
        "Client tried to send a message other than Hello without being registered")
    fileprivate static let tooManyClients = Self(
        prefix + "LimitsExceeded", "The maximum number of active connections has been reached")
    fileprivate static let noSuchRule = Self(
        prefix + "MatchRuleNotFound", "The given match rule wasn't found and can't be removed")

    fileprivate static func wrongArguments(
        _ member: String, _ signature: String, expected: String
    ) -> Self {
        Self(
            prefix + "InvalidArgs",
            "Call to \(member) has wrong args (\(signature), expected \(expected))\n")
    }

    fileprivate static func notUnderstood(_ member: String, knowsInterface: Bool) -> Self {
        Self(
            prefix + (knowsInterface ? "UnknownMethod" : "UnknownInterface"),
            "\(Bus.name) does not understand message \(member)")
    }

    fileprivate static func badName(_ words: String) -> Self { Self(prefix + "InvalidArgs", words) }

    fileprivate static func tooMany(
        _ wish: String, _ limit: String, _ count: Int, _ client: InnerBusClient
    ) -> Self {
        Self(
            prefix + "LimitsExceeded",
            "Connection \"\(client.uniqueName ?? "")\" is not allowed to \(wish) (increase limits in"
                + " configuration file if required; max_\(limit)_per_connection=\(count))")
    }

    fileprivate static func unknown(_ what: String, of name: String) -> Self {
        Self(prefix + "Failed", "Could not determine \(what) for '\(name)'")
    }

    fileprivate static func noOwner(_ method: String, _ name: String) -> Self {
        let what =
            switch method {
            case "GetNameOwner": "owner"
            case "ListQueuedOwners": "owners"
            case "GetConnectionUnixUser": "UID"
            case "GetConnectionUnixProcessID": "PID"
            case "GetAdtAuditSessionData": "audit session data"
            case "GetConnectionSELinuxSecurityContext": "security context"
            default: "credentials"
            }
        return Self(
            prefix + "NameHasNoOwner", "Could not get \(what) of name '\(name)': no such name")
    }
}
