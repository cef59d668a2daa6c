import Scenario
import Wire

/// What a run writes while it goes on: its trace and its captures.
final class RunOutputs {
    /// Of the hosts' packets, if they are to be written.
    let capture: Capture?
    private let trace: OutputFile?
    private var flushed = 0.0

    /// Nothing is opened yet: what comes before ``open(_:)`` waits for it.
    ///
    /// - Parameter scenario: as the user named it.
    init(_ settings: RunSettings, scenario: String) {
        trace = settings.tracePath.map { OutputFile($0, option: "--trace") }
        capture =
            settings.isCapturing
            ? Capture(
                btsnoop: settings.btsnoopPath, pcapng: settings.pcapngPath, scenario: scenario,
                claims: settings.claims) : nil
    }

    /// Takes the lines of the trace; nil without one.
    var traceSink: ((String) -> Void)? {
        guard let trace else { return nil }
        return { line in
            trace.write(line.utf8)
            trace.write(CollectionOfOne(UInt8(ascii: "\n")))
        }
    }

    /// Makes the files; to be called when everything that the run reads at its start has been read.
    func open(_ console: Console) throws(RunError) {
        do throws(RunError) {
            try trace?.open(console)
            try capture?.open(console)
        } catch {
            discard()
            throw error
        }
    }

    /// Hands everything to the system if half a second has passed since the last time.
    ///
    /// - Parameter now: in seconds of the wall clock, since any moment.
    func flush(now: Double) {
        capture?.flush(now: now)
        guard now - flushed >= 0.5 else { return }
        flushed = now
        trace?.flush()
    }

    /// The files are complete and take their names, or the first of what went wrong is reported.
    func close() throws(RunError) {
        var failure: RunError?
        do throws(RunError) { try trace?.close("the trace") } catch { failure = error }
        do throws(RunError) { try capture?.close() } catch { failure = failure ?? error }
        if let failure { throw failure }
    }

    /// The run did not begin: nothing is left of the files.
    func discard() {
        trace?.discard()
        capture?.discard()
    }
}
