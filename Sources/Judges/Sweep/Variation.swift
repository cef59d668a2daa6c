import Declaration

/// A key of the scenario with the values that a sweep gives it: `world.distance=1 m..40 m`,
/// `boards[0].model=MetaMotion R,MetaMotion S`.
package struct Variation: Sendable, Equatable {
    package enum Values: Sendable, Equatable {
        case list([String])
        /// `steps` counts both ends.
        case range(ScaledRange, steps: Int)
    }

    package let path: NodePath
    package let values: Values
    /// As on the command line.
    package let text: String
    /// Whether a range names its step.
    let hasStep: Bool

    /// Values of a range that names no step.
    private static let usualSteps = 8

    package init(_ text: String) throws(SweepError) {
        self.text = text
        guard let equals = text.firstIndex(of: "=") else {
            throw SweepError(
                "--vary is `\(text)`; write a key and its values:"
                    + " `--vary 'world.distance=1 m..40 m'`")
        }
        let key = text[..<equals].trimmed
        guard let path = NodePath(key) else {
            throw SweepError(
                "--vary is `\(text)`, and `\(key)` is not a key; write one such as"
                    + " `world.distance` or `boards[0].model`")
        }
        self.path = path
        let words = text[text.index(after: equals)...].trimmed
        guard !words.isEmpty else {
            throw SweepError("--vary is `\(text)`, without a value; write `\(key)=1 m..40 m`")
        }
        hasStep = words.contains(" by ")
        if let range = try Self.range(words, of: text) {
            values = range
        } else {
            let list = Self.pieces(words)
            guard !list.contains("") else {
                throw SweepError(
                    "--vary is `\(text)`, and one of its values is empty; remove a comma, or write"
                        + " `\"\"` for an empty text")
            }
            if let (place, value) = list.enumerated().first(where: {
                list[..<$0.offset].contains($0.element)
            }) {
                throw SweepError(
                    "--vary is `\(text)` and has `\(value)` twice; remove value \(place + 1)")
            }
            values = .list(list)
        }
    }

    /// The values that must fit the scenario: each of a list, the ends of a range.
    package var decisive: [String] {
        switch values {
        case .list(let list): list
        case .range(let range, _): [range.value(0), range.value(1)]
        }
    }

    /// How many values a sweep of all combinations has.
    package var count: Int {
        switch values {
        case .list(let list): list.count
        case .range(let range, let steps): range.count(steps)
        }
    }

    /// Whether a value is one of these, or between their ends.
    func contains(_ text: String) -> Bool {
        switch values {
        case .list(let list): list.contains(text)
        case .range(let range, _):
            Amount(text).map {
                $0.unit == range.unit && $0.value >= range.from && $0.value <= range.to
            } ?? false
        }
    }

    /// Of all combinations.
    package func value(_ place: Int) -> String {
        switch values {
        case .list(let list): list[place]
        case .range(let range, let steps):
            range.value(Double(place) / Double(max(1, range.count(steps) - 1)))
        }
    }

    /// Of a sample.
    ///
    /// - Parameter share: uniform from 0 to 1, without 1.
    package func value(sample share: Double) -> String {
        switch values {
        case .list(let list): list[min(list.count - 1, Int(share * Double(list.count)))]
        case .range(let range, _): range.value(share)
        }
    }

    /// `FROM..TO` or `FROM..TO by STEP`; nil if the words are something else.
    private static func range(
        _ words: String, of text: String
    ) throws(SweepError) -> Values? {
        let sides = words.split(separator: " by ", maxSplits: 1)
        let ends = sides[0].split(separator: "..", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Amount(ends[0].trimmed),
            var last = Amount(ends[1].trimmed)
        else { return nil }
        var from = first
        if from.unit.isEmpty { from.unit = last.unit }
        if last.unit.isEmpty { last.unit = from.unit }
        guard from.unit == last.unit else {
            throw SweepError(
                "--vary is `\(text)`; write both ends in the same unit: `500 ms..2000 ms`")
        }
        guard last.value > from.value else {
            throw SweepError("--vary is `\(text)`; write the smaller value first")
        }
        let range = ScaledRange(
            from: from.value, to: last.value, unit: from.unit,
            isWhole: from.unit.isEmpty && from.isWhole && last.isWhole)
        guard sides.count == 2 else { return .range(range, steps: usualSteps) }
        guard var step = Amount(sides[1].trimmed), step.value > 0 else {
            throw SweepError("--vary is `\(text)`; write a step above 0: `1 m..40 m by 3 m`")
        }
        if step.unit.isEmpty { step.unit = from.unit }
        guard step.unit == from.unit else {
            throw SweepError("--vary is `\(text)`; write the step in the unit of the range")
        }
        let count = (last.value - from.value) / step.value + 1 + 1e-9
        guard count <= 100_000 else {
            throw SweepError("--vary is `\(text)`, more than 100,000 values; write a larger step")
        }
        // What the steps do not reach is left out.
        let steps = Int(count)
        var whole = range
        whole.to = from.value + step.value * Double(steps - 1)
        return steps == 1
            ? .list([range.value(0)]) : .range(whole, steps: steps)
    }

    /// Splits at commas that are not within brackets, braces or quotes.
    private static func pieces(_ words: String) -> [String] {
        var pieces: [String] = [""]
        var depth = 0
        var quote: Character?
        for character in words {
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if "[{".contains(character) {
                depth += 1
            } else if "]}".contains(character) {
                depth -= 1
            } else if character == ",", depth == 0 {
                pieces.append("")
                continue
            }
            pieces[pieces.count - 1].append(character)
        }
        return pieces.map(\.trimmed)
    }
}

extension StringProtocol {
    fileprivate var trimmed: String {
        var rest = self[...]
        while rest.first == " " { rest = rest.dropFirst() }
        while rest.last == " " { rest = rest.dropLast() }
        return String(rest)
    }
}
