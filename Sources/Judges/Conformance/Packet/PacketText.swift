import Declaration
import YAML

/// Bytes that a case writes: `0B 02 $signal 20`.
package struct PacketText: DeclaredValue, Hashable {
    /// As it is written.
    package var text = ""
    var tokens: [PacketToken] = []

    /// Words of hexadecimal digits and names of fields.
    package static var shape: Shape {
        .form(
            name: "packet",
            about:
                "Bytes in hexadecimal; `FF*16` is a byte several times, `$id` or `$tick:u32` what"
                + " an earlier packet held in the field of that name.",
            pattern: "^( ?([0-9A-Fa-f]{2}(\\*[0-9]{1,3})?|\\$[a-z][a-z0-9-]*(:[a-z0-9]+)?))*$",
            example: "\"09 06 $processor 01\"")
    }

    package static func read(_ node: Node, _ reader: Reader) -> PacketText? {
        guard case .scalar(let text, _) = node.content, !node.isNull else {
            reader.fail(
                "this is not a packet", at: node.mark, fix: "write bytes, `\"03 01 01\"`")
            return nil
        }
        let (tokens, unknown) = PacketToken.all(text)
        for token in tokens {
            switch token {
            case .byte, .run, .kept: continue
            case .any, .rest, .field:
                reader.fail(
                    "`\(text)` is a pattern, but a write needs bytes", at: node.mark,
                    fix: "write each byte, or `$name` for a field of an earlier packet")
                return nil
            }
        }
        if let unknown {
            reader.fail(
                "`\(unknown)` is not a byte", at: node.mark,
                fix: "write pairs of digits, `FF*16` or `$name`")
            return nil
        }
        return PacketToken.fits(tokens, node, reader) ? PacketText(text: text, tokens: tokens) : nil
    }

    /// The bytes, with the kept fields inserted; or the name of a field that was not kept.
    func bytes(_ kept: KeptFields) throws(UnknownField) -> [UInt8] {
        var bytes: [UInt8] = []
        for token in tokens {
            switch token {
            case .byte(let byte): bytes.append(byte)
            case .run(let byte, let count): bytes += Array(repeating: byte, count: count)
            case .kept(let name, let type): bytes += try kept.bytes(name, as: type)
            case .any, .rest, .field: break
            }
        }
        return bytes
    }
}

/// A field that no packet had.
struct UnknownField: Error {
    var name: String
}

/// The fields of earlier packets, by name.
struct KeptFields {
    private var fields: [(name: String, number: Double, bytes: [UInt8])] = []

    subscript(_ name: String) -> Double? { fields.last { $0.name == name }?.number }

    mutating func keep(_ name: String, _ number: Double, _ bytes: [UInt8]) {
        fields.removeAll { $0.name == name }
        fields.append((name, number, bytes))
    }

    func bytes(_ name: String, as type: FieldType) throws(UnknownField) -> [UInt8] {
        guard let field = fields.last(where: { $0.name == name }) else {
            throw UnknownField(name: name)
        }
        return type.size == nil ? field.bytes : type.bytes(field.number)
    }
}
