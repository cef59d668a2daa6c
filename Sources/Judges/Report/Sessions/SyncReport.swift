import ScriptedClient

/// How far the samples of a recording are from the truth in time.
///
/// A recording may come from any program: its values are compared, not its names. In each of up to a hundred windows
/// the delay is looked for at which the recorded values are most like the true ones, whatever their units and offsets.
package struct SyncReport: Sendable {
    /// One recorded stream.
    package struct Row: Sendable {
        package var name: String
        /// The truth that it is like; nil if it is like none.
        package var truth: String?
        /// What was found, in the order of time.
        package var points: [Point] = []
        /// Windows in which it cannot be told, mostly because nothing moved.
        package var unknown = 0

        /// How late it is in the middle, in seconds; nil if nothing is known.
        package var delay: Double? { line?.middle }
        /// How much later it gets, in seconds a second; nil for less than three points.
        package var drift: Double? { points.count < 3 ? nil : line?.slope }
        /// How far points are from the straight line of delay and drift, root mean square in seconds.
        package var spread: Double? {
            guard let line else { return nil }
            let sum = points.reduce(0) { sum, point in
                let off = point.delay - line.middle - line.slope * (point.time - line.time)
                return sum + off * off
            }
            return (sum / Double(points.count)).squareRoot()
        }

        private var line: (time: Double, middle: Double, slope: Double)? {
            guard !points.isEmpty else { return nil }
            let count = Double(points.count)
            let time = points.reduce(0) { $0 + $1.time } / count
            let middle = points.reduce(0) { $0 + $1.delay } / count
            let width = points.reduce(0) { $0 + ($1.time - time) * ($1.time - time) }
            let slope =
                width > 0
                ? points.reduce(0) { $0 + ($1.time - time) * ($1.delay - middle) } / width : 0
            return (time, middle, points.count < 3 ? 0 : slope)
        }
    }

    /// What one window has shown.
    package struct Point: Sendable {
        /// The middle of the window, in seconds of the recording.
        package var time: Double
        /// How much later the recording says that something happened, in seconds.
        package var delay: Double
    }

    package private(set) var rows: [Row] = []

    /// - Parameters:
    ///   - recorded: the streams of a recording.
    ///   - truths: streams with true values at true times.
    package init(_ recorded: [XDFFile.Stream], truths: [XDFFile.Stream]) {
        rows = recorded.map { Self.row($0, truths) }
    }

    // MARK: Finding a delay

    /// The length of a window, and how many there are at most.
    private static let (window, mostWindows) = (10.0, 100)
    /// Delays are looked for within a second, at first in coarse steps.
    private static let (reach, coarse, fine) = (1.0, 0.01, 0.001)
    /// Two delays are as good as each other if they explain as much up to this.
    private static let same = 0.02
    /// A delay counts if it is known so well, in seconds.
    private static let wanted = 0.002
    /// A stream is like a truth if so much of it is explained by it.
    private static let alike = 0.5

    private static func row(_ stream: XDFFile.Stream, _ truths: [XDFFile.Stream]) -> Row {
        var row = Row(name: stream.name)
        let windows = windows(of: stream)
        // Two boards that move alike are told apart by their names alone.
        let named = truths.filter { $0.name == stream.name + Series.truthSuffix }
        let fitting = (named.isEmpty ? truths : named).filter {
            $0.channels == stream.channels && $0.times.count > 1
        }
        var best: (truth: XDFFile.Stream, likeness: Double)?
        for truth in fitting {
            // A few windows tell which it is.
            let step = max(1, windows.count / 5)
            let found = stride(from: 0, to: windows.count, by: step).compactMap {
                search(stream, windows[$0], truth)
            }
            guard !found.isEmpty else { continue }
            let likeness = found.reduce(0) { $0 + $1.likeness } / Double(found.count)
            if likeness > best?.likeness ?? alike { best = (truth, likeness) }
        }
        guard let best else {
            row.unknown = windows.count
            return row
        }
        row.truth = best.truth.name
        for window in windows {
            guard let found = search(stream, window, best.truth), found.likeness > alike,
                found.uncertainty < wanted
            else {
                row.unknown += 1
                continue
            }
            let times = stream.times[window]
            let middle = times.reduce(0, +) / Double(times.count)
            row.points.append(Point(time: middle, delay: found.delay))
        }
        return row
    }

    /// Samples that belong together, as places.
    private static func windows(of stream: XDFFile.Stream) -> [Range<Int>] {
        var windows: [Range<Int>] = []
        var start = 0
        for index in stream.times.indices
        where stream.times[index] - stream.times[start] >= window {
            if index - start >= 20 { windows.append(start..<index) }
            start = index
        }
        if windows.isEmpty, stream.times.count >= 20 { windows = [0..<stream.times.count] }
        guard windows.count > mostWindows else { return windows }
        return (0..<mostWindows).map { windows[$0 * windows.count / mostWindows] }
    }

    private static func search(
        _ stream: XDFFile.Stream, _ window: Range<Int>, _ truth: XDFFile.Stream
    ) -> (delay: Double, likeness: Double, uncertainty: Double)? {
        var comparison = Comparison(stream, window, truth)
        func rests(_ delays: StrideThrough<Double>) -> [(delay: Double, rest: Double)] {
            delays.compactMap { delay in comparison.rest(delay).map { (delay, $0) } }
        }
        let all = rests(stride(from: -reach, through: reach, by: coarse))
        guard let least = all.map(\.rest).min(),
            // What repeats itself is like itself a period later, too: then the shortest delay is meant.
            let rough = all.filter({ $0.rest <= least + same }).map(\.delay)
                .min(by: { abs($0) < abs($1) }),
            let middle = rests(
                stride(from: rough - 2 * coarse, through: rough + 2 * coarse, by: fine)
            )
            .min(by: { $0.rest < $1.rest })?.delay,
            let here = comparison.rest(middle),
            let before = comparison.rest(middle - 2 * fine),
            let after = comparison.rest(middle + 2 * fine)
        else { return nil }
        // The lowest point of the parabola through three.
        let bend = before - 2 * here + after
        guard bend > 0 else { return nil }
        let shift = fine * (before - after) / bend
        // So far to each side, the rest grows by what one value of it is worth.
        let values = Double(window.count * stream.channels)
        let curvature = bend / (4 * fine * fine)
        let uncertainty = (2 * here / values / curvature).squareRoot()
        return (middle + shift, 1 - here, uncertainty)
    }

    /// The values of a window beside those of a truth.
    private struct Comparison {
        let stream: XDFFile.Stream
        let window: Range<Int>
        let truth: XDFFile.Stream
        private let start: Int

        init(_ stream: XDFFile.Stream, _ window: Range<Int>, _ truth: XDFFile.Stream) {
            (self.stream, self.window, self.truth) = (stream, window, truth)
            // The truth that may be needed begins there.
            let first = stream.times[window.lowerBound] - 2
            var (low, high) = (0, truth.times.count)
            while low < high {
                let middle = (low + high) / 2
                if truth.times[middle] < first { low = middle + 1 } else { high = middle }
            }
            start = max(0, low - 1)
        }

        /// Which part of the recorded values is not explained by the truth at a delay: from 0 to 1; nil if too little of the
        /// truth is there, or nothing moves.
        mutating func rest(_ delay: Double) -> Double? {
            let channels = stream.channels
            var sums = [Sums](repeating: Sums(), count: channels)
            var place = start
            var count = 0
            for index in window {
                let time = stream.times[index] - delay
                while place + 1 < truth.times.count, truth.times[place + 1] < time { place += 1 }
                guard place + 1 < truth.times.count, truth.times[place] <= time else { continue }
                let span = truth.times[place + 1] - truth.times[place]
                // Nothing is known within a gap.
                guard span > 0, span < 0.2 else { continue }
                let share = (time - truth.times[place]) / span
                for channel in 0..<channels {
                    let one = truth.values[place * channels + channel]
                    let two = truth.values[(place + 1) * channels + channel]
                    sums[channel].add(
                        stream.values[index * channels + channel], one + share * (two - one))
                }
                count += 1
            }
            guard count * 5 >= window.count * 4 else { return nil }
            let all = sums.reduce(0) { $0 + $1.variation(Double(count)) }
            guard all > 0 else { return nil }
            return sums.reduce(0) { $0 + $1.rest(Double(count)) } / all
        }
    }

    private struct Sums {
        var (x, y, xx, xy, yy) = (0.0, 0.0, 0.0, 0.0, 0.0)

        mutating func add(_ value: Double, _ truth: Double) {
            guard value.isFinite, truth.isFinite else { return }
            x += truth
            y += value
            xx += truth * truth
            xy += truth * value
            yy += value * value
        }

        func variation(_ count: Double) -> Double { max(0, yy - y * y / count) }

        /// After the best gain and offset.
        func rest(_ count: Double) -> Double {
            let all = variation(count)
            let width = xx - x * x / count
            guard width > 1e-12 * max(1, xx) else { return all }
            let common = xy - x * y / count
            // Turned over, a swing is like itself half a period later.
            return common > 0 ? max(0, all - common * common / width) : all
        }
    }
}
