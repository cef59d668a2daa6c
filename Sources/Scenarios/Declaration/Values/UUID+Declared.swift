import Bluetooth
import YAML

extension BluetoothUUID: DeclaredValue {
    /// 4 or 32 hexadecimal digits.
    package static var shape: Shape {
        .form(
            name: "uuid", about: "A Bluetooth UUID of 16 or 128 bits.",
            pattern:
                "^[0-9A-Fa-f]{4}$|^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$",
            example: "326A9006-85CB-9195-D9DD-464CFBBAE75A")
    }
    /// As people write it.
    package var text: String { description }

    package static func read(_ node: Node, _ reader: Reader) -> BluetoothUUID? {
        if case .scalar(let text, _) = node.content, let uuid = BluetoothUUID(text) { return uuid }
        reader.mismatch(
            node, expected: "a UUID",
            fix: "write 4 hexadecimal digits, or `326A9006-85CB-9195-D9DD-464CFBBAE75A`")
        return nil
    }
}
