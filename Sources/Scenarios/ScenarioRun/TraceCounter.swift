/// Counts the lines of the trace and computes a digest, so that runs can be compared without
/// storing their traces.
package final class TraceCounter {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325
    private(set) var lines = 0
    /// False while verdicts are written, because they contain the texts that are looked for.
    var counts = true
    /// Texts that expectations look for, with the number of lines that contain them.
    private var wanted: [(text: String, count: Int)] = []

    func watch(_ text: String) -> Int {
        wanted.append((text, 0))
        return wanted.count - 1
    }

    func count(_ index: Int) -> Int { wanted[index].count }

    func take(_ line: String) {
        lines += 1
        for byte in line.utf8 { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
        state = (state ^ 10) &* 0x100_0000_01B3
        guard counts else { return }
        for i in wanted.indices where line.contains(wanted[i].text) { wanted[i].count += 1 }
    }

    /// FNV-1a of every line, 16 hexadecimal digits.
    var digest: String { Self.hexadecimal(state) }

    package static func hash(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// Two hexadecimal digits.
    static func byte(_ value: UInt8) -> String { String(hexadecimal(UInt64(value)).suffix(2)) }

    package static func hexadecimal(_ value: UInt64) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: 16 - text.utf8.count) + text
    }
}

extension ScenarioRun {
    /// Of a scenario's text, as in reports.
    package static func hash(of text: [UInt8]) -> String {
        TraceCounter.hexadecimal(TraceCounter.hash(text))
    }
}
