import Glibc
import LSL
import LiveRun
import Report
import ScriptedClient
import Simulation

/// Outlets of the Lab Streaming Layer: one for each stream that a client of the run receives, and one beside it for the
/// truth, under the names that they have in a session (`SessionFormat.xdf`).
///
/// Times are those of the run, as the client knows them, on the library's clock. A log is no stream: what is downloaded has none.
final class SampleOutlets: SeriesObserver {
    /// What the library refused.
    private(set) var failure: LSLError?
    private let library: LSLLibrary
    private let readers: LSLReaders
    private var outlets: [LSLOutlet] = []
    /// The library's time at the start of the run; nil before the first sample.
    private var origin: Double?

    /// For a reader that finds an outlet by multicast and asks for its description.
    private static let patience = 60.0
    /// For what was pushed last to get out.
    private static let farewell = 2.0

    init(_ readers: LSLReaders) throws(LSLError) {
        library = try LSLLibrary()
        self.readers = readers
    }

    /// One series.
    private final class Sink: SampleSink {
        private let outlets: SampleOutlets
        private let measured: LSLOutlet
        private let truth: LSLOutlet

        init(_ outlets: SampleOutlets, measured: LSLOutlet, truth: LSLOutlet) {
            (self.outlets, self.measured, self.truth) = (outlets, measured, truth)
        }

        func take(_ sample: Series.Sample) {
            let origin = outlets.origin(at: sample.arrival)
            measured.push(sample.values, at: origin + sample.stamp.seconds)
            if !sample.truth.isEmpty { truth.push(sample.truth, at: origin + sample.time.seconds) }
        }
    }

    func began(_ series: Series, number: Int, of client: String) -> (any SampleSink)? {
        guard series.source == .stream, failure == nil else { return nil }
        let name = series.name(of: client)
        do throws(LSLError) {
            let measured = try LSLOutlet(
                library, name: name, type: series.signal,
                rate: series.rate.isFinite ? series.rate : 0, channels: series.channels,
                unit: series.unit)
            let truth = try LSLOutlet(
                library, name: name + Series.truthSuffix, type: series.truthType, rate: 0,
                channels: series.channels, unit: series.unit)
            outlets += [measured, truth]
            if readers == .awaited {
                wait(Self.patience) { measured.hasReader && truth.hasReader }
            }
            return Sink(self, measured: measured, truth: truth)
        } catch {
            failure = error
            return nil
        }
    }

    /// The run is over: readers get what was pushed last, and then there are no outlets.
    func close() {
        wait(Self.farewell) { !outlets.contains(where: \.hasReader) }
        outlets = []
    }

    /// Looks every hundredth of a second, for so many at most.
    private func wait(_ seconds: Double, until isDone: () -> Bool) {
        let end = library.now + seconds
        while library.now < end, !isDone() { usleep(10_000) }
    }

    private func origin(at arrival: Instant) -> Double {
        if let origin { return origin }
        let found = library.now - arrival.seconds
        origin = found
        return found
    }
}

extension Instant {
    /// Since the start of the run.
    fileprivate var seconds: Double { Nanoseconds(nanoseconds).seconds }
}
