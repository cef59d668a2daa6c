import Scenario

/// How far the values of a panel reach.
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
        for sample in series.samples where sample.truth.count == sample.values.count {
            for (value, truth) in zip(sample.values, sample.truth) {
                let error = (value - truth).magnitude
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
