@testable import DBus

/// A message as nobody should send it.
struct RawMessage {
    var order = UInt8(ascii: "l")
    var kind: UInt8
    var flags: UInt8 = 0
    var version: UInt8 = 1
    var serial: UInt32 = 70
    var fields: [(UInt8, Value)]
    /// What the header says of the body's length; nil for the truth.
    var bodyLength: UInt32?
    var body: [UInt8] = []
    /// Between header and body.
    var padding: UInt8 = 0

    init(_ kind: BusMessage.Kind, fields: [(UInt8, Value)], body: [UInt8] = []) {
        self.kind = kind.rawValue
        self.fields = fields
        self.body = body
    }

    /// A signal that is well formed, with a body of these types.
    init(_ signature: String, _ body: [UInt8]) {
        self.init(
            .signal,
            fields: [
                (1, .path("/p")), (2, "q.r"), (3, "Foo"), (8, .signature(signature)),
            ], body: body)
    }

    var bytes: [UInt8] {
        var writer = WireWriter()
        for byte in [order, kind, flags, version] { writer.append(byte) }
        writer.append(bodyLength ?? UInt32(body.count))
        writer.append(serial)
        writer.append(
            .array("(yv)", fields.map { .tuple([.byte($0.0), .variant($0.1)]) }))
        while writer.bytes.count % 8 != 0 { writer.append(padding) }
        writer.append(contentsOf: body)
        return writer.bytes
    }

    func with(_ change: (inout Self) -> Void) -> Self {
        var message = self
        change(&message)
        return message
    }
}

/// The byte order that nobody here writes.
enum BigEndian {
    private static func number(_ number: Int) -> [UInt8] {
        (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func text(_ text: String) -> [UInt8] {
        number(text.utf8.count) + Array(text.utf8) + [0]
    }

    private static func padded(_ bytes: [UInt8], to size: Int) -> [UInt8] {
        bytes + Array(repeating: 0, count: (size - bytes.count % size) % size)
    }

    /// `Foo("täxt", ["a", "bcd"], <uint16 0x1234>)` of `q.r` at `/p`.
    static func call(to destination: String, serial: Int) -> [UInt8] {
        var body = padded(text("täxt"), to: 4)
        let strings = padded(text("a"), to: 4) + text("bcd")
        body += number(strings.count) + strings
        body += [1, UInt8(ascii: "q"), 0]
        body = padded(body, to: 2) + [0x12, 0x34]
        var fields: [UInt8] = []
        for (code, type, value) in [
            (1, "o", text("/p")), (2, "s", text("q.r")), (3, "s", text("Foo")),
            (6, "s", text(destination)),
        ] {
            fields = padded(fields, to: 8) + [UInt8(code), 1] + Array(type.utf8) + [0] + value
        }
        fields = padded(fields, to: 8) + [8, 1, UInt8(ascii: "g"), 0, 4] + Array("sasv".utf8) + [0]
        return padded(
            [UInt8(ascii: "B"), 1, 0, 1] + number(body.count) + number(serial)
                + number(fields.count) + fields, to: 8) + body
    }
}
