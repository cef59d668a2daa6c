import Device
import Simulation

/// A scenario on its way in virtual time; who calls ``advance(to:)`` sets the pace.
package protocol VirtualRun: AnyObject {
    /// Virtual time.
    var now: Instant { get }
    /// Whether there is nothing left to wait for.
    var isOver: Bool { get }
    /// Whether only somebody outside ends it.
    var isOpenEnded: Bool { get }
    /// In the order of the scenario.
    var boards: [any SimulatedDevice] { get }
    /// Moments worth a mark in a plot, in the order of time.
    var events: [RunEvent] { get }
    /// Why a flash or bonds could not be kept; nil if all were.
    var storageFailure: RunError? { get }
    /// Handles everything up to `limit`, or up to the end of the run; true when the run is over.
    @discardableResult func advance(to limit: Instant) -> Bool
    /// Decides what is open and says what happened, also when ``storageFailure`` is not nil.
    func conclude(interrupted: Bool) -> RunResult
}

extension ScenarioRun: VirtualRun {
    package var now: Instant { simulation.now }
}
