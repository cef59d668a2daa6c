import Bluetooth
import Central
import Peripheral
import Simulation
import YAML

/// A central that follows a script: the next step begins when the one before it is done.
///
/// Everything happens in events of virtual time; a step that fails ends the script.
final class ScriptedClient {
    let script: Client
    let central: Central
    let timers: Timers
    unowned let run: ScenarioRun
    /// By position of the board in the scenario, of those that it had to do with.
    private(set) var sessions: [Int: HostSession] = [:]
    /// The board that a step without a name is for.
    var current: Int?

    private(set) var results: [StepResult]
    private(set) var position = -1
    private(set) var isFinished = false
    private(set) var hasFailed = false

    /// The pairing that was begun last, and with which board.
    var pairing: (board: Int, step: Step.Pair)?
    /// The last read of each value.
    private(set) var reads: [ReadRecord] = []
    /// Called for every advertisement that a scan hears.
    var onAdvertisement: [(ScanReport) -> Void] = []
    /// Streams that were started, oldest first, with their board.
    var streams: [(board: Int, recorder: StreamRecorder)] = []
    /// Streams of caps that were started, oldest first.
    var capStreams: [(board: Int, recorder: CapRecorder)] = []
    var downloads: [DownloadRecord] = []
    /// Places of the expectations about errors of what this client gets.
    var bounds: [Int] = []
    /// What came of the downloads, by board and signal.
    var logTallies: [LogTally] = []
    /// When a link to a board came about and when it ended; `isOwn`: by the client's own wish.
    var links: [(board: Int, time: Instant, isUp: Bool, isOwn: Bool)] = []

    init(_ script: Client, central: Central, timers: Timers, run: ScenarioRun) {
        self.script = script
        self.central = central
        self.timers = timers
        self.run = run
        results = script.steps.map {
            StepResult(title: $0.kind.title, line: $0.mark.line)
        }
    }

    /// The world ends: what waits is forgotten, so that nothing keeps anything alive.
    func close() {
        central.leave()
        for board in sessions.keys.sorted() { sessions[board]?.close() }
    }

    func start() { next() }

    /// A value was read; an earlier read of it is forgotten.
    func remember(_ read: ReadRecord) {
        reads.removeAll { $0.board == read.board && $0.target.isSame(as: read.target) }
        reads.append(read)
    }

    private func next() {
        position += 1
        guard position < script.steps.count else {
            isFinished = true
            return
        }
        results[position].started = timers.now
        results[position].outcome = .running
        let here = position
        perform(script.steps[position]) { [self] result in
            guard here == position, results[here].ended == nil else { return }
            results[here].ended = timers.now
            switch result {
            case .success(let detail):
                results[here].outcome = .done
                results[here].detail = detail
                if !detail.isEmpty {
                    run.note("done: \(detail)", by: script.name)
                }
                // A new event, so that long scripts do not nest.
                timers.after(.zero) { [self] in next() }
            case .failure(let failure) where script.steps[here].mayFail:
                results[here].outcome = .done
                results[here].detail = "failed, as it may: \(failure)"
                run.note("failed, as it may: \(failure)", by: script.name)
                timers.after(.zero) { [self] in next() }
            case .failure(let failure):
                results[here].outcome = .failed("\(failure)")
                run.note("step failed: \(results[here].title): \(failure)", by: script.name)
                hasFailed = true
                isFinished = true
            }
        }
    }

    private func perform(_ step: Step, _ done: @escaping Done<String>) {
        run.note("step: \(step.kind.title)", by: script.name)
        switch step.kind {
        case .scan(let scan): self.scan(scan, done)
        case .connect(let connect): self.connect(connect, done)
        case .wait(let wait): timers.after(wait.duration) { done(.success("")) }
        case .waitUntil(let wait):
            timers.at(.zero + wait.time) { done(.success("")) }
        default:
            let board = step.board.map { run.document.board($0) } ?? current
            guard let board, let session = sessions[board] else {
                return done(.failure(StepFailure("no board was connected to yet")))
            }
            perform(step, session, board, done)
        }
    }

    private func perform(
        _ step: Step, _ session: HostSession, _ board: Int, _ done: @escaping Done<String>
    ) {
        switch step.kind {
        case .reconnect(let reconnect): self.reconnect(session, reconnect.within, done)
        case .waitDisconnect(let wait): waitDisconnect(session, wait.within, done)
        default:
            guard session.isConnected else {
                return done(.failure(StepFailure("not connected to \(session.boardName)")))
            }
            performConnected(step, session, board, done)
        }
    }

