import Central
import EventLoop
import MetaWearProtocol
import MetaWearRadios
public import MetaWearTransport
internal import ScenarioRun

/// The boards of a scenario file as the radio of a program: they live in its process, at the pace of the clock.
public enum ScenarioRadio {
    /// A radio with the boards of a file. Its time begins with its first use.
    ///
    /// - Parameter file: the path of a scenario file.
    /// - Throws: `MWError.operationFailed` with the place of the mistake and the fix.
    public static func radio(file: String) throws -> any BLERadio {
        let thread: LoopThread
        do {
            thread = try LoopThread.shared()
        } catch {
            throw MWError.operationFailed("the event loop does not start: \(error)")
        }
        return MetaWearRadios.radio(try port(file: file, on: thread.loop.value), on: thread)
    }

    private static func port(file: String, on loop: EventLoop) throws -> any RadioPort {
        let run = try ScenarioRun.withoutClients(file, seed: nil)
        return PacedPort(run.makePort(), on: loop) { run.advance(to: $0) }
    }

    /// From now on `METAWEAR_RADIO=scenario:FILE` chooses such a radio for `MetaWearScanner()`. Call it at the beginning
    /// of the program.
    public static func register() {
        MetaWearRadios.add(kind: "scenario") { file, loop in try port(file: file, on: loop) }
    }
}
