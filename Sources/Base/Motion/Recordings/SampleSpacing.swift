/// When the samples of a recording were taken, from the times that its file gives them.
///
/// Writers stamp samples when their packet arrives, or with few digits: several share a time, or
/// follow each other too closely. The chip that took them has a steady clock, so that their count
/// and the mean rate say more than the times do.
struct SampleSpacing {
    /// Hz.
    let rate: Double
    /// Where each sample lies, in samples of `rate` after the first; nil if they are evenly spaced
    /// without a pause.
    let places: [Double]?
    /// What a reader should know.
    let notes: [String]
    /// When the first sample was taken, on the clock of the times.
    private(set) var start = 0.0
    /// Whether the times of whole bunches decided, which is finer than each of them.
    private(set) var isOfBunches = false

    /// A time that stands for the place of its sample.
    private struct Anchor {
        var index: Int
        var time: Double
    }

    init(rate: Double) {
        self.rate = rate
        (places, notes) = (nil, [])
    }

    /// `lines` are the lines of the times, for messages.
    init(times: [Double], lines: [Int]) throws(RecordingError) {
        for i in 1..<times.count where times[i] < times[i - 1] {
            throw RecordingError(
                line: lines[i], column: 1,
                problem:
                    "the time goes back by \(Self.text(times[i - 1] - times[i])) s: sort the rows")
        }
        let span = times[times.count - 1] - times[0]
        guard span > 0 else {
            throw RecordingError(
                line: lines[0], column: 1,
                problem: """
                    all rows have the same time, so that the rate cannot be known: \
                    check the column of times, or add one as time (s)
                    """)
        }
        let mean = span / Double(times.count - 1)
        // Jitter of the writer's clock, or the millisecond that files round to.
        let isUniform = times.indices.allSatisfy {
            (times[$0] - times[0] - Double($0) * mean).magnitude < max(0.6 * mean, 0.0011)
        }
        if isUniform {
            self.init(rate: 1 / mean)
        } else if let starts = try Self.bunches(times, lines) {
            try self.init(times, lines, bunches: starts)
        } else {
            try self.init(uneven: times, lines)
        }
    }

    private init(rate: Double, places: [Double]?, notes: [String]) {
        (self.rate, self.places, self.notes) = (rate, places, notes)
    }

    // MARK: Bunches

    /// The first samples of the bunches that share a time or nearly so; nil if there are none.
    private static func bunches(
        _ times: [Double], _ lines: [Int]
    ) throws(RecordingError) -> [Int]? {
        let steps = zip(times.dropFirst(), times).map { $0 - $1 }
        let span = times[times.count - 1] - times[0]
        let close = steps.sorted()[steps.count / 4]
        let most = max(3 * close, min(0.5 * span / Double(steps.count), 0.005))
        let starts = [0] + steps.indices.filter { steps[$0] > most }.map { $0 + 1 }
        let within = steps.reduce(0) { $0 + ($1 > most ? 0 : $1) }
        guard 2 * within <= span else { return nil }
        guard starts.count > 2 else {
            // Without a bunch that is certainly whole nobody knows how many samples one has.
            guard 2 * steps.count(where: { $0 == 0 }) >= steps.count else { return nil }
            throw unknown(times, lines, "there are only \(starts.count) different ones")
        }
        // A board that records for a while now and then has pauses; packets are closer.
        let period = median(zip(starts.dropFirst(), starts).map { times[$0] - times[$1] })
        return within == 0 || period <= 4.5 ? starts : nil
    }

    private init(_ times: [Double], _ lines: [Int], bunches: [Int]) throws(RecordingError) {
        let counts = zip(bunches.dropFirst(), bunches).map { Double($0 - $1) }
        // The first may have lost its beginning; the last one's count is not needed.
        let isWhole = counts[0] >= Self.median(Array(counts.dropFirst()))
        let anchors = bunches.dropFirst(isWhole ? 0 : 1).map { Anchor(index: $0, time: times[$0]) }
        let period = Self.median(zip(anchors.dropFirst(), anchors).map { $0.time - $1.time })
        guard let fit = Fit(anchors, period: period, neighbours: 8), fit.usual < 1.5 * period,
            fit.step > 0
        else { throw Self.unknown(times, lines, "their numbers differ too much") }
        let size = bunches.indices.dropLast().first { bunches[$0 + 1] - bunches[$0] > 1 } ?? 0
        let first = bunches[size]
        let last = bunches[size + 1] - 1
        let samples = times.count
        try self.init(
            fit, times, lines,
            note: """
                several samples have one time or nearly so (lines \(lines[first]) to \(lines[last])\
                 are the first): all \(samples) are spread evenly
                """)
        start = fit.origins[0]
        isOfBunches = true
    }

    private static func unknown(
        _ times: [Double], _ lines: [Int], _ why: String
    ) -> RecordingError {
        let first = times.indices.dropFirst().first { times[$0] == times[$0 - 1] } ?? 1
        let last = times[first...].lastIndex(of: times[first - 1]) ?? first
        return RecordingError(
            line: lines[first - 1], column: 1,
            problem: """
                the rows to line \(lines[last]) repeat one time, as others do, and the rate cannot\
                 be known (\(why)): export again with milliseconds, or add a column time (s)
                """)
    }

    // MARK: Single samples

