import DBus
import Simulation

/// What a client that is mad, or bad, calls a stand-in with.
struct RandomCall {
    var random: RandomStream
    /// Methods and properties that objects say they have.
    var vocabulary = Vocabulary()
    /// Objects, some of which are there.
    var paths = ["/", "/org", "/org/bluez", "/org/bluez/hci0", "/org/bluez/hci7", "/x"]

    init(seed: UInt64) { random = RandomStream(seed: seed, purpose: "fuzz.bus") }

    mutating func below(_ bound: Int) -> Int { Int(random.below(UInt64(bound))) }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }

    struct Call {
        var path: String
        var interface: String?
        var member: String
        var values: [Value]
    }

    mutating func next() -> Call {
        let path = pick(paths)
        if below(4) == 0 || vocabulary.methods.isEmpty { return ofProperties(path) }
        let method = pick(vocabulary.methods)
        var values = method.arguments.map { value(of: $0) }
        switch below(8) {
        case 0: values = (0..<below(4)).map { _ in value(of: signature(0)) }
        case 1: if !values.isEmpty { values[below(values.count)] = value(of: signature(0)) }
        case 2: if !values.isEmpty { values.removeLast() }
        default: break
        }
        let interface = below(30) == 0 ? nil : below(30) == 0 ? "a.b" : method.interface
        return Call(path: path, interface: interface, member: method.name, values: values)
    }

    private mutating func ofProperties(_ path: String) -> Call {
        let interface = "org.freedesktop.DBus.Properties"
        let property = vocabulary.properties.isEmpty ? nil : pick(vocabulary.properties)
        let owner = Value.string(property?.interface ?? "a.b")
        let name = Value.string(below(20) == 0 ? "" : property?.name ?? "X")
        switch below(4) {
        case 0: return Call(path: path, interface: interface, member: "GetAll", values: [owner])
        case 1:
            return Call(path: path, interface: interface, member: "Get", values: [owner, name])
        default:
            let type = below(3) == 0 ? signature(0) : property?.signature ?? "s"
            return Call(
                path: path, interface: interface, member: "Set",
                values: [owner, name, .variant(value(of: type))])
        }
    }

    // MARK: Values

    static let words = [
        "", "le", "bredr", "auto", "command", "request", "reliable", "peripheral", "broadcast",
        "NoInputNoOutput", "KeyboardDisplay", "DisplayYesNo", "C0:00:00:00:00:07", "random",
        "public", "Alias", "Powered", "offset", "type", "mtu", "UUIDs", "RSSI", "Pathloss",
        "Transport", "DuplicateData", "Discoverable", "Pattern", "Address", "AddressType",
        "326a9000-85cb-9195-d9dd-464cfbbae75a", "0000180a-0000-1000-8000-00805f9b34fb", "180f",
        "org.bluez.Adapter1", "ü𝔅\n", "%s%n", "../../etc",
    ]

    private mutating func text() -> String {
        below(40) == 0 ? String(repeating: "long", count: 500) : pick(Self.words)
    }

    private static let letters = "ybnqiuxtdsogv".map { String($0) }

    /// A complete type, not too deep.
    private mutating func signature(_ depth: Int) -> String {
        switch depth > 3 ? 0 : below(7) {
        case 1: "a" + signature(depth + 1)
        case 2: "a{" + pick(["s", "q", "o", "y", "g"]) + signature(depth + 1) + "}"
        case 3: "(" + signature(depth + 1) + signature(depth + 1) + ")"
        case 4: "a{sv}"
        default: pick(Self.letters)
        }
    }

    private mutating func number() -> UInt64 {
        switch below(4) {
        case 0: UInt64(below(4))
        case 1: UInt64.max - UInt64(below(3))
        case 2: 1 << UInt64(below(64))
        default: random.next()
        }
    }

    mutating func value(of signature: String) -> Value {
        var letters = Substring(signature)
        return value(&letters, 0)
    }

    /// One complete type off the front of a signature.
    private func type(_ letters: inout Substring) -> String {
        guard let first = letters.popFirst() else { return "" }
        switch first {
        case "a": return "a" + type(&letters)
        case "(", "{":
            var text = String(first)
            while let next = letters.first, next != ")", next != "}" { text += type(&letters) }
            if let last = letters.popFirst() { text.append(last) }
            return text
        default: return String(first)
        }
    }

    private mutating func value(_ letters: inout Substring, _ depth: Int) -> Value {
        let own = type(&letters)
        switch own.first {
        case "y": return .byte(UInt8(truncatingIfNeeded: number()))
        case "b": return .bool(below(2) == 0)
        case "n": return .int16(Int16(truncatingIfNeeded: number()))
        case "q": return .uint16(UInt16(truncatingIfNeeded: number()))
        case "i": return .int32(Int32(truncatingIfNeeded: number()))
        case "u": return .uint32(UInt32(truncatingIfNeeded: number()))
        case "x": return .int64(Int64(truncatingIfNeeded: number()))
        case "t": return .uint64(number())
        case "d": return .double(pick([0, -1, .nan, .infinity, 1e300]))
        case "o": return .path(pick(paths))
        case "g": return .signature(pick(["", "s", "a{sv}", "(ii)"]))
        case "v":
            var inner = Substring(depth > 4 ? "s" : signature(depth))
            return .variant(value(&inner, depth + 1))
        case "a": return array(own.dropFirst(), depth)
        case "(":
            var inner = own.dropFirst().dropLast()
            var values: [Value] = []
            while !inner.isEmpty { values.append(value(&inner, depth + 1)) }
            return .tuple(values)
        default: return .string(text())
        }
    }

    private mutating func array(_ element: Substring, _ depth: Int) -> Value {
        let count = below(20) == 0 ? 300 : below(4)
        if element == "y" {
            return .bytes((0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) })
        }
        guard element.first == "{" else {
            return .array(
                String(element),
                (0..<min(count, 8)).map { _ in
                    var inner = element
                    return value(&inner, depth + 1)
                })
        }
        let types = element.dropFirst().dropLast()
        return .dictionary(
            String(types.prefix(1)), String(types.dropFirst()),
            (0..<min(count, 8)).map { _ in
                var (key, inner) = (types.prefix(1), types.dropFirst())
                return .init(value(&key, depth + 1), value(&inner, depth + 1))
            })
    }
}

/// What introspection says that objects can.
struct Vocabulary {
    private(set) var methods: [(interface: String, name: String, arguments: [String])] = []
    private(set) var properties: [(interface: String, name: String, signature: String)] = []

    /// Takes in the answer of `Introspect`; an interface that it knows already is not read again.
    mutating func read(_ document: String) {
        var interface: String?
        let known = Set(methods.map(\.interface) + properties.map(\.interface))
        for tag in document.split(separator: "<") {
            func attribute(_ name: String) -> String? {
                let parts = tag.split(separator: "\"", omittingEmptySubsequences: false)
                let index = parts.firstIndex { $0.hasSuffix(" \(name)=") }
                return index.flatMap { $0 + 1 < parts.count ? String(parts[$0 + 1]) : nil }
            }
            if tag.hasPrefix("interface") {
                interface = attribute("name").flatMap { known.contains($0) ? nil : $0 }
            }
            guard let interface else { continue }
            if tag.hasPrefix("method") {
                methods.append((interface, attribute("name") ?? "", []))
            } else if tag.hasPrefix("arg"), attribute("direction") == "in" {
                methods[methods.count - 1].arguments.append(attribute("type") ?? "s")
            } else if tag.hasPrefix("property") {
                properties.append((interface, attribute("name") ?? "", attribute("type") ?? "s"))
            }
        }
    }
}
