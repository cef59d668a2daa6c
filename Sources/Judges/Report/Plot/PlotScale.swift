/// One axis of a plot: a range of values, where it lies, and where its ticks are.
struct PlotScale {
    var lowest: Double
    var highest: Double
    /// Where the lowest value lies, in pixels; below the highest one for a vertical axis.
    var start: Double
    var end: Double

    func position(_ value: Double) -> Double {
        start + (value - lowest) / (highest - lowest) * (end - start)
    }

    /// A range that contains all values with a margin; never empty.
    init(showing values: ClosedRange<Double>?, air: Double, from start: Double, to end: Double) {
        let range = values ?? 0...1
        var (lowest, highest) = (range.lowerBound, range.upperBound)
        if highest - lowest < 1e-9 * max(1e-3, abs(lowest), abs(highest)) {
            let margin = max(abs(lowest) * 0.1, 0.01)
            lowest -= margin
            highest += margin
        }
        let margin = (highest - lowest) * air
        self.lowest = lowest - margin
        self.highest = highest + margin
        self.start = start
        self.end = end
    }

    /// Round values, about `count` of them, and how many decimals they need.
    func ticks(_ count: Int) -> (values: [Double], decimals: Int) {
        let rough = (highest - lowest) / Double(max(1, count))
        var power = 1.0
        var decimals = 0
        while power > rough, decimals < 12 {
            power /= 10
            decimals += 1
        }
        while power * 10 <= rough { power *= 10 }
        let factor = rough / power
        let step = power * (factor <= 1 ? 1 : factor <= 2 ? 2 : factor <= 5 ? 5 : 10)
        if factor > 5, decimals > 0 { decimals -= 1 }
        var values: [Double] = []
        var index = (lowest / step).rounded(.up)
        while index * step <= highest, values.count < 100 {
            values.append(index == 0 ? 0 : index * step)
            index += 1
        }
        return (values, decimals)
    }
}
