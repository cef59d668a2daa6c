/// The frames that a browser sends (RFC 6455).
///
/// It holds at most one message of ``longest`` bytes and one control frame, whatever comes.
struct WebSocketReader {
    enum Event: Equatable {
        case text([UInt8])
        case binary
        case ping([UInt8])
        case pong
        case close
    }

    /// A breach of the protocol, with the code that a close frame reports.
    struct Failure: Error, Equatable {
        var code: UInt16
        var reason: String
    }

    /// Of a message, in bytes.
    static let longest = 262_144

    private var buffer: [UInt8] = []
    private var message: [UInt8] = []
    /// What the message under way is.
    private var kind: Opcode?

    private enum Opcode: UInt8 {
        case continuation = 0
        case text, binary
        case close = 8
        case ping, pong
    }

    private struct Header {
        var isLast: Bool
        var opcode: Opcode
        var mask: [UInt8]
        /// Of the header itself.
        var size: Int
        /// Of the payload.
        var count: Int
    }

    /// What has come to an end with these bytes.
    mutating func read(_ bytes: some Collection<UInt8>) throws(Failure) -> [Event] {
        buffer += bytes
        var events: [Event] = []
        var at = 0
        while let header = try header(at: at), at + header.size + header.count <= buffer.count {
            at += header.size
            var payload = Array(buffer[at..<(at + header.count)])
            for index in payload.indices { payload[index] ^= header.mask[index & 3] }
            at += header.count
            if let event = try take(header, payload) { events.append(event) }
        }
        buffer.removeFirst(at)
        return events
    }

    private func header(at start: Int) throws(Failure) -> Header? {
        let rest = buffer[start...]
        guard rest.count >= 2 else { return nil }
        let (first, second) = (buffer[start], buffer[start + 1])
        guard first & 0x70 == 0, let opcode = Opcode(rawValue: first & 0x0f) else {
            throw Failure(code: 1002, reason: "an unknown frame")
        }
        guard second & 0x80 != 0 else { throw Failure(code: 1002, reason: "a frame without mask") }
        let isControl = opcode.rawValue >= 8
        let isLast = first & 0x80 != 0
        let short = Int(second & 0x7f)
        guard !isControl || isLast && short <= 125 else {
            throw Failure(code: 1002, reason: "a long or divided control frame")
        }
        let more = short == 126 ? 2 : short == 127 ? 8 : 0
        guard rest.count >= 2 + more else { return nil }
        let length = buffer[(start + 2)..<(start + 2 + more)].reduce(UInt64(0)) {
            $0 << 8 | UInt64($1)
        }
        let count = more == 0 ? UInt64(short) : length
        guard count <= UInt64(Self.longest - (isControl ? 0 : message.count)) else {
            throw Failure(code: 1009, reason: "a message is too large")
        }
        guard rest.count >= 6 + more else { return nil }
        return Header(
            isLast: isLast, opcode: opcode,
            mask: Array(buffer[(start + 2 + more)..<(start + 6 + more)]), size: 6 + more,
            count: Int(count))
    }

    private mutating func take(_ header: Header, _ payload: [UInt8]) throws(Failure) -> Event? {
        switch header.opcode {
        case .close:
            guard payload.count != 1 else { throw Failure(code: 1002, reason: "half a close code") }
            return .close
        case .ping: return .ping(payload)
        case .pong: return .pong
        case .text, .binary:
            guard kind == nil else {
                throw Failure(code: 1002, reason: "a message within another")
            }
            kind = header.opcode
            message = payload
        case .continuation:
            guard kind != nil else { throw Failure(code: 1002, reason: "nothing to continue") }
            message += payload
        }
        guard header.isLast else { return nil }
        defer { (kind, message) = (nil, []) }
        return kind == .text ? .text(message) : .binary
    }
}

/// The frames that a server sends.
enum WebSocketFrame {
    static func text(_ payload: [UInt8]) -> [UInt8] { frame(1, payload) }
    static func binary(_ payload: [UInt8]) -> [UInt8] { frame(2, payload) }
    static func ping() -> [UInt8] { frame(9, []) }
    static func pong(_ payload: [UInt8]) -> [UInt8] { frame(10, payload) }

    static func close(_ code: UInt16, _ reason: String) -> [UInt8] {
        frame(8, [UInt8(code >> 8), UInt8(code & 0xff)] + Array(reason.utf8.prefix(120)))
    }

    private static func frame(_ opcode: UInt8, _ payload: [UInt8]) -> [UInt8] {
        var bytes = [0x80 | opcode]
        bytes.reserveCapacity(payload.count + 10)
        switch payload.count {
        case ..<126: bytes.append(UInt8(payload.count))
        case ..<65_536: bytes += [126, UInt8(payload.count >> 8), UInt8(payload.count & 0xff)]
        default:
            bytes.append(127)
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: payload.count >> shift))
            }
        }
        return bytes + payload
    }
}
