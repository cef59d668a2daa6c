/// The proof that a board records: its log grows.
///
/// Nothing else says so. A board that still erases an earlier log takes loggers, says that it logs, and records nothing for up to
/// 90 s (real boards of 2026: RB26-01, RB26-02).
public struct RecordingHeartbeat: Sendable {
    /// From one look at the length to the next.
    public var pause: Duration
    /// How many looks at most.
    public var polls: Int

    /// Looks for 90 s unless the proof comes earlier; a healthy board gives it at the first look.
    public init(pause: Duration = .seconds(2), polls: Int = 45) {
        self.pause = pause
        self.polls = polls
    }

    /// Waits until the log of a board grows. Sensors that record less than one sample in 90 s do not prove anything.
    ///
    /// - Returns: false if it did not.
    /// - Throws: the radio's error; `CancellationError`.
    public func isHeard(of device: MetaWearDevice) async throws -> Bool {
        // For a minute after a clear an empty log may have a length of 1 (RB26-06).
        let first = max(try await length(of: device) ?? 0, 1)
        for look in 1...max(1, polls) {
            // Some boards count only what is in flash: at 25 Hz a page of RAM takes 10 s to fill, longer than is left after a
            // long erasure.
            if look % Self.looksPerFlush == 0 { try await device.flushLogPage() }
            try await Task.sleep(for: pause)
            if let length = try await length(of: device), length > first { return true }
        }
        return false
    }

    private static let looksPerFlush = 3

    /// nil if the board does not answer.
    private func length(of device: MetaWearDevice) async throws -> UInt32? {
        do {
            return try await device.read(MWLogLength()).value
        } catch MWError.timeout {
            return nil
        }
    }
}