    /// Each has a time of its own, but they are not evenly apart: jitter and pauses.
    private init(uneven times: [Double], _ lines: [Int]) throws(RecordingError) {
        let anchors = times.indices.map { Anchor(index: $0, time: times[$0]) }
        let near = Self.slope(anchors, apart: 8)
        if near > 0, let fit = Fit(anchors, period: near, neighbours: 32),
            fit.usual < max(2 * fit.step, 0.0011)
        {
            let isJittery = fit.worst > 0.6 * fit.step
            try self.init(
                fit, times, lines,
                note: isJittery
                    ? """
                    the times of its samples are up to \(Self.text(fit.worst)) s off: they are\
                     spread evenly
                    """ : nil)
            return
        }
        // The rate itself changes: what lies between two samples is interpolated.
        let gaps = zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 > 0 }
        let rate = 1 / Self.median(gaps)
        try Self.check((times[times.count - 1] - times[0]) * rate, times, lines)
        self.init(
            rate: rate, places: times.map { ($0 - times[0]) * rate },
            notes: [
                "its samples are unevenly far apart: they are interpolated, at"
                    + " \(Self.text(rate)) Hz"
            ])
    }

    // MARK: Even spacing between pauses

    /// A straight line for each part without a pause, all of one slope.
    private struct Fit {
        /// Seconds between samples.
        let step: Double
        /// The time that the sample of index 0 would have, by part.
        var origins: [Double] = []
        /// The first sample of each part after the first.
        var pauses: [Int] = []
        /// How far an anchor is from its line at most, in seconds.
        var worst = 0.0
        /// How far four of five are at most: what a radio holds up for a moment tells nothing of the rate.
        var usual = 0.0

        /// Nil if there are too few anchors.
        init?(_ anchors: [Anchor], period: Double, neighbours: Int) {
            guard anchors.count > 1 else { return nil }
            let guess = SampleSpacing.slope(anchors, apart: 8)
            let off = anchors.map { $0.time - Double($0.index) * guess }
            var parts: [Range<Int>] = []
            var first = 0
            for k in 1..<anchors.count
            where anchors[k].time - anchors[k - 1].time > 2.5 * period {
                // What arrives late and then at once is no pause: one of the next is in time again.
                let after = off[k..<min(off.count, k + neighbours)].min() ?? 0
                let before = SampleSpacing.median(Array(off[max(first, k - 8)..<k]))
                guard after - before > 1.5 * period else { continue }
                parts.append(first..<k)
                first = k
                pauses.append(anchors[k].index)
            }
            parts.append(first..<anchors.count)
            var (together, alone) = (0.0, 0.0)
            var means: [(index: Double, time: Double)] = []
            for part in parts {
                let count = Double(part.count)
                let index = part.reduce(0) { $0 + Double(anchors[$1].index) } / count
                let time = part.reduce(0) { $0 + anchors[$1].time } / count
                means.append((index, time))
                for k in part {
                    let place = Double(anchors[k].index) - index
                    together += place * (anchors[k].time - time)
                    alone += place * place
                }
            }
            guard alone > 0 else { return nil }
            step = together / alone
            var distances: [Double] = []
            for (part, mean) in zip(parts, means) {
                let origin = mean.time - step * mean.index
                origins.append(origin)
                for k in part {
                    let time = origin + step * Double(anchors[k].index)
                    distances.append((anchors[k].time - time).magnitude)
                }
            }
            distances.sort()
            worst = distances[distances.count - 1]
            usual = distances[distances.count * 4 / 5]
        }
    }

    private init(
        _ fit: Fit, _ times: [Double], _ lines: [Int], note: String?
    ) throws(RecordingError) {
        let rate = 1 / fit.step
        var notes = note.map { ["\($0), at \(Self.text(rate)) Hz"] } ?? []
        guard !fit.pauses.isEmpty else {
            self.init(rate: rate, places: nil, notes: notes)
            return
        }
        var places: [Double] = []
        places.reserveCapacity(times.count)
        var longest = (line: 0, seconds: 0.0)
        let starts = [0] + fit.pauses
        for (part, first) in starts.enumerated() {
            let end = part + 1 < starts.count ? starts[part + 1] : times.count
            // A part keeps its samples: it begins at a whole place, and after the one before.
            let shift = ((fit.origins[part] - fit.origins[0]) * rate).rounded()
            let place = max(Double(first) + shift, (places.last ?? -1) + 1)
            let pause = (place - (places.last ?? place)) * fit.step
            if pause > longest.seconds { longest = (lines[first] - 1, pause) }
            for index in first..<end { places.append(place + Double(index - first)) }
        }
        try Self.check(places[places.count - 1], times, lines)
        notes.append(
            "\(fit.pauses.count == 1 ? "a pause is" : "\(fit.pauses.count) pauses are") bridged,"
                + " \(fit.pauses.count == 1 ? "" : "the longest ")of \(Self.text(longest.seconds)) s"
                + " after line \(longest.line)")
        self.init(rate: rate, places: places, notes: notes)
    }

    /// Bridged pauses must neither make up most of the recording nor fill the memory.
    private static func check(
        _ count: Double, _ times: [Double], _ lines: [Int]
    ) throws(RecordingError) {
        guard count < 20 * Double(times.count) else {
            throw RecordingError(
                line: lines[0], column: 1,
                problem: "gaps of very different size: cut the recording where it was interrupted")
        }
    }

    // MARK: Sums

    /// The typical step between anchors, in seconds for each sample; pauses do not count.
    private static func slope(_ anchors: [Anchor], apart: Int) -> Double {
        let apart = max(1, min(apart, anchors.count / 2))
        return median(
            zip(anchors.dropFirst(apart), anchors).map { late, early in
                (late.time - early.time) / Double(late.index - early.index)
            })
    }

    private static func median(_ values: [Double]) -> Double {
        values.isEmpty ? 0 : values.sorted()[values.count / 2]
    }

    /// A number with at most six decimals.
    static func text(_ value: Double) -> String {
        let text = "\((value * 1e6).rounded() / 1e6)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
