/// Knows which entries come again after a link was lost: a board sends a page anew until it is confirmed (protocol,
/// core 3.7).
package struct RepeatFilter: Sendable, Equatable {
    /// Entries of the page under way, and of one whose confirmation may have been lost.
    private var page: [RawLogEntry] = []
    private var isConfirmationSent = false
    /// What a new readout may begin with, and how much of it came.
    private var repeats: [RawLogEntry] = []
    private var next = 0

    /// No entry yet.
    package init() {}

    /// The page was confirmed; whether the board heard it shows only when it goes on.
    package mutating func confirm() { isConfirmationSent = true }

    /// A readout begins: all that is not confirmed for sure may come again.
    package mutating func restart() {
        // A readout that repeated was cut in turn: what it had not reached is there as well.
        repeats = page + repeats.dropFirst(next)
        next = 0
        page = []
        isConfirmationSent = false
    }

    /// True for an entry that the host has already.
    package mutating func isRepeated(_ entry: RawLogEntry) -> Bool {
        if isConfirmationSent {
            page.removeAll(keepingCapacity: true)
            isConfirmationSent = false
        }
        page.append(entry)
        guard !repeats.isEmpty else { return false }
        if next < repeats.count, repeats[next] == entry {
            next += 1
            return true
        }
        repeats = []
        return false
    }
}
