import Declaration
import YAML

/// An error of the Attribute Protocol that a board must answer (Core Vol 3, Part F, 3.4.1.1).
package struct RefusalCode: DeclaredValue, Hashable {
    /// From 1 to 255.
    package var value: UInt8

    /// A code as it is on the wire.
    package init(_ value: UInt8) { self.value = value }

    package static var shape: Shape {
        .form(
            name: "refusal-code",
            about: "An error of the Attribute Protocol, decimal or hexadecimal, from 1 to 255.",
            pattern: "^([0-9]+|0x[0-9A-Fa-f]+)$", example: "0x03")
    }

    /// As documents write it.
    package var text: String { "0x" + String(value, radix: 16) }

    package static func read(_ node: Node, _ reader: Reader) -> RefusalCode? {
        if case .scalar(let text, _) = node.content {
            let isHexadecimal = text.hasPrefix("0x")
            let digits = isHexadecimal ? text.dropFirst(2) : text[...]
            // Swift reads `+3` too, which the schema does not.
            if !digits.hasPrefix("+"), let value = UInt8(digits, radix: isHexadecimal ? 16 : 10),
                value > 0
            {
                return RefusalCode(value)
            }
        }
        reader.fail(
            "this is not an error code of the Attribute Protocol", at: node.mark,
            fix: "write a code from 1 to 255, such as `0x03` for a write that is not permitted")
        return nil
    }
}
