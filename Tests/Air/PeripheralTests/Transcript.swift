import Bluetooth
import Peripheral
import Testing

/// Runs lines of `> request` and `< response` against a server; `<` alone means no response.
///
/// What stands behind two blanks is a comment.
struct Transcript {
    let peripheral = TestPeripheral()
    let server: AttributeServer
    let connection = ConnectionID(1)

    init(security: Security = .open, bonded: Bool = false) {
        server = AttributeServer(peripheral)
        server.open(connection, security: security, bonded: bonded)
    }

    func run(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        var response: [UInt8]?
        var request = ""
        for (number, line) in text.split(separator: "\n").enumerated() {
            let bytes = Self.bytes(line.dropFirst())
            if line.hasPrefix(">") {
                request = String(line)
                var answer: [UInt8] = []
                server.handle(bytes.span, from: connection, into: &answer)
                response = answer
            } else {
                #expect(
                    Self.hex(response ?? []) == Self.hex(bytes),
                    "line \(number + 1), after \(request)", sourceLocation: sourceLocation)
            }
        }
    }

    /// One PDU, whatever comes back.
    func send(_ text: String) {
        var answer: [UInt8] = []
        server.handle(Self.bytes("> \(text)").span, from: connection, into: &answer)
    }

    static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    }

    static func bytes(_ text: Substring) -> [UInt8] {
        var result: [UInt8] = []
        let words = text.split(separator: " ", omittingEmptySubsequences: false).dropFirst()
        for word in words {
            if word.isEmpty { break }
            if let byte = UInt8(word, radix: 16), word.utf8.count == 2 {
                result.append(byte)
            } else {
                Issue.record("\(word) is not a byte in \(text)")
            }
        }
        return result
    }
}
