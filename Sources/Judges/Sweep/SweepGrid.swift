import Declaration

/// The worlds of a sweep by the values of its varied keys: what a map over any two of them needs.
package struct SweepGrid: Sendable {
    /// Worlds that a map cannot tell apart.
    package struct Kind: Hashable, Sendable {
        /// On each axis.
        package var places: [Int]
        package var isFailed: Bool
        /// A letter for each expectation, as in a row.
        package var verdicts: String
    }

    /// One for each varied key.
    package let axes: [SweepSummary.Map.Axis]
    /// How many worlds there are of each kind, in the order of their first ones.
    package let kinds: [(kind: Kind, count: Int)]

    /// Values of an axis that were written with their step; more are put into groups.
    private static let mostSteps = 200
    /// Values of any other range; more are put into this many groups.
    private static let mostGroups = 12

    /// Nil without a varied key, and without worlds.
    ///
    /// - Parameter rows: of worlds that could be run.
    init?(_ rows: [SweepRow], _ plan: SweepPlan) {
        guard !plan.variations.isEmpty, !rows.isEmpty else { return nil }
        let found = plan.variations.enumerated().map { Self.axis(rows, $1, $0) }
        axes = found.map(\.axis)
        var places: [Kind: Int] = [:]
        var kinds: [(kind: Kind, count: Int)] = []
        for row in rows {
            let values = found.compactMap { $0.place(row) }
            guard values.count == found.count else { continue }
            let kind = Kind(
                places: values, isFailed: row.outcome != .passed, verdicts: row.expectations)
            if let place = places[kind] {
                kinds[place].count += 1
            } else {
                places[kind] = kinds.count
                kinds.append((kind, 1))
            }
        }
        self.kinds = kinds
    }

    /// How often worlds failed at the values of one axis, or of two.
    ///
    /// - Parameters:
    ///   - y: nil for one axis.
    ///   - expectation: which one failed; nil for a failure of any kind.
    package func map(x: Int, y: Int?, of expectation: Int?) -> SweepSummary.Map {
        let down = y.map { axes[$0] } ?? SweepSummary.Map.Axis(name: "", labels: [""])
        var cells = Array(
            repeating: Array(repeating: FailureRate(0, of: 0), count: axes[x].labels.count),
            count: down.labels.count)
        for (kind, count) in kinds {
            var isFailed = kind.isFailed
            if let expectation {
                let verdicts = Array(kind.verdicts.utf8)
                guard expectation < verdicts.count, verdicts[expectation] != UInt8(ascii: "u")
                else { continue }
                isFailed = verdicts[expectation] == UInt8(ascii: "f")
            }
            let (line, column) = (y.map { kind.places[$0] } ?? 0, kind.places[x])
            cells[line][column].total += count
            if isFailed { cells[line][column].failed += count }
        }
        return SweepSummary.Map(x: axes[x], y: down, cells: cells)
    }

    private static func axis(
        _ rows: [SweepRow], _ variation: Variation, _ place: Int
    ) -> (axis: SweepSummary.Map.Axis, place: (SweepRow) -> Int?) {
        var seen: Set<String> = []
        for row in rows where place < row.values.count { seen.insert(row.values[place]) }
        let labels: [String]
        switch variation.values {
        case .list(let list): labels = list.filter { seen.contains($0) }
        case .range(let range, let steps):
            if seen.count > mostGroups {
                let isWritten = variation.hasStep && steps <= mostSteps
                return groups(
                    of: range, isWritten ? steps : mostGroups, variation, place,
                    areSteps: isWritten)
            }
            labels = seen.sorted { (Amount($0)?.value ?? 0) < (Amount($1)?.value ?? 0) }
        }
        let places = Dictionary(
            zip(labels, labels.indices), uniquingKeysWith: { first, _ in first })
        return (
            SweepSummary.Map.Axis(name: variation.path.description, labels: labels),
            { place < $0.values.count ? places[$0.values[place]] : nil }
        )
    }

    /// Steps as they were written, or equal parts, each named after its beginning.
    private static func groups(
        of range: ScaledRange, _ count: Int, _ variation: Variation, _ place: Int, areSteps: Bool
    ) -> (axis: SweepSummary.Map.Axis, place: (SweepRow) -> Int?) {
        // The last step is a value of its own, the last part ends at the last value.
        let width = (range.to - range.from) / Double(areSteps ? count - 1 : count)
        let labels = (0..<count).map {
            areSteps ? variation.value($0) : range.value(Double($0) / Double(count))
        }
        return (
            SweepSummary.Map.Axis(name: variation.path.description, labels: labels),
            { row in
                guard place < row.values.count else { return nil }
                return Amount(row.values[place]).map {
                    // Values are rounded to a ten-thousandth of the range.
                    let exact = ($0.value - range.from) / width + (areSteps ? 1e-3 : 0)
                    return max(0, min(count - 1, Int(exact)))
                }
            }
        )
    }
}

extension SweepSummary.Map {
    /// The same with the longer axis downwards, and with at most so many columns: neighbours are
    /// added up under the first one's name.
    package func narrow(_ columns: Int) -> SweepSummary.Map {
        var map = self
        if y.labels != [""], x.labels.count > columns, y.labels.count < x.labels.count {
            map = SweepSummary.Map(
                x: y, y: x,
                cells: x.labels.indices.map { column in cells.map { $0[column] } })
        }
        guard map.y.labels != [""], map.x.labels.count > columns else { return map }
        let size = (map.x.labels.count + columns - 1) / columns
        let starts = Array(stride(from: 0, to: map.x.labels.count, by: size))
        map.cells = map.cells.map { line in
            starts.map { start in
                line[start..<min(start + size, line.count)].reduce(FailureRate(0, of: 0)) {
                    FailureRate($0.failed + $1.failed, of: $0.total + $1.total)
                }
            }
        }
        map.x.labels = starts.map { map.x.labels[$0] }
        return map
    }
}
