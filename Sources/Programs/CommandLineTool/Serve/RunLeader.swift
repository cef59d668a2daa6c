import EventLoop
import Report
import ScenarioRun

/// What leads a run from outside, step by step.
protocol RunLeader: AnyObject {
    /// Receives the scenario that is going to run.
    func read(_ text: [UInt8], file: String, _ settings: RunSettings) throws(RunError)
    /// Leads a run in virtual time until it is to end.
    ///
    /// - Parameter recorder: takes pictures of the run; nil for none.
    func lead(_ run: ScenarioRun, _ recorder: RunRecorder?)
    /// Takes part in a run whose time follows the clock.
    func transport(of run: ScenarioRun, on loop: EventLoop) -> ServeTransport
    /// Receives the report.
    func ended(with report: RunReport)
}

/// Requests that arrive while the loop of a run with a radio turns.
final class ServeTransport: RadioTransport {
    var beforeInput: () -> Void = {}
    /// Whether a request, or the end of the requests, has ended the run.
    private(set) var isOver = false
    private let handle: () -> Bool
    private var watch: Watch?

    /// - Parameter handle: handles all requests that are here; true if one of them ends the run.
    init(_ reader: RPCReader, on loop: EventLoop, handle: @escaping () -> Bool) {
        self.handle = handle
        watch = loop.watch(reader.descriptor, for: .readable) { [unowned self] _ in
            reader.fill()
            beforeInput()
            turn()
        }
    }

    /// The requests that arrived before the loop did.
    func turn() {
        isOver = isOver || handle()
        if isOver { watch = nil }
    }

    func flush() {}
    func close() { watch = nil }
}
