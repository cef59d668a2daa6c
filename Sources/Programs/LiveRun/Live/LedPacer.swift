import EventLoop
import ScenarioRun
import Simulation

/// Moves virtual time on behalf of a program that keeps virtual time itself: while the program runs,
/// time stands still; when it has nothing left to do, it asks for the time of its next timer.
///
/// Time then moves no further than to the first output that the program would notice. Everything that
/// the program has written by then is handled first, at the time at which it was written. So the two
/// take turns, and neither the speed of the machine nor the order of its processes has an influence.
package final class LedPacer {
    /// Sends what has been collected for other programs.
    var flush: () -> Void = {}
    /// Waits until what other programs have sent is here.
    var settle: () -> Void = {}

    /// Called with each moment before anything happens at it.
    var beforeMoment: (Instant) -> Void = { _ in }

    private let run: ScenarioRun
    private let recorder: RunRecorder?
    /// Of hosts. It turns here only; what leads the run arrives on another one.
    private let hosts: EventLoop
    /// So many turns without an end are a program that writes from another thread without a pause.
    private static let mostTurns = 1_000_000

    /// - Parameter recorder: takes pictures of the run; nil for none.
    init(_ run: ScenarioRun, _ recorder: RunRecorder?, hosts: EventLoop) {
        self.run = run
        self.recorder = recorder
        self.hosts = hosts
    }

    /// Handles what hosts have sent, and moves virtual time to a goal, or to the first output; true if
    /// there is output.
    package func advance(to goal: Instant) -> Bool {
        settle()
        return move(to: goal)
    }

    /// The same, if what hosts have sent is here already.
    func move(to goal: Instant) -> Bool {
        let before = hosts.outputs
        takeInput()
        flush()
        while hosts.outputs == before, !run.isOver {
            let next = min(run.simulation.clock.nextEvent ?? goal, goal)
            beforeMoment(next)
            if let recorder { recorder.advance(to: next) } else { run.advance(to: next) }
            flush()
            if next == goal { break }
        }
        guard hosts.outputs != before else { return false }
        settle()
        return true
    }

    private func takeInput() {
        var turns = 0
        while turns < Self.mostTurns, hosts.turn(mayBlock: false) { turns += 1 }
    }
}
