import Simulation

/// What the reader of a report should know beside its tables.
struct RunNote {
    var text: String
    var time: Instant
    /// The place of the board that it is about; nil for what is known before the run.
    var board: Int?

    init(_ text: String, at time: Instant = .zero, board: Int? = nil) {
        self.text = text
        self.time = time
        self.board = board
    }
}

/// Gives every series of a run a number of its own, also of a run in parts.
final class SeriesNumbers {
    private var given = 0

    func next() -> Int {
        defer { given += 1 }
        return given
    }
}
