import Bluetooth
import Declaration
import VirtualRadio
import YAML

/// Which packets of a link are meant: `> 0b 86` are those that a client sends and whose value begins
/// with these bytes, `<` those that the board sends, `> att 0a` those with this opcode of the Attribute
/// Protocol.
package struct PacketPattern: DeclaredValue, Hashable {
    /// The side at which it arrives.
    package var role: LinkRole
    /// What the bytes are.
    package var part: Part
    /// `nil` matches any byte; more may follow.
    package var bytes: [UInt8?]

    /// What the bytes of a pattern are.
    package enum Part: Hashable, Sendable {
        /// The value that is written, notified or indicated.
        case value
        /// A PDU of the Attribute Protocol, from its opcode on (Core Vol 3, Part F, 3.4.8).
        case attribute
    }

    package init(to role: LinkRole, _ part: Part, _ bytes: [UInt8?]) {
        self.role = role
        self.part = part
        self.bytes = bytes
    }

    package static var shape: Shape {
        .form(
            name: "packets",
            about:
                "Packets of a link: `>` those that a client sends, `<` those that the board sends; then"
                + " how their value begins, or `att` and how their PDU of the Attribute Protocol begins."
                + " `??` is any byte.",
            pattern: "^[<>]( att)?( ([0-9A-Fa-f]{2}|\\?\\?))+$", example: "\"> 0b 85\"")
    }

    /// `> 0b 86`.
    package var text: String {
        (role == .peripheral ? "> " : "< ") + (part == .attribute ? "att " : "")
            + BytePattern(bytes, isOpen: false).text
    }

    /// Whether a packet is one of them.
    ///
    /// - Parameter unit: an L2CAP frame with its header, or its beginning.
    package func matches(_ unit: Span<UInt8>, to role: LinkRole) -> Bool {
        guard role == self.role, let start = Self.start(of: part, in: unit),
            unit.count - start >= bytes.count
        else { return false }
        for (index, byte) in bytes.enumerated() {
            if let byte, unit[start + index] != byte { return false }
        }
        return true
    }

    /// Where a part of a packet begins; nil if it has none.
    package static func start(of part: Part, in unit: Span<UInt8>) -> Int? {
        guard unit.count > 4, unit[2] == UInt8(L2CAPChannel.attribute), unit[3] == 0 else {
            return nil
        }
        if part == .attribute { return 4 }
        switch AttributeOpcode(rawValue: unit[4]) {
        case .writeRequest, .writeCommand, .notification, .indication: return 7
        default: return nil
        }
    }

    package static func read(_ node: Node, _ reader: Declaration.Reader) -> PacketPattern? {
        if case .scalar(let text, _) = node.content, let pattern = PacketPattern(text) {
            return pattern
        }
        reader.mismatch(
            node, expected: "a pattern of packets",
            fix:
                "write `>` (a client sends) or `<` (the board sends), then pairs of hexadecimal digits:"
                + " `\"> 0b 85\"`")
        return nil
    }

    /// nil if it is none.
    package init?(_ text: String) {
        var words = text.split(separator: " ")[...]
        switch words.popFirst() {
        case ">": role = .peripheral
        case "<": role = .central
        default: return nil
        }
        part = .value
        if words.first == "att" {
            part = .attribute
            words.removeFirst()
        }
        guard let pattern = BytePattern(words, isOpen: false) else { return nil }
        bytes = pattern.bytes
    }
}
