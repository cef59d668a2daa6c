import CommandLineProgram

/// One figure of `boardsim bench`.
struct Measurement {
    enum Bound {
        case atMost(Double)
        case atLeast(Double)
    }

    var name: String
    var value: Double
    var unit: String
    var bound: Bound

    var limit: Double {
        switch bound {
        case .atMost(let limit), .atLeast(let limit): limit
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
