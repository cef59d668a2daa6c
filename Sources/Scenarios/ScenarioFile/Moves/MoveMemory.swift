import Motion

/// The moves of a scenario's boards, for many runs of the same scenario: recordings are read and
/// integrated once.
package final class MoveMemory {
    /// By the place of the board.
    var moves: [Int: [Motion.Move]] = [:]

    package init() {}
}
