/// Numbers as people read them, without a locale: the same bytes on every machine.
package enum Digits {
    /// `-0.123` for (-0.1234, 3), at most nine decimals; `nan`, `inf` and `-inf` for what is not a number.
    package static func fixed(_ value: Double, _ decimals: Int) -> String {
        var bytes: [UInt8] = []
        append(value, decimals, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes what `fixed` returns; no allocation, for files of a million lines.
    static func append(_ value: Double, _ decimals: Int, to bytes: inout [UInt8]) {
        let decimals = max(0, min(decimals, powersOfTen.count - 1))
        let scale = powersOfTen[decimals]
        let scaled = (value.magnitude * scale).rounded()
        guard scaled < 9e15 else {  // also not a number
            bytes.append(contentsOf: value.isNaN ? "nan".utf8 : value.description.utf8)
            return
        }
        let whole = UInt64(scaled) / UInt64(scale)
        if value < 0, scaled > 0 { bytes.append(UInt8(ascii: "-")) }
        append(whole, minimumDigits: 1, to: &bytes)
        guard decimals > 0 else { return }
        bytes.append(UInt8(ascii: "."))
        append(UInt64(scaled) % UInt64(scale), minimumDigits: decimals, to: &bytes)
    }

    /// Decimal digits, with zeros in front up to the minimum.
    static func append(_ value: UInt64, minimumDigits: Int, to bytes: inout [UInt8]) {
        let start = bytes.count
        var rest = value
        while rest > 0 || bytes.count - start < minimumDigits {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        }
        bytes[start...].reverse()
    }

    /// Three significant digits: `0.0123`, `1.25`, `412`, `6,120`, `3.10e-9`.
    package static func significant(_ value: Double) -> String {
        guard value.isFinite else { return fixed(value, 0) }
        guard value != 0 else { return "0" }
        var exponent = 0
        var mantissa = value.magnitude
        while mantissa >= 10 {
            mantissa /= 10
            exponent += 1
        }
        while mantissa < 1 {
            mantissa *= 10
            exponent -= 1
        }
        if (mantissa * 100).rounded() >= 1000 {
            mantissa /= 10
            exponent += 1
        }
        guard (-4..<9).contains(exponent) else {
            return (value < 0 ? "-" : "") + fixed(mantissa, 2) + "e\(exponent)"
        }
        guard exponent > 2 else { return fixed(value, 2 - exponent) }
        return grouped(Int(value.rounded()))
    }

    /// `12,500`.
    package static func grouped(_ value: Int) -> String {
        let digits = Array(String(value.magnitude).utf8)
        var bytes: [UInt8] = value < 0 ? [UInt8(ascii: "-")] : []
        for (i, digit) in digits.enumerated() {
            if i > 0, (digits.count - i).isMultiple(of: 3) { bytes.append(UInt8(ascii: ",")) }
            bytes.append(digit)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// At most `decimals` decimals and no zeros at the end: `12.5`, `100`.
    package static func trimmed(_ value: Double, _ decimals: Int) -> String {
        let text = fixed(value, decimals)
        guard value.isFinite, decimals > 0, text.utf8.contains(UInt8(ascii: ".")) else {
            return text
        }
        var rest = text[...]
        while rest.last == "0" { rest.removeLast() }
        if rest.last == "." { rest.removeLast() }
        return String(rest)
    }

    /// A fraction in percent: `12.3 %`.
    package static func percent(_ part: Double) -> String { fixed(part * 100, 1) + " %" }

    private static let powersOfTen: [Double] = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]
}
