import BlueZ
import EventLoop
import Scenario

/// The adapters of this machine's BlueZ that a run's boards use.
final class BlueZRadios: WayIn {
    var beforeInput: () -> Void = {}

    /// Puts boards on the adapters, and says on standard error where.
    func open(
        _ addresses: [BlueZAddress], of run: ScenarioRun, on loop: EventLoop, _ console: Console
    ) throws(RunError) {
        guard let address = addresses.first else { return }
        throw RunError(.environment, "boardsim run: --radio \(address) is not there yet")
    }

    func flush() {}

    func close() {}
}
