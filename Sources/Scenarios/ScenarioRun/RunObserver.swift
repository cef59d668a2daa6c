import Bluetooth
import Central
import Simulation

/// Observes a run, for captures; called on the run's thread.
package protocol RunObserver: AnyObject {
    /// A board was added, before anything has happened.
    func joined(board name: String, model: String, address: Address)
    /// A scripted client was added, before anything has happened; the result observes its radio.
    func joined(client name: String, address: Address) -> (any CentralTap)?
    /// A step of a client or a fault of a board, in words.
    func noted(_ text: String, by who: String, at time: Instant)
}
