import Declaration
import EventLoop
import Report
import ScenarioRun

/// A controller outside the process that drives a run.
package protocol RunLeader: AnyObject {
    /// Receives the scenario that is going to run.
    func read(_ text: [UInt8], file: String, _ settings: RunSettings) throws(RunError)
    /// Leads a run in virtual time until it is to end.
    ///
    /// - Parameter recorder: takes pictures of the run; nil for none.
    func lead(_ run: ScenarioRun, _ recorder: RunRecorder?)
    /// Takes part in a run with hosts.
    ///
    /// - Parameter pacer: moves time when this leader says so; nil if time follows the clock.
    func transport(
        of run: ScenarioRun, on loop: EventLoop, _ pacer: LedPacer?
    ) -> any ControlTransport
    /// Receives the report.
    func ended(with report: RunReport)
}

/// The transport of the requests that lead a run.
package protocol ControlTransport: RadioTransport {
    /// Whether a request, or the end of the requests, has ended the run.
    var isOver: Bool { get }
    /// Handles the requests that are already here.
    func turn()
}
