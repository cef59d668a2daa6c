internal import MetaWear

/// What a stream asks of its link, said before it starts.
///
/// A connection event carries three packets at most (real boards of 2026: RB26-50), so the interval between events decides.
struct StreamLoad: Equatable {
    /// Samples per second.
    let samples: Double
    /// Packets per second; some boards send three samples of a sensor in each.
    let packets: Double

    private static let packetsPerEvent = 3.0
    /// Seconds between events: of a phone that saves power, of a computer, of a fast link, of the fastest.
    private static let (slow, usual, fast, fastest) = (0.04875, 0.03, 0.015, 0.0075)

    init(_ chosen: [ChosenSensor], _ modules: [MWModule: MWModuleInfo]) {
        samples = chosen.reduce(0) { $0 + $1.setup.rate }
        packets = chosen.reduce(0) { sum, each in
            let count = each.sensor.signal(each.setup, modules)?.samplesPerPacket ?? 1
            return sum + each.setup.rate / Double(count)
        }
    }

    init(samples: Double, packets: Double) {
        (self.samples, self.packets) = (samples, packets)
    }

    /// What to do about it; nil where every link carries it.
    var advice: String? {
        func carries(_ interval: Double) -> Bool { packets <= Self.packetsPerEvent / interval }
        guard !carries(Self.slow) else { return nil }
        let begin =
            "These sensors make \(Self.whole(samples)) samples per second, in"
            + " \(Self.whole(packets)) packets."
        if carries(Self.usual) {
            return begin + " A computer's link carries that near the board; worn, or far away, some"
                + " will be missing."
        }
        let instead = " Halve the rates, or have the board log them instead."
        if carries(Self.fast) {
            return begin + " Only a fast link (15 ms between events) carries that." + instead
        }
        if carries(Self.fastest) {
            return begin + " Only the fastest link (7.5 ms between events) carries that, and only"
                + " without interference." + instead
        }
        let most = Self.packetsPerEvent / Self.fastest
        return begin + " No link carries more than \(Self.whole(most)) packets: at least"
            + " \(Self.whole(100 * (1 - most / packets))) % will be missing." + instead
    }

    private static func whole(_ number: Double) -> String { "\(Int(number.rounded()))" }
}
