/// Which messages a client of a bus wants (D-Bus Specification, Match Rules).
struct MatchRule: Equatable {
    var kind: BusMessage.Kind?
    var sender: String?
    var interface: String?
    var member: String?
    var path: String?
    var pathNamespace: String?
    var destination: String?
    /// Whether it is about messages to others, too.
    var isEavesdropping = false
    /// What arguments have to be, by index.
    var arguments: [Int: Argument] = [:]

    /// What an argument has to be.
    enum Argument: Equatable {
        /// This string.
        case string(String)
        /// This path, one above it that ends in `/`, or one below it if it ends in `/`.
        case path(String)
        /// This name or one below it.
        case namespace(String)
    }

    /// What a rule asks about a message's way.
    struct Way {
        /// Whether a name is one of its sender.
        var isFrom: (String) -> Bool
        /// Whether a name is one of whom it is addressed to.
        var isTo: (String) -> Bool
        /// Whether messages to others are to be considered, as a monitor does.
        var isMonitored = false
    }

    /// Whether a client with this rule gets the message, beside the one that it is addressed to.
    func matches(_ routed: RoutedMessage, _ way: Way) -> Bool {
        let message = routed.message
        guard kind ?? message.kind == message.kind,
            interface ?? message.interface == message.interface,
            member ?? message.member == message.member, path ?? message.path == message.path
        else { return false }
        if isEavesdropping || way.isMonitored {
            if let destination {
                guard message.destination != nil, way.isTo(destination) else { return false }
            }
        } else {
            // dbus-daemon takes a destination for the wish to eavesdrop, which has to be said as well.
            guard destination == nil, message.destination == nil else { return false }
        }
        if let pathNamespace, pathNamespace != "/" {
            guard let path = message.path,
                path == pathNamespace || path.hasPrefix(pathNamespace + "/")
            else { return false }
        }
        if let sender, !way.isFrom(sender) { return false }
        return arguments.isEmpty || isAbout(routed.values)
    }

    private func isAbout(_ values: [Value]) -> Bool {
        arguments.allSatisfy { index, wanted in
            guard index < values.count else { return false }
            switch (wanted, values[index]) {
            case (.string(let text), .string(let given)): return text == given
            case (.path(let text), .string(let given)), (.path(let text), .path(let given)):
                return text == given || (text.hasSuffix("/") && given.hasPrefix(text))
                    || (given.hasSuffix("/") && text.hasPrefix(given))
            case (.namespace(let text), .string(let given)):
                return text == given || given.hasPrefix(text + ".")
            default: return false
            }
        }
    }
}

/// The rules of a client: a message is held against those about its path, and those about any.
struct MatchRules {
    /// How many there are; equal ones count.
    private(set) var count = 0
    /// How many of them are about messages to others.
    private(set) var eavesdropping = 0
    private var byPath: [String: [MatchRule]] = [:]
    private var aboutAny: [MatchRule] = []

    mutating func add(_ rule: MatchRule) {
        count += 1
        if rule.isEavesdropping { eavesdropping += 1 }
        if let path = rule.path {
            byPath[path, default: []].append(rule)
        } else {
            aboutAny.append(rule)
        }
    }

    /// Removes one that is equal; false if there is none.
    mutating func remove(_ rule: MatchRule) -> Bool {
        if let path = rule.path {
            guard var rules = byPath[path], let index = rules.lastIndex(of: rule) else {
                return false
            }
            rules.remove(at: index)
            byPath[path] = rules.isEmpty ? nil : rules
        } else {
            guard let index = aboutAny.lastIndex(of: rule) else { return false }
            aboutAny.remove(at: index)
        }
        count -= 1
        if rule.isEavesdropping { eavesdropping -= 1 }
        return true
    }

    /// Whether any of them wants the message.
    func match(_ routed: RoutedMessage, _ way: MatchRule.Way) -> Bool {
        let ofPath = routed.message.path.flatMap { byPath[$0] } ?? []
        return ofPath.contains { $0.matches(routed, way) }
            || aboutAny.contains { $0.matches(routed, way) }
    }
}
