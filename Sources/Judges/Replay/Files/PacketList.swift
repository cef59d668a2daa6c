import Bluetooth
import Declaration
import Simulation
import Wire

/// A list of packets as people write it down: one line per packet, with a time in seconds, a direction and bytes.
///
///     # a comment
///     model 5                  what 2A24 says; likewise firmware, hardware, serial
///     address E1:00:00:00:00:01
///     interval 48.75 ms        the connection interval
///     0.000 > 03 80            the host writes a command
///     0.098 < 03 80 01 02      the board notifies
///     1.5   < 2A26: 31 2E 35   the value of another characteristic, as it was read
///
/// Bytes may stand together: `0380`.
package struct PacketList: Sendable {
    struct Line: Sendable, Equatable {
        /// In nanoseconds.
        var time: Int64
        var isFromBoard: Bool
        /// Nil: the command characteristic, or the notifying one.
        var characteristic: BluetoothUUID?
        var bytes: [UInt8]
    }

    private(set) var lines: [Line] = []
    /// What the list says about the board and the link.
    private(set) var facts: [String: String] = [:]
    private(set) var address: Address?
    private(set) var timing: ConnectionTiming?
    private static let factNames = ["model", "firmware", "hardware", "serial"]

    init(_ bytes: [UInt8]) throws(CaptureError) {
        let text = String(decoding: bytes, as: UTF8.self)
        var last: Int64 = 0
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            let content = line.split(separator: "#", omittingEmptySubsequences: false)[0]
            let words = content.split(whereSeparator: \.isWhitespace)
            guard let first = words.first else { continue }
            if Self.factNames.contains(String(first)) {
                facts[String(first)] = words.dropFirst().joined(separator: " ")
                continue
            }
            if first == "address" || first == "interval" {
                try link(first, words.dropFirst().joined(separator: " "), index + 1)
                continue
            }
            let packet = try Self.line(words, of: line, number: index + 1)
            guard packet.time >= last else {
                throw CaptureError(
                    "the time is before that of the line above", at: .line(index + 1),
                    fix: "sort the lines by time")
            }
            last = packet.time
            lines.append(packet)
        }
        guard !lines.isEmpty else {
            throw CaptureError(
                "this file has no packets",
                fix: "write lines such as `0.000 > 03 80`, or name a btsnoop or pcapng file")
        }
    }

    private mutating func link(
        _ name: Substring, _ value: String, _ line: Int
    ) throws(CaptureError) {
        if name == "address" {
            address = Address(value)
            guard address == nil else { return }
            throw CaptureError(
                "`\(value.prefix(40))` is not an address", at: .line(line),
                fix: "write it as `E1:00:00:00:00:01`")
        }
        guard let interval = Nanoseconds(writtenAs: value),
            (Nanoseconds.microseconds(7_500)...Nanoseconds.seconds(4)).contains(interval)
        else {
            throw CaptureError(
                "`\(value.prefix(40))` is not a connection interval", at: .line(line),
                fix: "write 7.5 ms to 4 s: `interval 48.75 ms`")
        }
        timing = ConnectionTiming(
            interval: UInt16(interval.count / 1_250_000), latency: 0, supervisionTimeout: 600)
    }

    private static func line(
        _ words: [Substring], of text: Substring, number: Int
    ) throws(CaptureError) -> Line {
        func refuse(
            _ what: String,
            fix: String = "write a time in seconds, `>` or `<`, and bytes: `0.000 > 03 80`"
        ) -> CaptureError {
            CaptureError(what, at: .line(number), fix: fix)
        }
        guard let seconds = Double(words[0]), seconds.isFinite, (0...1e9).contains(seconds) else {
            throw refuse("`\(words[0].prefix(40))` is not a time in seconds")
        }
        guard words.count > 1, words[1] == ">" || words[1] == "<" else {
            throw refuse("there is no direction after the time")
        }
        var rest = words.dropFirst(2)
        var characteristic: BluetoothUUID?
        if let name = rest.first, name.hasSuffix(":") {
            guard let uuid = BluetoothUUID(String(name.dropLast())) else {
                throw refuse("`\(name.prefix(40))` is not the UUID of a characteristic")
            }
            characteristic = uuid
            rest = rest.dropFirst()
        }
        // `3 128` is decimal, or a digit is missing: joined, the digits would be other bytes.
        if let odd = rest.first(where: { $0.utf8.count % 2 == 1 && $0.allSatisfy(\.isHexDigit) }) {
            let column = text.distance(from: text.startIndex, to: odd.startIndex) + 1
            throw refuse(
                "`\(odd.prefix(40))` at column \(column) is not a pair of hexadecimal digits",
                fix: "write each byte with two hexadecimal digits: `03 80` for 3 and 128")
        }
        let digits = rest.joined()
        guard !digits.isEmpty, digits.utf8.count % 2 == 0, digits.utf8.count <= 1_024,
            let bytes = Hex.bytes(digits)
        else { throw refuse("the bytes are not pairs of hexadecimal digits") }
        return Line(
            time: Int64((seconds * 1e9).rounded()), isFromBoard: words[1] == "<",
            characteristic: characteristic, bytes: bytes)
    }
}
