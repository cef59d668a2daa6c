import Declaration
import JSON
import MetaWearBoard
import MetaWearTables
import PageModel
import ScenarioFile
import ScenarioRun
import ScriptedClient
import Simulation
import YAML

/// The live board: a run that a person watches and takes part in.
///
/// What a person does happens at a virtual time at which nothing else does, and is recorded in the
/// words of a scenario, so that the same run can be made again from a file. Looking changes nothing.
package final class LivePage: Page {
    package let folder = "live"
    package let run: ScenarioRun
    let traffic = LiveTraffic()
    private(set) var boards: [LiveBoard] = []
    var record = SessionRecord()
    /// The scenario's text, and the name of its file.
    let source: [UInt8]
    let file: String
    private let hasClients: Bool

    /// Whether virtual time stands still.
    package internal(set) var isPaused = false
    /// Virtual seconds per second.
    package internal(set) var speed: Double
    /// Whether virtual time runs on, as fast as it can, until something happens.
    package internal(set) var isSeeking = false
    /// What had happened when the search began, and when it ends in any case.
    var seekFrom = 0
    var seekLimit = Instant.zero
    /// Called before a command is carried out: virtual time must be that of the command.
    package var beforeCommand: () -> Void = {}
    /// Called when virtual time was moved, or its speed changed.
    package var onPace: () -> Void = {}
    /// Seconds that virtual time is behind, for the state.
    package var lag: () -> Double = { 0 }
    /// The hosts of the session, by number: name, origin, and whether it is there.
    package var hosts: () -> [(name: String, origin: String, isPresent: Bool)] = { [] }
    /// The browser that holds a board's button.
    var holders: [Int: Int] = [:]
    /// Steps of clients that were reported.
    private var reported: [Int: String] = [:]

    /// The speeds that a person may choose.
    package static let speeds = 0.1...100.0

    /// Watches a run in which nothing has happened yet.
    ///
    /// - Parameters:
    ///   - source: the scenario's text.
    ///   - file: its path.
    ///   - hasClients: whether the file's clients take part.
    package init(
        _ run: ScenarioRun, source: [UInt8], file: String, hasClients: Bool = true,
        speed: Double = 1
    ) {
        self.run = run
        self.source = source
        self.file = file
        self.hasClients = hasClients
        self.speed = speed
        var streams: UInt16 = 0
        for index in run.boards.indices {
            boards.append(
                LiveBoard(index, of: run, traffic) {
                    defer { streams += 1 }
                    return streams
                })
        }
        traffic.boards = boards
    }

    deinit { close() }

    /// Stops watching.
    package func close() { for board in boards { board.close() } }

    // MARK: Time

    /// When something happens next.
    package var nextEvent: Instant? { run.simulation.clock.nextEvent }

    /// Handles everything up to a time.
    package func advance(to time: Instant) {
        run.advance(to: time)
        reportClients()
    }

    /// Handles everything at the time of the next event; false if there is none.
    @discardableResult package func step() -> Bool {
        guard !run.isOver, let next = nextEvent else { return false }
        advance(to: next)
        return true
    }

    /// Searches on for something that a person can see; true if it goes on.
    ///
    /// - Parameter isTimeLeft: whether the loop can wait any longer.
    package func seek(while isTimeLeft: () -> Bool) -> Bool {
        while isSeeking, isTimeLeft() {
            guard run.now < seekLimit, step() else {
                isSeeking = false
                break
            }
            if traffic.happened != seekFrom { isSeeking = false }
        }
        return isSeeking
    }

    /// A time from now on at which nothing else happens; virtual time is there then.
    func moment() -> Instant {
        var time = run.now + Nanoseconds(1)
        while let next = nextEvent, next <= time {
            advance(to: time)
            time = time + Nanoseconds(1)
        }
        advance(to: time)
        return time
    }

    private func reportClients() {
        for (index, client) in run.clients.enumerated() {
            let step = client.failure.map { "failed: \($0)" } ?? client.stepWords
            guard let step, step != reported[index] else { continue }
            reported[index] = step
            traffic.tell("step", "\(client.script.name): \(step)", nil, run.now)
        }
    }

    // MARK: Page

    package func takeEvents() -> [JSONValue] { traffic.take() }

    package func takeSamples() -> [SampleBlock] {
        boards.flatMap { board in
            board.findStreams()
            return board.streams.filter { board.use(of: $0).isShown }.flatMap {
                $0.takeBlocks(now: run.now)
            }
        }
    }

    package func left(_ browser: Int) {
        for (board, holder) in holders where holder == browser {
            holders[board] = nil
            // A finger that is gone holds no button.
            _ = try? act(Node([("button", Node("release"))]), on: board, by: nil)
        }
    }

    package func state() -> JSONValue {
        let scenario = run.scenario
        return .object([
            (
                "scenario",
                .object([
                    ("name", .string(scenario.name.isEmpty ? fileName : scenario.name)),
                    ("file", .string(fileName)), ("about", .string(scenario.about.text)),
                    ("seed", .string("\(run.simulation.seed)")),
                ])
            ),
            ("time", time), ("session", session), ("clients", clients), ("hosts", hostList),
            ("streams", streams),
            ("boards", .numbered(boards, { $0.index }) { $0.state(in: run) }),
        ])
    }

    /// Without its folder.
    var fileName: String {
        file.lastIndex(of: "/").map { String(file[file.index(after: $0)...]) } ?? file
    }

    private var time: JSONValue {
        .object([
            ("now", .number(run.now.seconds)), ("speed", .number(speed)),
            ("paused", .bool(isPaused)), ("over", .bool(run.isOver)),
            ("end", run.end == Instant(nanoseconds: .max) ? .null : .number(run.end.seconds)),
            ("next", isPaused ? nextEvent.map { .number($0.seconds) } ?? .null : .null),
            ("seeking", .bool(isSeeking)), ("lag", .rounded(lag(), 3)),
        ])
    }

    private var session: JSONValue {
        .object([
            ("commands", .integer(record.count)), ("replayable", .bool(hosts().isEmpty)),
            ("last", record.last.map { .string($0) } ?? .null),
        ])
    }

    private var clients: JSONValue {
        .object(
            run.clients.enumerated().map { index, client in
                (
                    "\(index)",
                    .object([
                        ("name", .string(client.script.name)),
                        ("step", client.stepWords.map { .string($0) } ?? .null),
                        ("finished", .bool(client.isFinished)),
                        ("failed", client.failure.map { .string($0) } ?? .null),
                    ])
                )
            })
    }

    private var hostList: JSONValue {
        .object(
            hosts().enumerated().map { index, host in
                (
                    "\(index)",
                    .object([
                        ("name", .string(host.name)), ("origin", .string(host.origin)),
                        ("present", .bool(host.isPresent)),
                    ])
                )
            })
    }

    private var streams: JSONValue {
        var entries: [(String, JSONValue)] = []
        for board in boards {
            board.findStreams()
            for stream in board.streams {
                let use = board.use(of: stream)
                guard use.isShown else { continue }
                entries.append(
                    (
                        "\(stream.number)",
                        .object([
                            ("board", .integer(board.index)),
                            ("title", .string(stream.title)),
                            ("unit", .string(stream.unit)),
                            ("axes", .array(stream.axes.map { .string($0) })),
                            ("event", .bool(stream.isEvent)),
                            (
                                "state",
                                .string(
                                    stream.state(
                                        at: run.now, isTaken: use.isToHost || use.isLogged
                                    ).rawValue)
                            ),
                            ("last", .optional(stream.last?.seconds, 1)),
                            ("truth", .bool(stream.hasTruth)),
                            ("rate", .rounded(stream.rate(at: run.now), 1)),
                            ("made", .integer(stream.made)),
                            ("sent", .optional(use.outlet?.sent)),
                            ("dropped", .optional(use.outlet?.dropped)),
                            ("waiting", .optional(use.outlet?.waiting)),
                            ("discarded", .optional(use.outlet?.discarded)),
                            ("toHost", .bool(use.isToHost)), ("logged", .bool(use.isLogged)),
                        ])
                    ))
            }
        }
        entries.sort { (UInt16($0.0) ?? 0) < (UInt16($1.0) ?? 0) }
        return .object(entries)
    }

    /// The session as a download: a scenario, or an archive with the files that it names beside it.
    func download() throws(PageError) -> JSONValue {
        let base = fileName.hasSuffix(".yaml") ? String(fileName.dropLast(5)) : fileName
        let name = base + "-live.yaml"
        let text = try scenario()
        var files: [(name: String, bytes: [UInt8])] = []
        for named in run.scenario.namedFiles(file: file) {
            switch run.world.readFile(named.path) {
            case .success(let bytes): files.append((named.name, bytes))
            case .failure(let reason):
                throw PageError("save: \(named.path) cannot be read: \(reason)")
            }
        }
        var entries: [(String, JSONValue)] = [("name", .string(name)), ("text", .string(text))]
        if !files.isEmpty {
            let archive = StoredZip.archive([(name, Array(text.utf8))] + files)
            entries += [
                ("archive", .string(base + "-live.zip")), ("bytes", .string(Base64.text(archive))),
            ]
        }
        return .object(entries)
    }

    /// The session so far as a scenario.
    package func scenario() throws(PageError) -> String {
        do throws(YAMLError) {
            return try record.scenario(
                from: source, seed: run.simulation.seed, hasClients: hasClients,
                deadline: run.scenario.deadline, until: run.now)
        } catch {
            throw PageError("\(error)")
        }
    }
}
