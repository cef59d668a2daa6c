import CommandLineProgram
import Declaration
import ScenarioRun

/// The trace of a run in this process, as a file.
final class TraceFile {
    private let path: String
    private var text: [UInt8] = []

    init(_ path: String, _ options: inout RunOptions) {
        self.path = path
        let before = options.traceSink
        options.traceSink = { [self] line in
            before?(line)
            text += line.utf8
            text.append(UInt8(ascii: "\n"))
        }
    }

    func put() throws(RunError) {
        do throws(FileError) {
            try Console.system.save(text, path)
        } catch {
            throw RunError(.environment, "\(error)")
        }
    }
}
