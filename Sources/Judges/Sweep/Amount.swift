import Declaration

/// A number with its unit, as files write it: `1.5 m`, `-4 dBm`, `12`.
package struct Amount: Sendable, Equatable {
    package var value: Double
    /// Empty for a plain number.
    package var unit: String

    /// Nil if the text is not a number with a unit.
    package init?(_ text: String) {
        let number = text.prefix { $0.isASCII && ($0.isNumber || "+-.".contains($0)) }
        guard let value = Double(String(number)), value.isFinite else { return nil }
        let rest = text[number.endIndex...].drop { $0 == " " }
        guard rest.allSatisfy({ $0.isLetter || $0.isNumber || "%/²".contains($0) }),
            rest.first.map({ !$0.isNumber }) ?? true
        else { return nil }
        self.value = value
        unit = String(rest)
    }

    package init(_ value: Double, _ unit: String) {
        self.value = value
        self.unit = unit
    }

    package var isWhole: Bool { value == value.rounded() && value.magnitude < 1e15 }

    /// As a file writes it.
    package var text: String {
        let number = Written.text(value == 0 ? 0 : value)
        return unit.isEmpty ? number : "\(number) \(unit)"
    }
}

/// The numbers between two ends, in one unit, rounded to a ten-thousandth of their distance.
package struct ScaledRange: Sendable, Equatable {
    package var from: Double
    package var to: Double
    package var unit: String
    /// Whether only whole numbers are meant.
    package var isWhole: Bool

    /// - Parameter share: 0 for the first end, 1 for the last.
    package func value(_ share: Double) -> String {
        let exact = from + (to - from) * share
        if isWhole { return Amount(exact.rounded(), unit).text }
        var scale = 1.0
        while (to - from) * scale < 1e4, scale < 1e12 { scale *= 10 }
        return Amount((exact * scale).rounded() / scale, unit).text
    }

    /// How many values there are, if `steps` are wanted.
    func count(_ steps: Int) -> Int { isWhole ? min(steps, Int(min(1e6, to - from)) + 1) : steps }
}
