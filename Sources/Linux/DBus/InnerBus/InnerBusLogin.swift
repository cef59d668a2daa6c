/// The server's side of a login (D-Bus Specification, Authentication Protocol), as dbus-daemon 1.14 answers.
struct InnerBusLogin {
    /// Of the bus, the same in every run.
    static let guid = "b0a2d51b0a2d51b0a2d51b0a2d51b0a2"

    /// What has become of it.
    enum State {
        case first, idle, asked(Mechanism), accepted, begun, failed
    }

    /// How a client says who it is.
    enum Mechanism: String, CaseIterable {
        /// The system has confirmed who it is; it may say so, too.
        case external = "EXTERNAL"
        /// Anybody who reaches the socket: its folder is open to its user only.
        case anonymous = "ANONYMOUS"
    }

    private(set) var state = State.first
    /// Whether descriptors go along with messages.
    private(set) var takesDescriptors = false
    /// The user's id, as the system gives it.
    private let user: UInt32?
    private var rejections = 0
    /// dbus-daemon gives up then.
    private static let mostRejections = 6
    /// Of all that is not a message yet, in bytes.
    private static let longest = 1 << 14

    init(ofUser user: UInt32?) { self.user = user }

    /// Takes complete lines out of what came; returns what to answer.
    mutating func take(_ bytes: inout [UInt8]) -> String {
        var answer = ""
        if case .first = state, let first = bytes.first {
            // The first byte may carry credentials where the system asks for that.
            state = first == 0 ? .idle : .failed
            bytes.removeFirst()
        }
        var start = 0
        while goesOn, let end = Self.endOfLine(in: bytes, from: start) {
            answer += self.answer(to: bytes[start..<end])
            start = end + 2
        }
        bytes.removeFirst(start)
        if goesOn, bytes.count > Self.longest { state = .failed }
        return answer
    }

    private var goesOn: Bool {
        switch state {
        case .begun, .failed: false
        default: true
        }
    }

    private static func endOfLine(in bytes: [UInt8], from start: Int) -> Int? {
        var index = start
        while index + 1 < bytes.count {
            if bytes[index] == UInt8(ascii: "\r"), bytes[index + 1] == UInt8(ascii: "\n") {
                return index
            }
            index += 1
        }
        return nil
    }

    private mutating func answer(to line: ArraySlice<UInt8>) -> String {
        guard line.allSatisfy({ $0 < 0x80 }) else {
            return Self.error("Command contained non-ASCII")
        }
        let (command, rest) = Self.split(line)
        switch (command, state) {
        case ("BEGIN", .accepted): state = .begun
        case ("BEGIN", _): state = .failed
        case ("ERROR", _), ("CANCEL", .asked), ("CANCEL", .accepted): return reject()
        case ("CANCEL", _): return Self.error("Not currently in an auth conversation")
        case ("AUTH", .asked): return Self.error("Sent AUTH while another AUTH in progress")
        case ("AUTH", .accepted): return Self.error("Sent AUTH while expecting BEGIN")
        case ("AUTH", _):
            let (name, response) = Self.split(rest)
            guard let mechanism = Mechanism(rawValue: name) else { return reject() }
            return judge(mechanism, response, isFirst: true)
        case ("DATA", .asked(let mechanism)): return judge(mechanism, rest, isFirst: false)
        case ("DATA", .accepted): return Self.error("Sent DATA while expecting BEGIN")
        case ("DATA", _): return Self.error("Not currently in an auth conversation")
        case ("NEGOTIATE_UNIX_FD", .accepted):
            takesDescriptors = true
            return "AGREE_UNIX_FD\r\n"
        case ("NEGOTIATE_UNIX_FD", _): return Self.error("Need to authenticate first")
        default: return Self.error("Unknown command")
        }
        return ""
    }

    /// A word, and what follows it after blanks.
    private static func split(_ line: ArraySlice<UInt8>) -> (String, ArraySlice<UInt8>) {
        func isBlank(_ byte: UInt8) -> Bool {
            byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
        }
        let word = line.prefix { !isBlank($0) }
        return (
            String(decoding: word, as: UTF8.self), line.dropFirst(word.count).drop(while: isBlank)
        )
    }

    /// What a client says of itself, in hexadecimal.
    private mutating func judge(
        _ mechanism: Mechanism, _ response: ArraySlice<UInt8>, isFirst: Bool
    ) -> String {
        guard let said = Self.unhexed(response) else { return Self.error("Invalid hex encoding") }
        switch mechanism {
        case .external where response.isEmpty && isFirst:
            state = .asked(mechanism)
            return "DATA\r\n"
        case .external:
            // Nothing said: whoever the system says it is.
            guard let user, said.isEmpty || Self.number(said) == user else { return reject() }
        case .anonymous:
            guard String(validating: said, as: UTF8.self) != nil else { return reject() }
        }
        state = .accepted
        return "OK \(Self.guid)\r\n"
    }

    private static func number(_ digits: [UInt8]) -> UInt32? {
        UInt32(String(decoding: digits, as: UTF8.self))
    }

    private mutating func reject() -> String {
        rejections += 1
        state = rejections < Self.mostRejections ? .idle : .failed
        takesDescriptors = false
        return "REJECTED " + Mechanism.allCases.map(\.rawValue).joined(separator: " ") + "\r\n"
    }

    private static func error(_ words: String) -> String { "ERROR \"\(words)\"\r\n" }

    /// Pairs of digits; a last one without a partner is left out. Nil if other letters are among them.
    private static func unhexed(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var digits: [UInt8] = []
        for letter in text {
            guard let digit = Character(Unicode.Scalar(letter)).hexDigitValue else { return nil }
            digits.append(UInt8(digit))
        }
        return stride(from: 0, to: digits.count - digits.count % 2, by: 2).map {
            digits[$0] << 4 | digits[$0 + 1]
        }
    }
}
