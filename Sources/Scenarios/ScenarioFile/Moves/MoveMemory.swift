import Motion

/// The moves of a scenario's boards, for many runs of the same scenario: recordings are read and
/// integrated once.
package final class MoveMemory {
    /// By the place of the board, with what was remarked about their recordings.
    var moves: [Int: (moves: [Motion.Move], remarks: [String])] = [:]

    package init() {}
}
