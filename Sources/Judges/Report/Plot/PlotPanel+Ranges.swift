import ScriptedClient

/// The ranges of the values of a panel.
extension PlotPanel {
    var valueRange: ClosedRange<Double>? {
        var range: ClosedRange<Double>?
        for sample in series.samples {
            for value in sample.values where value.magnitude < Self.largestValue {
                range.include(value)
            }
            for value in sample.truth where value.magnitude < Self.largestValue {
                range.include(value)
            }
        }
        return range
    }

    var errorRange: ClosedRange<Double>? {
        var largest = 0.0
        for sample in series.samples {
            for axis in 0..<series.errorCount {
                guard let error = series.error(sample, axis: axis)?.magnitude else { break }
                if error < Self.largestValue { largest = max(largest, error) }
            }
        }
        return largest > 0 ? -largest...largest : nil
    }
}

extension ClosedRange<Double>? {
    mutating func include(_ value: Double) {
        self =
            self.map { Swift.min($0.lowerBound, value)...Swift.max($0.upperBound, value) }
            ?? value...value
    }
}
