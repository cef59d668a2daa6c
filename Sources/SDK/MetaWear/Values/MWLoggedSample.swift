public import Foundation

/// A sample from a board's log, and when the board recorded it.
public struct MWLoggedSample<Sample: Sendable>: Sendable {
    /// By the host's clock; without a time anchor, counted from 1970.
    public let date: Date
    /// Milliseconds since the board's start (protocol, core 3.7).
    public let tickMs: Double
    /// What was recorded.
    public let value: Sample

    /// A sample that was recorded at a time.
    public init(date: Date, tickMs: Double, value: Sample) {
        self.date = date
        self.tickMs = tickMs
        self.value = value
    }
}

extension MWLoggedSample: Equatable where Sample: Equatable {}
