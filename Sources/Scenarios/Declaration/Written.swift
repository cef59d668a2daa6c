import YAML

/// A number with its unit as written in a file: `-4 dBm`.
package struct Written {
    /// The digits without point and exponent; negative after a minus sign.
    var digits: Int64
    /// The number is `digits` · 10^`exponent`.
    var exponent: Int
    var dimension: any Dimension.Type
    var unit: Unit
    /// In the dimension's first unit.
    var value: Double

    /// Reads a number with a unit of one of some dimensions, or records what is wrong with it.
    init?(_ node: Node, of wanted: [any Dimension.Type], _ reader: Reader) {
        let names = wanted.count > 4 ? "quantity" : wanted.map { $0.name }.joined(separator: " or ")
        let example = wanted[0].example
        guard case .scalar(let text, _) = node.content, !node.isNull else {
            reader.mismatch(node, expected: names.withArticle, fix: "write `\(example)`")
            return nil
        }
        guard let (number, symbol) = Self.split(text), let decimal = Self.decimal(number),
            let plain = Double(String(number)), plain.isFinite
        else {
            reader.fail(
                "`\(text)` is not \(names.withArticle)", at: node.mark, fix: "write `\(example)`")
            return nil
        }
        guard !symbol.isEmpty else {
            let unit = wanted[0].units[0].symbol
            reader.fail(
                "`\(text)` has no unit", at: node.mark,
                fix: "write `\(number) \(unit)`"
                    + (wanted[0].units.count > 1
                        ? " (units: \(wanted[0].units.map(\.symbol).joined(separator: ", ")))" : "")
            )
            return nil
        }
        for dimension in wanted {
            guard let unit = dimension.units.first(where: { $0.spellings.contains(String(symbol)) })
            else { continue }
            digits = decimal.digits
            exponent = decimal.exponent
            self.dimension = dimension
            self.unit = unit
            value = plain * unit.factor + unit.offset
            guard dimension.range.contains(value) else {
                reader.fail(
                    "`\(text)` is out of range", at: node.mark,
                    fix: "use \(dimension.rangeText)")
                return nil
            }
            return
        }
        let known = wanted.flatMap { $0.units.map(\.symbol) }
        if let other = dimensions.first(where: {
            $0.units.contains { $0.spellings.contains(String(symbol)) }
        }) {
            reader.fail(
                "`\(text)` is \(other.name.withArticle), not \(names.withArticle)", at: node.mark,
                fix: "use one of the units: " + known.joined(separator: ", "))
        } else {
            reader.fail(
                "`\(symbol)` is not a unit of \(names)", at: node.mark,
                fix: Suggestion.fix(String(symbol), known: known, what: "units"))
        }
        return nil
    }

    /// Splits `90 deg` into `90` and `deg`; the spaces between them are optional.
    private static func split(_ text: String) -> (number: Substring, symbol: Substring)? {
        let isNumber: (Character) -> Bool = { $0.isASCII && ($0.isNumber || "+-.".contains($0)) }
        var end = text.firstIndex { !isNumber($0) } ?? text.endIndex
        // An exponent, if digits follow.
        if end < text.endIndex, text[end] == "e" || text[end] == "E" {
            let rest = text[text.index(after: end)...]
            let digits = rest.first == "-" || rest.first == "+" ? rest.dropFirst() : rest
            if digits.first?.isNumber == true {
                end = digits.firstIndex { !($0.isASCII && $0.isNumber) } ?? text.endIndex
            }
        }
        guard end > text.startIndex else { return nil }
        return (text[..<end], text[end...].drop { $0 == " " })
    }

    /// `1.25e3` as 125 · 10^1; `nil` unless it is a decimal number of at most 18 digits.
    private static func decimal(_ number: Substring) -> (digits: Int64, exponent: Int)? {
        var rest = number.utf8[...]
        var isNegative = false
        if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            isNegative = sign == UInt8(ascii: "-")
            rest = rest.dropFirst()
        }
        var digits: Int64 = 0
        var count = 0, exponent = 0
        var hasPoint = false
        while let byte = rest.first, byte != UInt8(ascii: "e"), byte != UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if byte == UInt8(ascii: "."), !hasPoint {
                hasPoint = true
                continue
            }
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), count < 18 else {
                return nil
            }
            digits = digits * 10 + Int64(byte - UInt8(ascii: "0"))
            count += 1
            if hasPoint { exponent -= 1 }
        }
        guard count > 0 else { return nil }
        if !rest.isEmpty {
            guard let power = Int(Substring(rest.dropFirst())), (-30...30).contains(power) else {
                return nil
            }
            exponent += power
        }
        return (isNegative ? -digits : digits, exponent)
    }

    /// `90` rather than `90.0`.
    package static func text(_ value: Double) -> String {
        let text = "\(value)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

extension String {
    /// `an angle`, `a duration`.
    package var withArticle: String { ("aeiou".contains(first ?? "x") ? "an " : "a ") + self }
}
