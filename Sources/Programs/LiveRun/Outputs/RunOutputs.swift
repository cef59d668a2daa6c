import CommandLineProgram
import Declaration

/// A run's continuous outputs: its trace and its captures.
package final class RunOutputs {
    /// Of the hosts' packets, if they are to be written.
    package let capture: Capture?
    private let trace: OutputFile?
    private var flushed = 0.0

    /// Opens nothing yet: data before ``open(_:)`` is buffered.
    ///
    /// - Parameter scenario: as the user named it.
    package init(_ settings: RunSettings, scenario: String) {
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

    /// Creates the files; to be called when the run has read all its initial inputs.
    package func open(_ console: Console) throws(RunError) {
        do throws(RunError) {
            try trace?.open(console)
            try capture?.open(console)
        } catch {
            discard()
            throw error
        }
    }

    /// Flushes everything if half a second has passed since the last time.
    ///
    /// - Parameter now: in wall-clock seconds, from any origin.
    package func flush(now: Double) {
        capture?.flush(now: now)
        guard now - flushed >= 0.5 else { return }
        flushed = now
        trace?.flush()
    }

    /// Completes and renames the files, or reports the first error.
    package func close() throws(RunError) {
        var failure: RunError?
        do throws(RunError) { try trace?.close("the trace") } catch { failure = error }
        do throws(RunError) { try capture?.close() } catch { failure = failure ?? error }
        if let failure { throw failure }
    }

    /// The run did not start: removes the files.
    package func discard() {
        trace?.discard()
        capture?.discard()
    }
}
