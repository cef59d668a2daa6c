import BlueZStandIn
import EventLoop
import Scenario

/// The buses on which a run stands in for BlueZ.
final class StandIns: WayIn {
    var beforeInput: () -> Void = {}

    /// Takes `org.bluez` on each bus, and says on standard error where.
    func open(
        _ addresses: [StandInAddress], of run: ScenarioRun, on loop: EventLoop, _ console: Console
    ) throws(RunError) {
        guard let address = addresses.first else { return }
        throw RunError(.environment, "boardsim run: --radio \(address) is not there yet")
    }

    func flush() {}

    func close() {}
}
