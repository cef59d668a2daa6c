public import Foundation

/// Whether a board is still there, by its last advertisement. A board sends several a second (real boards of 2026: RB26-60); one
/// that is connected sends none, and its ``MetaWearDevice/readRSSI()`` says that it is there.
public enum DeviceFreshness {
    /// Seconds after which a silent board counts as gone.
    public static let limit: TimeInterval = 8

    /// Whether a board was seen less than ``limit`` ago.
    ///
    /// - Parameters:
    ///   - lastSeen: from ``MetaWearScanner/advertisementLastSeen``; nil for never.
    ///   - now: the present.
    public static func isFresh(lastSeen: Date?, now: Date = .now) -> Bool {
        lastSeen.map { now.timeIntervalSince($0) < limit } ?? false
    }
}
