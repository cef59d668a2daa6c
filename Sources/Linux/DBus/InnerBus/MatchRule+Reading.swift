/// How rules are written, and what dbus-daemon 1.14 says of those that are not.
extension MatchRule {
    /// The longest one, in bytes.
    private static let longest = 1024
    /// One past the last argument that a rule can be about.
    private static let argumentsEnd = 64

    /// A rule; empty ones are about every broadcast.
    init(_ text: String) throws(DBusError) {
        guard text.utf8.count <= Self.longest else {
            throw DBusError(
                "org.freedesktop.DBus.Error.LimitsExceeded",
                "Match rule text is \(text.utf8.count) bytes, maximum is \(Self.longest)")
        }
        var hasEavesdrop = false
        for (key, value) in try Self.pairs(text) {
            switch key {
            case "type":
                guard kind == nil else { throw .twice(key) }
                guard let named = Self.kinds.first(where: { $0.0 == value }) else {
                    throw .invalidRule("Invalid message type (\(value)) in match rule\n")
                }
                kind = named.1
            case "sender":
                try Self.set(&sender, key, value, "Sender name", BusNames.isName)
            case "interface":
                try Self.set(&interface, key, value, "Interface name", BusNames.isInterface)
            case "member": try Self.set(&member, key, value, "Member name", BusNames.isMember)
            case "destination":
                try Self.set(&destination, key, value, "Destination name", BusNames.isName)
            case "path", "path_namespace": try takePath(key, value)
            case "eavesdrop":
                guard value == "true" || value == "false" else {
                    throw .invalidRule(
                        "eavesdrop='\(value)' is invalid, it should be 'true' or 'false'\n")
                }
                hasEavesdrop = value == "true"
            case let key where key.hasPrefix("arg"): try takeArgument(key, value)
            default: throw .invalidRule("Unknown key \"\(key)\" in match rule")
            }
        }
        isEavesdropping = hasEavesdrop
    }

    private static let kinds: [(String, BusMessage.Kind)] = [
        ("signal", .signal), ("method_call", .call), ("method_return", .reply), ("error", .error),
    ]

    private static func set(
        _ field: inout String?, _ key: String, _ value: String, _ words: String,
        _ isValid: (String) -> Bool
    ) throws(DBusError) {
        guard field == nil else { throw .twice(key) }
        guard isValid(value) else { throw .invalidRule("\(words) '\(value)' is invalid\n") }
        field = value
    }

    private mutating func takePath(_ key: String, _ value: String) throws(DBusError) {
        guard path == nil, pathNamespace == nil else {
            throw .invalidRule("path or path_namespace specified twice in match rule\n")
        }
        guard BusNames.isPath(value.utf8) else {
            throw .invalidRule("Path '\(value)' is invalid\n")
        }
        if key == "path" { path = value } else { pathNamespace = value }
    }

    private mutating func takeArgument(_ key: String, _ value: String) throws(DBusError) {
        let rest = key.utf8.dropFirst(3)
        let example = "Should be 'arg0' or 'arg7' for example.\n"
        guard !rest.isEmpty else {
            throw .invalidRule(
                "Key '\(key)' in match rule starts with 'arg' but lacks an arg number. \(example)")
        }
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard !digits.isEmpty, let index = Int(Substring(digits)) else {
            throw .invalidRule(
                "Key '\(key)' in match rule starts with 'arg' but could not parse arg number. "
                    + example)
        }
        let kind = String(Substring(rest.dropFirst(digits.count)))
        guard kind.isEmpty || kind == "path" || (kind == "namespace" && index == 0) else {
            throw .invalidRule(
                "Key '\(key)' in match rule contains junk after argument number (\(index)). Only"
                    + " 'arg\(index)path' (for example) or 'arg0namespace' are valid")
        }
        guard index < Self.argumentsEnd else {
            throw .invalidRule(
                "Key '\(key)' in match rule has arg number \(index) but the maximum is"
                    + " \(Self.argumentsEnd - 1).\n")
        }
        guard kind != "namespace" || BusNames.isWellKnown(value, orPrefix: true) else {
            throw .invalidRule("arg0namespace='\(value)' is not a valid prefix of a bus name")
        }
        guard arguments[index] == nil else {
            throw .invalidRule("Argument \(key) matched more than once in match rule\n")
        }
        switch kind {
        case "path": arguments[index] = .path(value)
        case "namespace": arguments[index] = .namespace(value)
        default: arguments[index] = .string(value)
        }
    }

    /// Keys and values, which may be quoted; up to a key that is empty or is followed by nothing.
    private static func pairs(_ text: String) throws(DBusError) -> [(String, String)] {
        let letters = Array(text.utf8)
        var pairs: [(String, String)] = []
        var index = 0
        while index < letters.count {
            while index < letters.count, isSpace(letters[index]) { index += 1 }
            let keyStart = index
            while index < letters.count, letters[index] != UInt8(ascii: "="),
                !isSpace(letters[index])
            { index += 1 }
            let key = String(decoding: letters[keyStart..<index], as: UTF8.self)
            while index < letters.count, isSpace(letters[index]) { index += 1 }
            guard !key.isEmpty else { return pairs }
            guard index < letters.count, letters[index] == UInt8(ascii: "=") else {
                throw .invalidRule("Match rule has a key with no subsequent '=' character")
            }
            index += 1
            pairs.append((key, try value(at: &index, in: letters)))
        }
        return pairs
    }

    /// Up to a comma outside of quotes. Within them nothing is special, and outside `\'` is a quote.
    private static func value(
        at index: inout Int, in letters: [UInt8]
    ) throws(DBusError) -> String {
        var value: [UInt8] = []
        var isQuoted = false
        var isEscaped = false
        while index < letters.count {
            let letter = letters[index]
            index += 1
            if isEscaped {
                if letter != UInt8(ascii: "'") { value.append(UInt8(ascii: "\\")) }
                value.append(letter)
                isEscaped = false
            } else if letter == UInt8(ascii: "'") {
                isQuoted.toggle()
            } else if isQuoted {
                value.append(letter)
            } else if letter == UInt8(ascii: ",") {
                break
            } else if letter == UInt8(ascii: "\\") {
                isEscaped = true
            } else {
                value.append(letter)
            }
        }
        if isEscaped { value.append(UInt8(ascii: "\\")) }
        guard !isQuoted else { throw .invalidRule("Unbalanced quotation marks in match rule") }
        return String(decoding: value, as: UTF8.self)
    }

    private static func isSpace(_ letter: UInt8) -> Bool {
        letter == UInt8(ascii: " ") || letter == UInt8(ascii: "\t") || letter == UInt8(ascii: "\n")
            || letter == UInt8(ascii: "\r")
    }
}

extension DBusError {
    fileprivate static func invalidRule(_ words: String) -> Self {
        Self("org.freedesktop.DBus.Error.MatchRuleInvalid", words)
    }

    fileprivate static func twice(_ key: String) -> Self {
        invalidRule("Key \(key) specified twice in match rule\n")
    }
}
