import AttitudeStream
import AttitudeTransport
import CommandLineProgram
import Declaration
import EventLoop
import Glibc
import LiveRun
import ScenarioRun
import Simulation

/// `boardsim attitude show`: the attitudes that come in, on a terminal.
final class AttitudeShow {
    private let settings: AttitudeSettings
    private let console: Console
    private let loop: EventLoop
    private let interrupt: LoopInterrupt
    private let start = EventLoop.now

    init(_ settings: AttitudeSettings, _ console: Console) throws(RunError) {
        self.settings = settings
        self.console = console
        loop = try .make(for: "attitude")
        interrupt = LoopInterrupt(on: loop)
    }

    /// Seconds since the start.
    private var elapsed: Double { Double(EventLoop.now - start) * 1e-9 }

    /// Runs until the time is up or a signal interrupts it; status 1 if nothing was received.
    func run(at place: NetworkPlace) throws(RunError) -> ExitStatus {
        let listener: AttitudeListener
        do throws(AttitudeTransportError) {
            listener = try AttitudeListener(at: place, on: loop)
        } catch {
            throw RunError(.environment, "boardsim attitude: \(error)")
        }
        var view = makeView()
        var zero = AttitudeZero(settings.rezero?.seconds)
        var events = ""
        let say = { [console, isTerminal = view.isTerminal] (text: String) in
            // Not in the middle of the picture.
            if isTerminal { events += text + "\n" } else { console.complain(text + "\n") }
        }
        let announcement = AttitudeAnnouncement(listener, "boardsim", loop, console, say: say)
        listener.onEvent = say
        listener.onAttitude = { [unowned self] in zero.take($0, at: elapsed) }
        let end = settings.duration?.seconds ?? .infinity
        while !interrupt.isRaised, elapsed < end {
            loop.wakeTime = start + Int64(min(end, elapsed + view.period) * 1e9)
            loop.turn(mayBlock: true)
            let attitude = listener.attitude.map(zero.shown)
            if let attitude { view.keep(attitude) }
            if let text = view.update(attitude, at: elapsed) { console.write(text) }
        }
        console.write(view.end())
        withExtendedLifetime(announcement) { listener.close() }
        console.complain(events + "received \(listener.received) frames\n")
        return listener.received > 0 ? .success : .failed
    }

    private func makeView() -> AttitudeView {
        var size = winsize()
        guard console.isTerminal, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0,
            size.ws_col > 20, size.ws_row > 5
        else { return AttitudeView(isTerminal: console.isTerminal) }
        return AttitudeView(
            isTerminal: true, columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
}

/// A viewer's own zero: `--re-zero`.
struct AttitudeZero {
    /// Seconds; nil: the sender's zero stays.
    private var due: Double?
    private var zero = Attitude()

    init(_ due: Double?) { self.due = due }

    /// The first attitude from the time on is zero.
    mutating func take(_ attitude: Attitude, at now: Double) {
        guard let due, now >= due else { return }
        self.due = nil
        zero = attitude
    }

    /// An attitude, seen from the zero.
    func shown(_ attitude: Attitude) -> Attitude { zero.subtracted(from: attitude, wraps: true) }
}
