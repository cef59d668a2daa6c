import Bluetooth
import YAML

extension Address: DeclaredValue {
    /// Six pairs of hexadecimal digits.
    package static var shape: Shape {
        .form(
            name: "address", about: "A Bluetooth device address, random static.",
            pattern: "^([0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}$", example: "E8:C9:8F:52:7B:07")
    }
    /// `E8:C9:8F:52:7B:07`.
    package var text: String { description }

    /// Reads six pairs of digits as a random address, the kind that boards have.
    package static func read(_ node: Node, _ reader: Reader) -> Address? {
        if case .scalar(let text, _) = node.content, let address = Address(text) { return address }
        reader.mismatch(node, expected: "a device address", fix: "write `E8:C9:8F:52:7B:07`")
        return nil
    }
}
