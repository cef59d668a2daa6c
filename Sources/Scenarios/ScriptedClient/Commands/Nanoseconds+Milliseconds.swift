import Simulation

extension Nanoseconds {
    /// Whole milliseconds, rounded down: the unit of many registers.
    var wholeMilliseconds: Int64 { count / 1_000_000 }
}
