import Declaration
import Simulation

/// When a client that has not ended by its limit hangs, and when it is merely long: as long as a download goes on.
enum HangLimit {
    /// Without a part of a download for so long, nothing goes on.
    private static let silence = Nanoseconds.seconds(30)
    /// A download that goes on has so many times the limit.
    private static let stretch: Int64 = 10

    /// The limit with which a run is played again that was cut off during a download; nil if it hangs.
    static func longer(
        than limit: Nanoseconds, lastDownload: Instant?
    ) -> Nanoseconds? {
        guard let lastDownload, .zero + limit - lastDownload < silence else { return nil }
        let most = Nanoseconds.longest
        return limit > most.part(1, of: stretch) ? nil : limit * stretch
    }
}
