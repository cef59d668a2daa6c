import Bluetooth
import Central
import Simulation

/// Sees what happens in a run, for captures; used from the run's thread.
package protocol RunObserver: AnyObject {
    /// A board takes part, before anything has happened.
    func joined(board name: String, model: String, address: Address)
    /// A scripted client takes part, before anything has happened; what comes back sees its radio.
    func joined(client name: String, address: Address) -> (any CentralTap)?
    /// A step of a client or a fault of a board, in words.
    func noted(_ text: String, by who: String, at time: Instant)
}

extension ScenarioRun {
    /// Tells the trace and the observer what somebody does.
    package func note(_ text: @autoclosure () -> String, by who: String) {
        simulation.trace.record(simulation.now, who, text())
        observer?.noted(text(), by: who, at: simulation.now)
    }
}
