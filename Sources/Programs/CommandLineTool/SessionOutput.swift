import Declaration
import Report
import ScriptedClient

/// A file with the samples of all series of a run.
final class SessionOutput: SeriesObserver {
    let format: SessionFormat
    private var writer: any SessionWriter
    private let file: PartFile

    /// - Parameter path: its name until the run is over.
    init(_ format: SessionFormat, path: String) {
        self.format = format
        writer = format.writer
        file = PartFile(path)
    }

    /// One series of it.
    private final class Sink: SampleSink {
        private let record: SessionOutput
        private let number: Int

        init(_ record: SessionOutput, _ number: Int) {
            (self.record, self.number) = (record, number)
        }

        func take(_ sample: Series.Sample) { record.take(sample, of: number) }
    }

    func began(_ series: Series, number: Int, of client: String) -> (any SampleSink)? {
        writer.begin(series, number: number, of: client)
        return Sink(self, number)
    }

    private func take(_ sample: Series.Sample, of number: Int) {
        writer.take(sample, of: number)
        if writer.bytes.count >= PartFile.bufferLength { file.append(&writer.bytes) }
    }

    func keep(as name: String) throws(RunError) {
        writer.end()
        file.append(&writer.bytes)
        try file.keep(as: name)
    }

    func discard() { file.discard() }
}
