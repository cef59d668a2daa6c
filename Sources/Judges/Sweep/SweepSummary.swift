/// What a sweep found, from its rows alone: the same for any order and any division into parts.
package struct SweepSummary: Sendable {
    /// One expectation over all worlds.
    package struct Expectation: Sendable {
        package var title: String
        package var rate: FailureRate
        /// The first world in which it failed.
        package var first: Int?
        /// Whether some world has to reach it, and none did.
        package var isUnreached = false
    }

    /// One figure over all worlds that have it.
    package struct Figure: Sendable {
        package var name: String
        /// In ascending order.
        package var values: [Double]

        /// The value below which this share of the worlds is.
        package func quantile(_ share: Double) -> Double {
            values[Int((Double(values.count - 1) * share).rounded())]
        }

        /// How many worlds are in each of some equal parts from the least value to the largest; one
        /// part if all have the same.
        package func histogram(parts: Int) -> [Int] {
            let (low, high) = (quantile(0), quantile(1))
            guard high > low else { return [values.count] }
            var counts = Array(repeating: 0, count: parts)
            for value in values {
                let place = (value - low) / (high - low) * Double(parts)
                counts[max(0, min(parts - 1, Int(place)))] += 1
            }
            return counts
        }
    }

    /// One varied key, or two: how often a world failed there.
    package struct Map: Sendable {
        package struct Axis: Sendable {
            package var name: String
            package var labels: [String]
        }

        package var x: Axis
        /// Has one label, an empty one, if a single key was varied.
        package var y: Axis
        /// By y, then by x.
        package var cells: [[FailureRate]]
    }

    package let header: SweepHeader
    package let rows: [SweepRow]
    /// Of all worlds that could be run.
    package let rate: FailureRate
    package let expectations: [Expectation]
    package let figures: [Figure]
    /// Over the first two keys, of failures of any kind.
    package let map: Map?
    /// The worlds by the values of all keys; nil if no key was varied.
    package let grid: SweepGrid?
    /// In which most expectations failed; the first of equals. Nil if none failed.
    package let worst: SweepRow?

    /// - Parameter rows: in the order of their worlds.
    package init(_ header: SweepHeader, _ rows: [SweepRow], plan: SweepPlan) {
        self.header = header
        self.rows = rows
        let run = rows.filter { $0.outcome != .invalid }
        let failed = run.filter { $0.outcome != .passed }
        rate = FailureRate(failed.count, of: run.count)
        expectations = header.expectations.enumerated().map { place, title in
            var (count, total, first) = (0, 0, Int?.none)
            for row in run {
                let verdicts = Array(row.expectations.utf8)
                guard place < verdicts.count, verdicts[place] != UInt8(ascii: "u") else { continue }
                total += 1
                guard verdicts[place] == UInt8(ascii: "f") else { continue }
                count += 1
                first = first ?? row.world
            }
            let letters = run.compactMap { Array($0.expectations.utf8).dropFirst(place).first }
            let isUnreached =
                letters.contains(UInt8(ascii: "n")) && !letters.contains(UInt8(ascii: "h"))
            return Expectation(
                title: title, rate: FailureRate(count, of: total), first: first,
                isUnreached: isUnreached)
        }
        var values: [String: [Double]] = [:]
        for row in run {
            for (name, value) in zip(row.figures.names, row.figures.values) {
                values[name, default: []].append(value)
            }
        }
        figures = values.sorted { $0.key < $1.key }.map { Figure(name: $0, values: $1.sorted()) }
        grid = SweepGrid(run, plan)
        map = grid?.map(x: 0, y: grid.map { $0.axes.count > 1 ? 1 : nil } ?? nil, of: nil)
        worst = failed.max(by: SweepRow.isBetter)
    }

    /// The worst world in which an expectation failed, and the place of that expectation.
    ///
    /// - Parameter title: nil for the first that failed there.
    package func worst(failing title: String?) -> (row: SweepRow, place: Int)? {
        func place(in row: SweepRow) -> Int? {
            zip(header.expectations, row.expectations).enumerated().first {
                $0.element.1 == "f" && (title == nil || $0.element.0 == title)
            }?.offset
        }
        let failing = rows.filter { place(in: $0) != nil }
        return failing.max(by: SweepRow.isBetter).flatMap { row in place(in: row).map { (row, $0) }
        }
    }

    /// The passing world with most values in common with the worst; the first of several.
    ///
    /// - Parameter place: of an expectation that the world must have judged.
    package func passing(nearestTo worst: SweepRow, expectation place: Int) -> SweepRow? {
        func distance(_ row: SweepRow) -> Int {
            zip(row.values, worst.values).count { $0 != $1 } * 2 + (row.seed == worst.seed ? 0 : 1)
        }
        return rows.filter { $0.outcome == .passed && $0.expectations.count > place }
            .min { (distance($0), $0.world) < (distance($1), $1.world) }
    }

    /// What some world has to reach, and none did: the titles.
    package var unreached: [String] { expectations.filter(\.isUnreached).map(\.title) }

    /// Worlds of the sweep that have no row.
    package var missing: Int { header.worlds - rows.count }

    /// Which worlds are missing, in words, and how they are run; nil if none are.
    package var missingWords: String? {
        guard missing > 0 else { return nil }
        let known = Set(rows.lazy.map(\.world))
        var first: [Int] = []
        // Whether those that are missing are all of one part, and no others.
        var isPart = missing > 1
        for world in 0..<header.worlds where !known.contains(world) {
            if first.count < 8 { first.append(world) }
            if first.count > 1 {
                let step = first[1] - first[0]
                isPart = isPart && first[0] < step && world % step == first[0]
            }
        }
        var text = missing == 1 ? "world \(first[0]) is missing" : "\(missing) worlds are missing: "
        if missing > 1 {
            text += first.map { "\($0)" }.joined(separator: ", ")
            if missing > first.count { text += ", …" }
        }
        if isPart, missing == (header.worlds - 1 - first[0]) / (first[1] - first[0]) + 1 {
            return text + "; run with --shard \(first[0] + 1)/\(first[1] - first[0])"
        }
        return text
            + "; name the file of every part, and run the same command again for a part that"
            + " was stopped"
    }

    package var isGreen: Bool {
        rate.failed == 0 && rate.total > 0 && missing == 0 && unreached.isEmpty
    }
    package func count(_ outcome: SweepRow.Outcome) -> Int { rows.count { $0.outcome == outcome } }
}

extension SweepRow {
    fileprivate static func isBetter(_ one: Self, than other: Self) -> Bool {
        let (a, b) = (one.severity, other.severity)
        return a != b ? a < b : one.world > other.world
    }

    /// How many expectations failed; a failure for another reason counts less than one of them.
    fileprivate var severity: Int {
        2 * expectations.count { $0 == "f" }
            + (outcome == .crashed ? 1000 : outcome == .failed ? 1 : 0)
    }
}
