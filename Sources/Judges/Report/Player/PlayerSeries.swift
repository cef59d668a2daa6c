import JSON
import ScriptedClient

/// The samples of one series that the player draws, in the order of time.
struct PlayerSeries {
    let client: String
    let series: Series
    let samples: [Series.Sample]
    /// Whether there are fewer than the client received.
    let isThinned: Bool

    /// - Parameter most: samples that are kept; of more, the lowest and the highest of each stretch.
    init(_ series: Series, of client: String, most: Int) {
        self.client = client
        self.series = series
        let sorted = series.samples.enumerated().sorted {
            ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
        }.map(\.element)
        samples = sorted.count > most ? Self.thinned(sorted, to: most) : sorted
        isThinned = samples.count < series.received
    }

    /// Two samples of each stretch: where the axis that moves most in it is lowest and highest.
    private static func thinned(_ samples: [Series.Sample], to most: Int) -> [Series.Sample] {
        let stretches = max(1, most / 2)
        return (0..<stretches).flatMap { stretch -> [Series.Sample] in
            let from = samples.count * stretch / stretches
            let to = samples.count * (stretch + 1) / stretches
            guard from < to else { return [] }
            var (low, high, widest) = (from, from, 0.0)
            for axis in 0..<(samples[from].values.count) {
                func value(_ place: Int) -> Double {
                    let value =
                        samples[place].values.indices.contains(axis)
                        ? samples[place].values[axis] : .nan
                    return value.isFinite ? value : 0
                }
                guard let lowest = (from..<to).min(by: { value($0) < value($1) }),
                    let highest = (from..<to).max(by: { value($0) < value($1) }),
                    value(highest) - value(lowest) > widest
                else { continue }
                (low, high, widest) = (lowest, highest, value(highest) - value(lowest))
            }
            return low == high
                ? [samples[low]] : [samples[min(low, high)], samples[max(low, high)]]
        }
    }

    /// As the script of the player reads it.
    var json: String {
        let axes = series.axes.count
        let hasTruth = samples.contains { $0.truth.count == axes }
        let values = samples.map { $0.values.count == axes ? $0.values : blank }
        let truth = samples.map { $0.truth.count == axes ? $0.truth : blank }
        return
            "{\"client\":\(JSONValue.quoted(client)),\"board\":\(JSONValue.quoted(series.board)),"
            + "\"signal\":\(JSONValue.quoted(series.signal)),"
            + "\"source\":\(JSONValue.quoted(series.source.inWords)),"
            + "\"unit\":\(JSONValue.quoted(series.unit)),"
            + "\"axes\":[\(series.axes.map(JSONValue.quoted).joined(separator: ","))],"
            + "\"rate\":\(series.rate.isFinite ? series.rate : 0),"
            + "\"time\":\(PlayerColumn.floats(samples.map(\.time.exactSeconds))),"
            + "\"values\":\(PlayerColumn.floats(Array(values.joined()))),"
            + "\"truth\":"
            + (hasTruth ? PlayerColumn.floats(Array(truth.joined())) : "null") + "}"
    }

    private var blank: [Double] { Array(repeating: .nan, count: series.axes.count) }
}
