import Declaration
import Device
import Motion
import Simulation

/// A running scenario in virtual time; the caller of ``advance(to:)`` sets the pace.
package protocol VirtualRun: AnyObject {
    /// Virtual time.
    var now: Instant { get }
    /// Whether there is nothing left to wait for.
    var isOver: Bool { get }
    /// Whether it runs until it is stopped from outside.
    var isOpenEnded: Bool { get }
    /// In the order of the scenario.
    var boards: [any SimulatedDevice] { get }
    /// How each board moves.
    var bodies: [ScriptedBody] { get }
    /// Events to mark in a plot, in the order of time.
    var events: [RunEvent] { get }
    /// Why flash or bonds could not be stored; nil if they were.
    var storageFailure: RunError? { get }
    /// Handles everything up to `limit`, or up to the end of the run; true when the run is over.
    @discardableResult func advance(to limit: Instant) -> Bool
    /// Decides the open expectations and returns the result, even if ``storageFailure`` is not nil.
    func conclude(interrupted: Bool) -> RunResult
}

extension ScenarioRun: VirtualRun {
    package var now: Instant { simulation.now }
}
