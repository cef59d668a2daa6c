import Bluetooth
import Central
import MetaWearProtocol
import Simulation
import YAML

/// A central that follows a script: each step begins when the previous one has finished.
///
/// All actions are events in virtual time. A step that fails ends the script.
package final class ScriptedClient {
    package let script: Client
    package let central: Central
    /// Runs its steps.
    let executor: ScriptExecutor
    var timers: DelayedCalls { executor.timers }
    package unowned let world: any ClientWorld
    unowned let samples: any ClientSamples
    /// What makes the games of the step `play`; nil if the program has none.
    let games: (any GameMaker)?
    /// By position of the board in the scenario, of those that it had to do with.
    private(set) var sessions: [Int: HostSession] = [:]
    /// The board that a step without a name is for.
    var current: Int?

    package private(set) var results: [StepResult]
    private(set) var position = -1
    /// Whether its script is over.
    package var isFinished: Bool { hasFinished }
    @exclusivity(unchecked) private var hasFinished = false
    /// Whether a step of it failed.
    package private(set) var hasFailed = false

    /// The pairing that was begun last, and with which board.
    var pairing: (board: Int, step: Step.Pair)?
    /// The last read of each value.
    private(set) var reads: [ReadRecord] = []
    /// Called for every advertisement that a scan hears.
    package var onAdvertisement: [(ScanReport) -> Void] = []
    /// Streams that were started, oldest first, with their board.
    var streams: [(board: Int, recorder: StreamRecorder)] = []
    /// Streams of caps that were started, oldest first.
    var capStreams: [(board: Int, recorder: CapRecorder)] = []
    /// Games that were played, oldest first.
    var plays: [(board: Int, game: any PlayedGame)] = []
    var downloads: [DownloadRecord] = []
    /// The figures of the downloads, by board and signal.
    var logTallies: [LogTally] = []
    /// When links to boards began and ended; `isOwn`: the client ended it.
    package var links: [(board: Int, time: Instant, isUp: Bool, isOwn: Bool)] = []

    package init(
        _ script: Client, central: Central, timers: DelayedCalls, world: any ClientWorld,
        samples: any ClientSamples, games: (any GameMaker)?
    ) {
        self.script = script
        self.central = central
        executor = ScriptExecutor(timers)
        self.world = world
        self.samples = samples
        self.games = games
        results = script.steps.map {
            StepResult(title: $0.kind.words, line: $0.mark.line)
        }
    }

    /// Discards everything pending at the end of the run, so that no references remain.
    package func close() {
        central.leave()
        for board in sessions.keys.sorted() { sessions[board]?.close() }
        executor.close()
    }

    package func start() { executor.start { [self] in await followScript() } }

    /// Stores a value that was read; it replaces an earlier one.
    func remember(_ read: ReadRecord) {
        reads.removeAll { $0.board == read.board && $0.target.isSame(as: read.target) }
        reads.append(read)
    }

    private func followScript() async {
        for place in script.steps.indices {
            position = place
            guard await take(script.steps[place]) else { return }
            // A new event: what the last step caused at this moment comes first.
            do { try await executor.sleep(for: .zero) } catch { return }
        }
        position = script.steps.count
        hasFinished = true
    }

    /// Does a step; whether the script goes on.
    private func take(_ step: Step) async -> Bool {
        results[position].started = timers.now
        results[position].outcome = .running
        world.note("step: \(step.kind.words)", by: script.name)
        do throws(StepFailure) {
            let board = step.board.map { world.place(of: $0) } ?? current
            let detail = try await step.kind.start(self, on: board)
            guard !executor.isClosed else { return false }
            succeed(detail, note: detail.isEmpty ? nil : "done: \(detail)")
        } catch {
            guard !executor.isClosed else { return false }
            guard step.mayFail else {
                fail(error)
                return false
            }
            succeed("failed, as it may: \(error)", note: "failed, as it may: \(error)")
        }
        return true
    }

    private func succeed(_ detail: String, note: String?) {
        results[position].ended = timers.now
        results[position].outcome = .done
        results[position].detail = detail
        if let note { world.note(note, by: script.name) }
    }

    private func fail(_ failure: StepFailure) {
        results[position].ended = timers.now
        results[position].outcome = .failed("\(failure)")
        world.note("step failed: \(results[position].title): \(failure)", by: script.name)
        hasFailed = true
        hasFinished = true
    }

    func isCap(_ board: Int) -> Bool { world.target(board).isCap }

    func session(for board: Int) -> HostSession {
        if let known = sessions[board] { return known }
        let target = world.target(board)
        let session = HostSession(
            central: central, address: target.address, board: board, boardName: target.name,
            channel: target.isCap ? .nordicUART : .metaWear, on: executor)
        session.onConnect = { [unowned self] in samples.linkBegan(board) }
        session.onDisconnect = { [unowned self] reason in
            linkEnded(board, isOwn: reason == .localHostTerminated)
        }
        session.madePacket = { [unowned self] in samples.packetArrived(board, $0) }
        sessions[board] = session
        return session
    }

    func linkBegan(_ board: Int) { links.append((board, timers.now, true, true)) }

    private func linkEnded(_ board: Int, isOwn: Bool) {
        // A link that ended before it was ready does not count.
        guard links.last(where: { $0.board == board })?.isUp == true else { return }
        links.append((board, timers.now, false, isOwn))
    }
}

/// A download, with what the client knew when it began.
struct DownloadRecord {
    var board: Int
    var download: LogReadout
    /// The rate and range with which each signal was last logged.
    var settings: [String: InertialSetting]
    /// The formats of the samples, as configured when they were logged.
    var signals: [ScriptSignal]
    /// When logging was on before the download, since the log was cleared.
    var logged: [LogInterval]

    init(_ download: LogReadout, _ session: HostSession, at now: Instant) {
        board = session.board
        self.download = download
        signals = session.state.signals
        settings = [:]
        for signal in signals { settings[signal.name] = session.state.setting(of: signal.name) }
        logged = session.state.logged.map { interval in
            var closed = interval
            closed.end = interval.end ?? now
            return closed
        }
    }
}

/// What a client read, in the unit of the value.
package struct ReadRecord {
    var board: Int
    var target: any ReadableValue
    var time: Instant
    package var value: Double
    package var packet: [UInt8]
}

extension ScriptedClient {
    /// The step that is under way, in words; nil before the first and after the last.
    package var stepWords: String? {
        isFinished || !script.steps.indices.contains(position) ? nil : script.steps[position].words
    }

    /// Why it gave up; nil if it did not.
    package var failure: String? {
        guard hasFailed else { return nil }
        for result in results {
            if case .failed(let why) = result.outcome { return why }
        }
        return nil
    }
}
