import EventLoop
import MetaWearProtocol
import MetaWearRadios
public import MetaWearTransport
import ScenarioRun

/// The boards of a scenario file as the radio of a program: they live in its process, at the pace of the clock.
public enum ScenarioRadio {
    /// A radio with the boards of a file. Its time begins with its first use.
    ///
    /// - Parameter file: the path of a scenario file.
    /// - Throws: `MWError.operationFailed` with the place of the mistake and the fix.
    public static func radio(file: String) throws -> any BLERadio {
        let run = try ScenarioRun.withoutClients(file, seed: nil)
        let thread: LoopThread
        do {
            thread = try LoopThread.shared()
        } catch {
            throw MWError.operationFailed("the event loop does not start: \(error)")
        }
        let port = PacedPort(run.makePort(), on: thread) { run.advance(to: $0) }
        return MetaWearRadios.radio(port, on: thread)
    }

    /// From now on `METAWEAR_RADIO=scenario:FILE` chooses such a radio for `MetaWearScanner()`. Call it at the beginning
    /// of the program.
    public static func register() {
        MetaWearRadios.add(kind: "scenario") { file in try radio(file: file) }
    }
}
