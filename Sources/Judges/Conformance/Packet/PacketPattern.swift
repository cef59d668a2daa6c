import Declaration
import YAML

/// What a packet of the board must look like: `0B 84 tick:u32 uid:u8`.
package struct PacketPattern: DeclaredValue, Hashable {
    /// As it is written; empty for a packet without bytes.
    package var text = ""
    var tokens: [PacketToken] = []

    /// Words of hexadecimal digits, fields and marks for any byte.
    package static var shape: Shape {
        .form(
            name: "packet-pattern",
            about: "Bytes in hexadecimal; `??` is any byte, `..` at the end any more, `tick:u32` a"
                + " field (u8 to u40, i8 to i32, f32, u16be …, text, bytes), `$id` what an earlier"
                + " field held.",
            pattern:
                "^( ?([0-9A-Fa-f]{2}(\\*[0-9]{1,3})?|\\?\\?|\\$?[a-z][a-z0-9-]*(:[a-z0-9]+)?))*( ?\\.\\.)?$",
            example: "\"0B 84 tick:u32 uid:u8\"")
    }

    package static func read(_ node: Node, _ reader: Reader) -> PacketPattern? {
        guard case .scalar(let text, _) = node.content, !node.isNull else {
            reader.fail(
                "this is not a packet pattern", at: node.mark,
                fix: "write `\"0B 84 tick:u32 uid:u8\"`")
            return nil
        }
        let (tokens, unknown) = PacketToken.all(text)
        if let unknown {
            reader.fail(
                "`\(unknown)` is not valid in a packet", at: node.mark,
                fix: "write pairs of digits, `??`, `..`, `name:u16` or `$name`")
            return nil
        }
        for token in tokens.dropLast() {
            let takesAll =
                switch token {
                case .rest: true
                case .field(_, let type): type.size == nil
                default: false
                }
            if takesAll {
                reader.fail(
                    "`\(text)`: nothing may follow an element that takes the rest", at: node.mark,
                    fix: "put `..`, `text` and `bytes` last")
                return nil
            }
        }
        guard PacketToken.fits(tokens, node, reader) else { return nil }
        return PacketPattern(text: text, tokens: tokens)
    }

    /// Whether a packet is of the pattern's kind: the fixed bytes among its first
    /// two (module and register, for a MetaWear) are those of the pattern.
    func concerns(_ packet: [UInt8]) -> Bool {
        for (index, token) in tokens.prefix(2).enumerated() {
            if case .byte(let byte) = token {
                guard index < packet.count else { return false }
                if packet[index] != byte { return false }
            }
        }
        return !packet.isEmpty || tokens.isEmpty
    }

    /// The fields of a packet that matches; nil if it does not.
    func match(_ packet: [UInt8], _ kept: KeptFields) throws(UnknownField) -> PacketFields? {
        var at = 0
        var fields = PacketFields()
        for token in tokens {
            switch token {
            case .byte(let byte):
                guard at < packet.count, packet[at] == byte else { return nil }
                at += 1
            case .run(let byte, let count):
                guard at + count <= packet.count,
                    packet[at..<at + count].allSatisfy({ $0 == byte })
                else { return nil }
                at += count
            case .any:
                guard at < packet.count else { return nil }
                at += 1
            case .rest: at = packet.count
            case .kept(let name, let type):
                let bytes = try kept.bytes(name, as: type)
                guard packet[at...].starts(with: bytes) else { return nil }
                at += bytes.count
            case .field(let name, let type):
                let size = type.size ?? packet.count - at
                guard at + size <= packet.count else { return nil }
                let bytes = Array(packet[at..<at + size])
                fields.entries.append((name, type, type.number(bytes), bytes))
                at += size
            }
        }
        return at == packet.count ? fields : nil
    }
}

/// The fields of one packet, in their order.
package struct PacketFields {
    var entries: [(name: String, type: FieldType, number: Double, bytes: [UInt8])] = []

    /// What a field holds, as a number; 0 if the pattern has no such field.
    package func number(_ name: String) -> Double { self[name]?.number ?? 0 }

    /// The bytes of a field; nil if the pattern has no such field.
    package func bytes(_ name: String) -> [UInt8]? { self[name]?.bytes }

    subscript(_ name: String) -> (type: FieldType, number: Double, bytes: [UInt8])? {
        entries.first { $0.name == name }.map { ($0.type, $0.number, $0.bytes) }
    }
}

extension PacketToken {
    /// Reports a problem if words are longer than any value.
    static func fits(_ tokens: [PacketToken], _ node: Node, _ reader: Reader) -> Bool {
        let count = tokens.reduce(0) { $0 + $1.size }
        if count <= mostBytes { return true }
        reader.fail(
            "\(count) bytes are more than an attribute can hold", at: node.mark,
            fix: "write at most \(mostBytes)")
        return false
    }
}
