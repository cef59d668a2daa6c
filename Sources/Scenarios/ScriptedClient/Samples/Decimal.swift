/// Decimal numbers with a few digits, the same on every machine.
package enum Decimal {
    /// Four significant digits, without an exponent for what people meet.
    package static func text(_ value: Double) -> String {
        guard value.isFinite else { return "\(value)" }
        let magnitude = abs(value)
        var digits = 3
        var limit = 1.0
        while digits < 9, magnitude > 0, magnitude < limit {
            digits += 1
            limit /= 10
        }
        if magnitude >= 10 { digits = 2 }
        if magnitude >= 100 { digits = 1 }
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        guard magnitude < 1e12 else { return "\(value)" }
        let whole = Int64((magnitude * scale).rounded())
        let fraction = String(whole % Int64(scale))
        var text =
            "\(whole / Int64(scale))."
            + String(repeating: "0", count: digits - fraction.utf8.count) + fraction
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return value < 0 && whole != 0 ? "-" + text : text
    }
}
