import Simulation

/// A note for the reader of a report.
struct RunNote {
    var text: String
    var time: Instant
    /// The index of the board that it is about; nil for notes from before the run.
    var board: Int?

    init(_ text: String, at time: Instant = .zero, board: Int? = nil) {
        self.text = text
        self.time = time
        self.board = board
    }
}

/// Numbers the series of a run, also of a divided run.
final class SeriesNumbers {
    private var given = 0

    func next() -> Int {
        defer { given += 1 }
        return given
    }
}