    func performConnected(
        _ step: Step, _ session: HostSession, _ board: Int, _ done: @escaping Done<String>
    ) {
        if isCap(board), performOnCap(step.kind, session, board, done) { return }
        switch step.kind {
        case .initialise(let step): initialise(session, step.within, done)
        case .configure(let step): configure(session, step, done)
        case .stream(let step): stream(session, board, step, done)
        case .stopStream(let step): stopStream(session, board, step.signals, done)
        case .log(let step): log(session, step, done)
        case .stopLog: stopLog(session, done)
        case .download(let step): download(session, board, step, done)
        case .clearLog(let step): clearLog(session, step, done)
        case .read(let step): read(session, board, step, done)
        case .write(let step): write(session, step, done)
        case .waitFor(let step): waitFor(session, step, done)
        case .disconnect(let step): disconnect(session, step, done)
        case .pair(let step): pair(session, board, step, done)
        case .reset:
            session.send([0xFE, 0x01])
            session.state.made.started = []
            session.state.made.logged = []
            // The link ends by it, at once or a little later.
            timers.after(Self.settlingTime) { done(.success("")) }
        case .led, .ledOff, .haptic, .iBeacon, .start, .stop, .modify, .setState, .startTimer,
            .stopTimer, .runMacro, .eraseMacros, .settings, .resetOrientation:
            performCommands(step.kind, session, done)
        case .process(let step): process(session, step, done)
        case .remove(let step): remove(session, step, done)
        case .tearDown: tearDown(session, done)
        case .timer(let step): timer(session, step, done)
        case .when(let step): when(session, step, done)
        case .macro(let step): macro(session, board, step, done)
        case .writeCalibration: writeCalibration(session, done)
        case .factoryReset: factoryReset(session, done)
        case .recover(let step): recover(session, step.within, done)
        case .updateFirmware(let step): updateFirmware(session, step, done)
        case .scan, .connect, .wait, .waitUntil, .reconnect, .waitDisconnect:
            done(.failure(StepFailure("this step needs no link")))
        }
    }

    /// How long the board is given to act on what was written.
    static let settlingTime = Nanoseconds.milliseconds(60)

    /// Lets written commands reach the board before the next step; fails if the link ends before.
    func settle(
        _ session: HostSession, saying detail: String = "", after time: Nanoseconds = settlingTime,
        _ done: @escaping Done<String>
    ) {
        timers.after(time) { session.flush { done($0.map { detail }) } }
    }

    func session(for board: Int) -> HostSession {
        if let known = sessions[board] { return known }
        let target = run.boards[board]
        let session = HostSession(
            central: central, address: target.address, board: board, boardName: target.name,
            channel: isCap(board) ? .nordicUART : .metaWear,
            timers: timers)
        session.onConnect = { [unowned self] in run.linkBegan(board) }
        session.onDisconnect = { [unowned self] reason in
            linkEnded(board, isOwn: reason == .localHostTerminated)
        }
        session.madePacket = { [unowned self] in run.packetArrived(board, $0) }
        sessions[board] = session
        return session
    }

    private func linkEnded(_ board: Int, isOwn: Bool) {
        // A link that ended before it was of any use never counted as one.
        guard links.last(where: { $0.board == board })?.isUp == true else { return }
        links.append((board, timers.now, false, isOwn))
    }
}

/// A download with what the client knew when it began.
struct DownloadRecord {
    var board: Int
    var download: LogDownload
    /// Rate and range of the signals that were logged last.
    var settings: [String: SensorSetting]
    /// How the samples read, as it was configured when they were logged.
    var signals: [BoardSignal]
    /// When the log had been on before the download, since it was cleared.
    var logged: [LogInterval]
}

/// What a client read, in the unit of the value.
struct ReadRecord {
    var board: Int
    var target: ReadTarget
    var time: Instant
    var value: Double
    var packet: [UInt8]
}

/// Hands on the first result of several that race, a step and its time limit.
func first<Value>(_ done: @escaping Done<Value>) -> Done<Value> {
    var isOver = false
    return { result in
        guard !isOver else { return }
        isOver = true
        done(result)
    }
}

/// Runs an asynchronous action for one item after the other; the first failure ends it.
func inTurn<Item>(
    _ items: [Item], from first: Int = 0,
    _ each: @escaping (Item, @escaping Done<Void>) -> Void, then done: @escaping Done<Void>
) {
    guard first < items.count else { return done(.success(())) }
    each(items[first]) { result in
        switch result {
        case .success: inTurn(items, from: first + 1, each, then: done)
        case .failure(let failure): done(.failure(failure))
        }
    }
}
