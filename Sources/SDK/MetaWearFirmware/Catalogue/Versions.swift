/// Revisions as the catalogue and device information write them: `1.7.3`.
///
/// The parts are compared as numbers, and a missing part is 0. A text behind a number makes it greater: `2.0.0-beta` comes
/// after `2.0.0`.
extension String {
    func isMetaWearVersion(equalTo other: String) -> Bool { compared(to: other) == 0 }
    func isMetaWearVersion(greaterThan other: String) -> Bool { compared(to: other) > 0 }
    func isMetaWearVersion(greaterThanOrEqualTo other: String) -> Bool {
        compared(to: other) >= 0
    }
    func isMetaWearVersion(lessThan other: String) -> Bool { compared(to: other) < 0 }
    func isMetaWearVersion(lessThanOrEqualTo other: String) -> Bool { compared(to: other) <= 0 }

    /// Negative, 0 or positive.
    private func compared(to other: String) -> Int {
        let mine = split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let others = other.split(separator: ".", omittingEmptySubsequences: false)
            .map(String.init)
        let count = max(mine.count, others.count)
        func joined(_ parts: [String]) -> [Run] {
            let padded = parts + Array(repeating: "0", count: count - parts.count)
            return Run.all(in: padded.joined(separator: "."))
        }
        return Run.compare(joined(mine), joined(others))
    }
}

/// A run of digits, or a single character that is none.
private enum Run {
    /// Without leading zeroes, so that any length can be compared.
    case number(Substring)
    case character(Character)

    static func all(in text: String) -> [Run] {
        var runs: [Run] = []
        var rest = text[...]
        while let first = rest.first {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            if digits.isEmpty {
                runs.append(.character(first))
                rest.removeFirst()
            } else {
                runs.append(.number(digits.drop { $0 == "0" }))
                rest.removeFirst(digits.count)
            }
        }
        return runs
    }

    /// By the first run that differs; otherwise the shorter one comes first.
    static func compare(_ a: [Run], _ b: [Run]) -> Int {
        for (a, b) in zip(a, b) {
            let order = a.order(b)
            if order != 0 { return order }
        }
        return a.count - b.count
    }

    private func order(_ other: Run) -> Int {
        switch (self, other) {
        case (.number(let a), .number(let b)):
            if a.count != b.count { return a.count - b.count }
            return a == b ? 0 : a < b ? -1 : 1
        case (.character(let a), .character(let b)): return a == b ? 0 : a < b ? -1 : 1
        case (.number, .character(let b)): return "0" < b ? -1 : 1
        case (.character(let a), .number): return a < "0" ? -1 : 1
        }
    }
}
