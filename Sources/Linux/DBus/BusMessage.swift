/// A message (D-Bus Specification, Message Protocol).
struct BusMessage {
    /// Its kind; unknown kinds are to be ignored.
    var kind: Kind
    /// Whether it carries NO_REPLY_EXPECTED.
    var wantsNoReply = false
    /// Whether it carries NO_AUTO_START.
    var wantsNoStart = false
    /// Its serial number, per sender; never zero.
    var serial: UInt32 = 0
    /// The number of the call that it answers.
    var replySerial: UInt32 = 0
    var path: String?
    var interface: String?
    var member: String?
    var errorName: String?
    var destination: String?
    var sender: String?
    /// The types of the body's values.
    var signature = ""
    /// How many descriptors it carries.
    var descriptorCount: UInt32 = 0
    /// The body's values; nil if they do not match their types.
    var values: [Value]? = []
    /// The body in wire format, the lowest byte first, of a message that is only forwarded.
    var body: [UInt8]?

    enum Kind: UInt8 {
        case call = 1
        case reply, error, signal
        case unknown = 255
    }

    /// The longest message, in bytes.
    static let longest = 1 << 27
    /// The length of the part that determines the total length.
    static let prefixLength = 16

    init(_ kind: Kind) { self.kind = kind }

    /// The length of the message that begins with these bytes, at least ``prefixLength`` of them;
    /// nil if they are no valid beginning.
    static func length(of bytes: ArraySlice<UInt8>) -> Int? {
        let bytes = Array(bytes.prefix(prefixLength))
        guard isOrder(bytes[0]), bytes[3] == 1 else { return nil }
        var reader = WireReader(bytes, isBigEndian: bytes[0] == bigEndian, from: 4)
        guard let body: UInt32 = try? reader.number(), (try? reader.number() as UInt32) != nil,
            let fields: UInt32 = try? reader.number(), Int(fields) <= WireReader.longestArray
        else { return nil }
        let length = (prefixLength + Int(fields) + 7) / 8 * 8 + Int(body)
        return length <= longest ? length : nil
    }

    static let bigEndian = UInt8(ascii: "B")
    static let littleEndian = UInt8(ascii: "l")

    private static func isOrder(_ letter: UInt8) -> Bool {
        letter == bigEndian || letter == littleEndian
    }

    /// A complete message; nil if its header is invalid.
    init?(_ bytes: [UInt8]) {
        var reader = WireReader(bytes, isBigEndian: bytes[0] == Self.bigEndian, from: 8)
        kind = Kind(rawValue: bytes[1]) ?? .unknown
        wantsNoReply = bytes[2] & 1 != 0
        guard let serial: UInt32 = try? reader.number(),
            let fields = try? reader.values(of: "a(yv)").first?.elements
        else { return nil }
        self.serial = serial
        for field in fields {
            guard case .tuple(let parts) = field, case .byte(let code) = parts[0] else { continue }
            take(code, parts[1].unboxed)
        }
        guard (try? reader.align(to: 8)) != nil else { return nil }
        values = try? reader.values(of: signature)
        if reader.offset != bytes.count { values = nil }
    }

    private mutating func take(_ code: UInt8, _ value: Value) {
        switch (code, value) {
        case (1, .path(let text)): path = text
        case (2, .string(let text)): interface = text
        case (3, .string(let text)): member = text
        case (4, .string(let text)): errorName = text
        case (5, .uint32(let number)): replySerial = number
        case (6, .string(let text)): destination = text
        case (7, .string(let text)): sender = text
        case (8, .signature(let text)): signature = text
        case (9, .uint32(let number)): descriptorCount = number
        default: break
        }
    }

    /// The complete message in wire format.
    func bytes() -> [UInt8] {
        let values = values ?? []
        var content = WireWriter()
        if let body {
            content.append(contentsOf: body)
        } else {
            for value in values { content.append(value) }
        }
        let signature = body == nil ? values.map(\.signature).joined() : signature
        var fields: [Value] = []
        func field(_ code: UInt8, _ value: Value?) {
            if let value { fields.append(.tuple([.byte(code), .variant(value)])) }
        }
        field(1, path.map { .path($0) })
        field(2, interface.map { .string($0) })
        field(3, member.map { .string($0) })
        field(4, errorName.map { .string($0) })
        field(5, replySerial == 0 ? nil : .uint32(replySerial))
        field(6, destination.map { .string($0) })
        field(7, sender.map { .string($0) })
        field(8, signature.isEmpty ? nil : .signature(signature))
        field(9, descriptorCount == 0 ? nil : .uint32(descriptorCount))
        var writer = WireWriter()
        writer.append(Self.littleEndian)
        writer.append(kind.rawValue)
        writer.append(UInt8((wantsNoReply ? 1 : 0) | (wantsNoStart ? 2 : 0)))
        writer.append(UInt8(1))
        writer.append(UInt32(truncatingIfNeeded: content.bytes.count))
        writer.append(serial)
        writer.append(.array("(yv)", fields))
        writer.align(to: 8)
        writer.append(contentsOf: content.bytes)
        return writer.bytes
    }
}

extension BusMessage {
    /// A method call; its sender decides whether it expects a reply.
    static func call(
        _ destination: String, _ path: String, _ interface: String, _ member: String,
        _ values: [Value]
    ) -> Self {
        var message = Self(.call, path, interface, member, values, to: destination)
        // Our calls do not start services.
        message.wantsNoStart = true
        return message
    }

    /// A signal, to one client or to all.
    static func signal(
        _ path: String, _ interface: String, _ member: String, _ values: [Value],
        to destination: String?
    ) -> Self {
        var message = Self(.signal, path, interface, member, values, to: destination)
        message.wantsNoReply = true
        return message
    }

    private init(
        _ kind: Kind, _ path: String, _ interface: String, _ member: String, _ values: [Value],
        to destination: String?
    ) {
        self.init(kind)
        self.path = path
        self.interface = interface
        self.member = member
        self.values = values
        self.destination = destination
    }

    /// The answer to this call.
    func answer(_ kind: Kind, _ values: [Value]) -> Self {
        var message = Self(kind)
        message.destination = sender
        message.replySerial = serial
        message.values = values
        message.wantsNoReply = true
        return message
    }

    /// This error, called so.
    func named(_ name: String) -> Self {
        var message = self
        message.errorName = name
        return message
    }
}
