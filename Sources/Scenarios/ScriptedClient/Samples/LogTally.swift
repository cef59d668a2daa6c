import MetaWearProtocol
import Simulation

/// Compares the downloaded samples of one signal with those that the board recorded.
final class LogTally {
    let board: Int
    let tally: SeriesTally
    private let made: MadeSamples?
    private let truth: Truth?
    /// Where the search for the next one begins; nil before the first.
    @exclusivity(unchecked) private var place: Int?
    /// Numbers of the packets that arrived, as ranges without gaps.
    @exclusivity(unchecked) private var found: [Range<Int>] = []
    @exclusivity(unchecked) private var values: [Double] = []
    @exclusivity(unchecked) private var ideal: [Double] = []
    /// A tick is 1.46 ms, and the client's estimate of tick zero is late by the delay of its link.
    private static let slack = Nanoseconds.milliseconds(200)

    init(board: Int, made: MadeSamples?, truth: Truth?, tally: SeriesTally) {
        self.board = board
        self.made = made
        self.truth = truth
        self.tally = tally
    }

    var signal: String { tally.series.signal }

    /// - Parameters:
    ///   - reckoned: when it was recorded, computed from its tick.
    ///   - logged: the signal, with its format.
    func take(
        _ bytes: [UInt8], reckoned: Instant, arrival: Instant, as logged: ScriptSignal
    ) {
        var moment = reckoned
        if let made {
            var next = place ?? made.place(at: reckoned - Self.slack)
            // A sample is recognised by its last six bytes.
            let at = max(0, bytes.count - 6)
            let match = made.find(
                Self.count(bytes, at), Self.count(bytes, at + 2), Self.count(bytes, at + 4),
                from: &next, until: reckoned + Self.slack)
            place = next
            if let match {
                moment = match.time
                count(match.number)
            }
        }
        for start in 0..<logged.samplesPerPacket {
            logged.readSample(start, of: bytes.span, from: 0, into: &values)
            truth?.read(at: moment, beside: values, into: &ideal)
            tally.take(time: moment, arrival: arrival, stamp: reckoned, values, ideal)
        }
    }

    private static func count(_ bytes: [UInt8], _ at: Int) -> Int16 {
        let low = at < bytes.count ? UInt16(bytes[at]) : 0
        let high = at + 1 < bytes.count ? UInt16(bytes[at + 1]) : 0
        return Int16(bitPattern: low | high << 8)
    }

    private func count(_ number: Int) {
        if let last = found.last, last.upperBound == number {
            found[found.count - 1] = last.lowerBound..<number + 1
        } else {
            found.append(number..<number + 1)
        }
    }

    /// - Parameter intervals: when the client had the signal logged.
    func result(rate: Double, intervals: [(start: Instant, end: Instant)]) -> Series {
        guard let made else { return result(rate: rate, made: tally.received) }
        var wanted = RangeSet<Int>()
        for interval in intervals {
            wanted.insert(contentsOf: made.range(from: interval.start, to: interval.end))
        }
        let expected = found.reduce(0) { sum, range in
            sum + wanted.intersection(RangeSet(range)).ranges.reduce(0) { $0 + $1.count }
        }
        // The others were made as well: recorded for another client, or after the end.
        let beside = tally.received - expected
        return result(
            rate: rate, made: wanted.ranges.reduce(0) { $0 + $1.count } + beside)
    }

    private func result(rate: Double, made: Int) -> Series {
        var series = tally.result(made: made, dropped: 0)
        series.rate = rate
        return series
    }
}
