import CommandLineProgram
import Sweep

extension SweepSummary {
    /// The exit status of the sweep that was to run these worlds: a part leaves those of the others out. One that was
    /// interrupted before it had them all has not passed.
    func status(of worlds: [Int]) -> ExitStatus {
        let known = Set(rows.lazy.map(\.world))
        let isEmpty = rate.total == 0 && !worlds.isEmpty
        // A part of the worlds need not reach what all of them have to.
        let isWhole = rows.count == header.worlds
        return rate.failed == 0 && !isEmpty && worlds.allSatisfy(known.contains)
            && !(isWhole && !unreached.isEmpty)
            ? .success : .failed
    }
}

extension SweepRow {
    /// Whether it is a result. The signal that interrupts a sweep may have ended the process of a world, too, and
    /// that world is run again.
    func counts(isInterrupted: Bool) -> Bool { !isInterrupted || outcome != .crashed }
}
