import AttitudeStream
import AttitudeTransport
import Central
import CommandLineProgram
import CommandLineTool
import Declaration
import EventLoop
import ScenarioRun
import Simulation

/// `boardsim attitude send`: from a board's fusion to a receiver.
final class AttitudeSending {
    private let settings: AttitudeSettings
    private let console: Console
    private let loop: EventLoop
    private var ending: String?
    private let interrupt: LoopInterrupt

    /// How far a board may run before its clock is compared with the wall's, at speed 1.
    private static let stretch = Nanoseconds.milliseconds(10)

    init(_ settings: AttitudeSettings, _ console: Console) throws(RunError) {
        self.settings = settings
        self.console = console
        loop = try .make(for: "attitude")
        interrupt = LoopInterrupt(on: loop)
    }

    /// Runs until the time is up, the receiver closes or a signal interrupts it.
    func run(_ source: BoardSource) throws(RunError) -> ExitStatus {
        return try send(
            from: try source.open(for: "attitude", settings.speed, on: loop, console))
    }

    // MARK: The stream

    private func send(from source: OpenedBoard) throws(RunError) -> ExitStatus {
        let access = source.access
        let connection: AttitudeConnection
        do throws(AttitudeTransportError) {
            connection = try AttitudeConnection(
                to: try receiver(), settings.isLegacy ? .legacy : .versioned, on: loop)
        } catch {
            access.close()
            throw RunError(.environment, "boardsim attitude: \(error)")
        }
        connection.onEnd = { [unowned self] in ending = $0 }
        do throws(AccessError) {
            let board = try FusedBoard(access)
            defer { board.stop() }
            console.complain("sending \(access.name) to \(connection.place)\n")
            try stream(board, source, to: connection)
        } catch {
            access.close()
            let kind: RunError.Kind = if case .missing = error { .input } else { .environment }
            throw RunError(kind, "boardsim attitude: \(access.name): \(error)")
        }
        connection.close()
        let figures = connection.sender
        console.complain(
            "sent \(connection.sent) frames"
                + (figures.replaced > 0 ? "; \(figures.replaced) were replaced by newer ones" : "")
                + "\n")
        guard let ending else { return .success }
        throw RunError(.environment, "boardsim attitude: \(connection.place): \(ending)")
    }

    private func receiver() throws(AttitudeTransportError) -> NetworkPlace {
        if let place = settings.place { return place }
        return try AttitudeDiscovery.find(on: loop)
    }

    private func stream(
        _ board: FusedBoard, _ source: OpenedBoard, to connection: AttitudeConnection
    ) throws(AccessError) {
        let pace = Pace(loop, settings.speed, from: source.access.now)
        var first: Instant?
        var rezero = settings.rezero
        while !interrupt.isRaised, ending == nil, !source.isOver {
            let stretch = Nanoseconds(Int64(Double(Self.stretch.count) * settings.speed))
            let sample = try board.next(before: source.access.now + stretch)
            if source.isSimulated {
                pace.wait(for: source.access.now) { !interrupt.isRaised && ending == nil }
            }
            guard let (time, orientation) = sample else { continue }
            let start = first ?? time
            first = start
            if let duration = settings.duration, time - start >= duration { return }
            let microseconds = UInt64(max(0, (time - start).count)) / 1000
            if let due = rezero, time - start >= due {
                rezero = nil
                connection.resetZero(microseconds: microseconds)
            }
            connection.send(Attitude(orientation), microseconds: microseconds)
        }
    }
}
