/// What a bus needs of the messages of its clients: all of the header, nothing of the body.
extension BusMessage {
    /// A complete message of a client, its ``body`` unread; nil if libdbus would not accept it (D-Bus Specification,
    /// Header Fields and Marshaling). Fields that are unknown are left out, as a bus may.
    init?(forwarding bytes: [UInt8]) {
        let isBigEndian = bytes[0] == Self.bigEndian
        // The array of fields begins with its length.
        var check = WireCheck(bytes, isBigEndian: isBigEndian, from: 12)
        guard bytes[1] != 0, check.passes("a(yv)"), check.align(to: 8) else { return nil }
        let start = check.offset
        var reader = WireReader(bytes, isBigEndian: isBigEndian, from: 8)
        self.init(Kind(rawValue: bytes[1]) ?? .unknown)
        wantsNoReply = bytes[2] & 1 != 0
        wantsNoStart = bytes[2] & 2 != 0
        guard let serial: UInt32 = try? reader.number(), serial != 0,
            let fields = try? reader.values(of: "a(yv)").first?.elements
        else { return nil }
        self.serial = serial
        var seen: Set<UInt8> = []
        for field in fields {
            guard case .tuple(let parts) = field, case .byte(let code) = parts[0],
                case .variant(let value) = parts[1], code != 0
            else { return nil }
            guard code <= 9 else { continue }
            guard seen.insert(code).inserted, takeStrictly(code, value) else { return nil }
        }
        guard hasRequiredFields(seen), check.passes(signature), check.offset == bytes.count
        else { return nil }
        body = isBigEndian ? Self.turned(bytes, from: start, signature) : Array(bytes[start...])
    }

    /// The same values, the lowest byte first.
    private static func turned(_ bytes: [UInt8], from start: Int, _ signature: String) -> [UInt8] {
        var reader = WireReader(bytes, isBigEndian: true, from: start)
        var writer = WireWriter()
        for value in (try? reader.values(of: signature)) ?? [] { writer.append(value) }
        return writer.bytes
    }

    /// False if the value is of another type than the field has, or is no name where one belongs.
    private mutating func takeStrictly(_ code: UInt8, _ value: Value) -> Bool {
        switch (code, value) {
        case (1, .path(let text)):
            path = text
            return text != Self.local.path
        case (2, .string(let text)):
            interface = text
            return BusNames.isInterface(text) && text != Self.local.interface
        case (3, .string(let text)):
            member = text
            return BusNames.isMember(text)
        case (4, .string(let text)):
            errorName = text
            return BusNames.isInterface(text)
        case (5, .uint32(let number)):
            replySerial = number
            return number != 0
        case (6, .string(let text)):
            destination = text
            return BusNames.isName(text)
        // The bus knows better.
        case (7, .string(let text)): return BusNames.isName(text)
        case (8, .signature(let text)):
            signature = text
            return true
        case (9, .uint32(let number)):
            descriptorCount = number
            return true
        default: return false
        }
    }

    /// What libdbus tells its own program; it is never sent.
    private static let local = (
        path: "/org/freedesktop/DBus/Local", interface: "org.freedesktop.DBus.Local"
    )

    private func hasRequiredFields(_ codes: Set<UInt8>) -> Bool {
        switch kind {
        case .call: codes.isSuperset(of: [1, 3])
        case .signal: codes.isSuperset(of: [1, 2, 3])
        case .reply: codes.contains(5)
        case .error: codes.isSuperset(of: [4, 5])
        case .unknown: true
        }
    }

    /// The body's values, read now if they have not been.
    var readValues: [Value] {
        guard let body else { return values ?? [] }
        var reader = WireReader(body, isBigEndian: false)
        return (try? reader.values(of: signature)) ?? []
    }
}
