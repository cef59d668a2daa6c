import CommandLineProgram
import Simulation

/// One figure of `boardsim bench`.
struct Measurement {
    enum Bound {
        case atMost(Double)
        case atLeast(Double)

        var words: String {
            switch self {
            case .atMost: "at most"
            case .atLeast: "at least"
            }
        }
    }

    var name: String
    var value: Double
    var unit: String
    var bound: Bound
    /// The least that has to happen for one unit of the figure; of a rate, for one second of it or
    /// for one item. Nil if nothing has to.
    var floor: Work?
    /// The same operation in another library; nil for none.
    var peer: Peer?

    /// A row of `Tests/Benchmark/peers.py`.
    struct Peer {
        var name: String
        /// How many of its operations one unit of the figure is, or one second of a rate.
        var times = 1.0
    }

    var limit: Double {
        switch bound {
        case .atMost(let limit), .atLeast(let limit): limit
        }
    }

    /// What the floor would be as a figure of this row; nil without one.
    var floorValue: Double? {
        guard let floor else { return nil }
        switch unit {
        case "KiB": return floor.held / 1024
        case "MiB": return floor.held / 1_048_576
        default: return figure(ofSeconds: floor.seconds)
        }
    }

    /// A figure of this row from what one unit of it, or one second of a rate, takes.
    func figure(ofSeconds seconds: Double) -> Double? {
        switch unit {
        case "s": seconds
        case "ms": seconds * 1e3
        case "us": seconds * 1e6
        case "ns": seconds * 1e9
        case "x", "/s": seconds > 0 ? 1 / seconds : nil
        default: nil
        }
    }

    /// How many times the cost of `other` this row costs.
    func times(_ other: Double) -> Double? {
        switch bound {
        case .atMost: other > 0 ? value / other : nil
        case .atLeast: value > 0 ? other / value : nil
        }
    }

    var isWithin: Bool {
        switch bound {
        case .atMost(let limit): value <= limit
        case .atLeast(let limit): value >= limit
        }
    }
}

/// The smallest processor time of several tries of a piece of work, in seconds: what the work
/// costs, and not what the machine did beside it.
func leastProcessorSeconds(of tries: Int = 3, _ work: () -> Void) -> Double {
    var least = Double.infinity
    for _ in 0..<tries {
        let start = Pacer.processorSeconds
        work()
        least = min(least, Pacer.processorSeconds - start)
    }
    return least
}

/// The smallest processor time of several tries, and how many events one of them handled.
func leastCost(of tries: Int = 3, on clock: Clock, _ work: () -> Void) -> (
    seconds: Double, events: Double
) {
    let before = clock.handled
    let seconds = leastProcessorSeconds(of: tries, work)
    return (seconds, Double(clock.handled - before) / Double(tries))
}
