import DBus
import EventLoop

/// One message as it is on the bus (D-Bus Specification, Message Protocol), for a test to write and to
/// look at.
package struct Message {
    /// The four types of messages.
    package enum Kind: String, Sendable {
        case call, reply, error, signal
    }

    /// Which of the four it is.
    package var kind: Kind
    /// The object that is called, or that a signal is about.
    package var path: String?
    /// Whose vocabulary the member is of.
    package var interface: String?
    /// The method's or the signal's name.
    package var member: String?
    /// What an error is called.
    package var errorName: String?
    /// Whom it goes to.
    package var destination: String?
    /// The unique name of who sent it; the bus writes it.
    package var sender: String?
    /// Its number among those of its sender.
    package var serial: UInt32 = 0
    /// The call that it answers.
    package var replySerial: UInt32 = 0
    /// False if a call carries NO_REPLY_EXPECTED.
    package var wantsReply = true
    /// The body.
    package var values: [Value] = []
    /// The descriptors that came along.
    package var descriptors: [Descriptor] = []

    /// One without content.
    package init(kind: Kind) { self.kind = kind }

    /// A call.
    package static func call(
        _ destination: String?, _ path: String, _ interface: String?, _ member: String,
        _ values: [Value] = []
    ) -> Self {
        var message = Self(kind: .call)
        message.destination = destination
        message.path = path
        message.interface = interface
        message.member = member
        message.values = values
        return message
    }

    /// A signal to everybody.
    package static func signal(
        _ path: String, _ interface: String, _ member: String, _ values: [Value] = []
    ) -> Self {
        var message = Self(kind: .signal)
        message.path = path
        message.interface = interface
        message.member = member
        message.values = values
        return message
    }

    /// The answer to this call.
    package func reply(_ values: [Value] = []) -> Self {
        var message = Self(kind: .reply)
        message.destination = sender
        message.replySerial = serial
        message.values = values
        return message
    }

    /// An error as the answer to this call.
    package func error(_ name: String, _ text: String = "") -> Self {
        var message = reply([.string(text)])
        message.kind = .error
        message.errorName = name
        return message
    }

    /// Which call it answers, or what it is called by.
    package func isCall(_ interface: String, _ member: String) -> Bool {
        kind == .call && self.interface == interface && self.member == member
    }
}

extension Message: CustomStringConvertible {
    /// A line of a transcript: `call /a b.c.Echo("x", 01 02)`.
    package var description: String {
        let body = "(" + values.map(\.words).joined(separator: ", ") + ")"
        let name = [interface, member].compactMap { $0 }.joined(separator: ".")
        switch kind {
        case .call, .signal: return "\(kind) \(path ?? "-") \(name)\(body)"
        case .reply: return "reply \(body)"
        case .error: return "error \(errorName ?? "-")\(body)"
        }
    }
}

extension Value {
    /// Short, for transcripts: a variant is what it holds, an array of bytes hexadecimal.
    package var words: String {
        switch self {
        case .string(let text): "\"\(text)\""
        case .path(let text), .signature(let text): text
        case .byte(let number): Self.hex(number)
        case .bool(let flag): "\(flag)"
        case .double(let number): "\(number)"
        case .descriptor: "fd"
        case .bytes(let bytes): "[" + bytes.map(Self.hex).joined(separator: " ") + "]"
        case .array(_, let values): "[" + values.map(\.words).joined(separator: ", ") + "]"
        case .tuple(let values): "(" + values.map(\.words).joined(separator: ", ") + ")"
        case .dictionary(_, _, let entries):
            "{"
                + entries.map { "\($0.key.text ?? $0.key.words): \($0.value.words)" }
                .joined(separator: ", ") + "}"
        case .variant(let value): value.words
        default: number.map { "\($0)" } ?? "?"
        }
    }

    private static func hex(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
}
