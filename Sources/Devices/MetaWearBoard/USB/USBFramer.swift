/// Splits a serial stream into packets: `1F`, length, payload, `0A`, without escapes (protocol,
/// core 14). Other bytes are skipped up to the next frame.
package struct USBFramer: Sendable {
    /// A message from the host.
    package enum Message: Equatable, Sendable {
        /// `?` and a line feed: who are you?
        case identify
        /// A packet of the protocol, 1 to 255 bytes.
        case packet([UInt8])
        /// A number of bytes that are neither.
        case noise(Int)
    }

    private static let start: UInt8 = 0x1F
    private static let end: UInt8 = 0x0A
    private static let carriageReturn: UInt8 = 0x0D
    private static let question = UInt8(ascii: "?")
    /// Start, length and end.
    private static let overhead = 3

    /// The beginning of an incomplete message, at most a frame.
    private var waiting: [UInt8] = []

    /// An empty stream.
    package init() {}

    /// Discards a message that has begun.
    package mutating func reset() { waiting = [] }

    /// The next bytes of the stream, in any parts; returns the messages that they complete, in
    /// order.
    package mutating func take(_ bytes: [UInt8]) -> [Message] {
        let stream = waiting + bytes
        var messages: [Message] = []
        var noise = 0
        var at = 0
        func found(_ message: Message) {
            if noise > 0 { messages.append(.noise(noise)) }
            noise = 0
            messages.append(message)
        }
        scan: while at < stream.count {
            switch Self.next(stream[at...]) {
            case .message(let message, let length):
                found(message)
                at += length
            case .unfinished: break scan
            case .blank: at += 1
            case .noise:
                noise += 1
                at += 1
            }
        }
        if noise > 0 { messages.append(.noise(noise)) }
        waiting = Array(stream[at...])
        return messages
    }

    private enum Finding {
        case message(Message, length: Int)
        case unfinished, blank, noise
    }

    private static func next(_ stream: ArraySlice<UInt8>) -> Finding {
        let at = stream.startIndex
        switch stream[at] {
        case question:
            guard stream.count > 1 else { return .unfinished }
            return stream[at + 1] == end ? .message(.identify, length: 2) : .noise
        case start:
            guard stream.count > 1 else { return .unfinished }
            let length = Int(stream[at + 1])
            guard length > 0 else { return .noise }
            guard stream.count >= length + overhead else { return .unfinished }
            // The length decides; a wrong end byte means that this was not a start.
            guard stream[at + 2 + length] == end else { return .noise }
            return .message(
                .packet(Array(stream[at + 2..<at + 2 + length])), length: length + overhead)
        // Line ends between messages, as terminals send them.
        case end, carriageReturn: return .blank
        default: return .noise
        }
    }

    /// A packet as sent to the host; truncated to 255 bytes.
    package static func frame(_ packet: some Collection<UInt8>) -> [UInt8] {
        let payload = packet.prefix(255)
        return [start, UInt8(payload.count)] + payload + [end]
    }
}
