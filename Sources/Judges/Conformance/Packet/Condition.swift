import Declaration
import YAML

package struct Condition: LocatedSection {
    package static let example = """
        where:
          - {field: z, over: 16384, from: 0.95, to: 1.05, unit: g}
          - {field: x, norm-with: [y, z], over: 16384, from: 0.9, to: 1.1, unit: g}
          - {field: tick, minus: first-tick, from: 1400, to: 1500}
        """

    package var field = ""
    package var norm: [String] = []
    package var minus: String?
    package var mask: CaseNumber?
    package var over = CaseNumber.literal(1)
    package var equals: CaseNumber?
    package var isNot: CaseNumber?
    package var from: CaseNumber?
    package var to: CaseNumber?
    package var says: String?
    package var unit = ""
    package var mark = Mark.start

    package static let keys = Keys(Self(), "condition") { keys in
        keys.about = """
            A condition on a field: its number, minus another field, masked and divided, is compared.
            """
        keys.required(\.field, "field", "Of this packet, or of an earlier one.")
        keys.list(
            \.norm, "norm-with", count: 0...8,
            "Further fields: the norm of the vector is compared.")
        keys.optional(\.minus, "minus", "An earlier field that is subtracted.")
        keys.optional(\.mask, "mask", otherwise: "all bits", "Bits to compare.")
        keys.optional(\.over, "over", "A divisor: counts per unit.")
        keys.optional(\.equals, "is", "The exact number.")
        keys.optional(\.isNot, "not", "A number that it must not be.")
        keys.optional(\.from, "from", "The lowest accepted number.")
        keys.optional(\.to, "to", "The highest accepted number.")
        keys.optional(\.says, "says", "The expected text, for a text field.")
        keys.optional(\.unit, "unit", "The unit of the number, for messages.")
    }

    package mutating func check(_ reader: Reader, at mark: Mark) {
        if equals == nil, isNot == nil, from == nil, to == nil, says == nil {
            reader.fail(
                "there is no condition on `\(field)`", at: mark,
                fix: "add `is`, `not`, `from`, `to` or `says`")
        }
        if case .literal(let mask)? = mask, Int64(exactly: mask) == nil || mask < 0 {
            reader.fail(
                "`\(NumberText.plain(mask))` is not a mask", at: mark,
                fix: "write its bits as one number: `0x0F`")
        }
        if case .literal(0) = over {
            reader.fail(
                "`over` must not be 0", at: mark, fix: "remove or correct it")
        }
        if case .literal(let from)? = from, case .literal(let to)? = to, from > to {
            reader.fail(
                "`from` is greater than `to`: \(NumberText.plain(from)) and \(NumberText.plain(to))",
                at: mark,
                fix: "swap them")
        }
        if equals != nil, from != nil || to != nil {
            reader.fail(
                "`is` cannot be combined with `from` or `to`", at: mark,
                fix: "give either the exact number or its limits")
        }
        if says != nil, equals != nil || isNot != nil || from != nil || to != nil {
            reader.fail(
                "`says` cannot be combined with a number", at: mark,
                fix: "check the text and the number in two conditions")
        }
    }

    struct Outcome {
        var holds: Bool
        var value: Double
        var low: Double?
        var high: Double?
        /// `z is 0.4 g, wanted 0.95 to 1.05`
        var text: String
    }

    func evaluate(_ fields: PacketFields, _ kept: KeptFields) throws(UnknownField) -> Outcome {
        if let says { return try evaluateText(says, fields) }
        var value = try number(field, fields, kept)
        if let minus { value -= try number(minus, PacketFields(), kept) }
        if let mask {
            value = Self.masked(value, by: try mask.value(kept))
        }
        if !norm.isEmpty {
            var sum = value * value
            for name in norm {
                let other = try number(name, fields, kept)
                sum += other * other
            }
            value = sum.squareRoot()
        }
        let divisor = try over.value(kept)
        if divisor != 0 { value /= divisor }
        return try compare(value, kept)
    }

    /// Compares a number that was already computed.
    func compare(_ value: Double, _ kept: KeptFields) throws(UnknownField) -> Outcome {
        let same = try equals?.value(kept)
        let other = try isNot?.value(kept)
        let low = try from?.value(kept) ?? same
        let high = try to?.value(kept) ?? same
        let holds =
            value.isFinite && value >= low ?? -.infinity && value <= high ?? .infinity
            && value != other
        let name = norm.isEmpty ? field : "the norm of " + ([field] + norm).joined(separator: ", ")
        let wanted: String =
            switch (low, high) {
            case (let low?, let high?) where low == high: NumberText.plain(low)
            case (let low?, let high?):
                "\(NumberText.plain(low)) to \(NumberText.plain(high))"
            case (let low?, nil): "at least \(NumberText.plain(low))"
            case (nil, let high?): "at most \(NumberText.plain(high))"
            case (nil, nil): "anything but \(NumberText.plain(other ?? 0))"
            }
        let tail = unit.isEmpty ? "" : " \(unit)"
        return Outcome(
            holds: holds, value: value, low: low, high: high,
            text:
                "\(name)\(minus.map { " less \($0)" } ?? "") is \(NumberText.plain(value))\(tail),"
                + " wanted \(wanted)")
    }

    /// The bits of a number that a mask keeps; NaN, which meets no condition, if one of them has no bits.
    private static func masked(_ value: Double, by mask: Double) -> Double {
        guard let number = Int64(exactly: value), let mask = Int64(exactly: mask) else {
            return .nan
        }
        return Double(number & mask)
    }

    private func evaluateText(
        _ says: String, _ fields: PacketFields
    ) throws(UnknownField) -> Outcome {
        guard let found = fields[field] else { throw UnknownField(name: field) }
        let text = String(decoding: found.bytes, as: UTF8.self)
        return Outcome(
            holds: text == says, value: Double(found.bytes.count), low: nil, high: nil,
            text: "\(field) says `\(text)`, wanted `\(says)`")
    }

    private func number(
        _ name: String, _ fields: PacketFields, _ kept: KeptFields
    ) throws(UnknownField) -> Double {
        if let found = fields[name] { return found.number }
        guard let number = kept[name] else { throw UnknownField(name: name) }
        return number
    }
}
