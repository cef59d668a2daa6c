import Declaration
import JSON
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
/// Because it can be made again, any earlier moment can be looked at, and a change there makes another future.
package final class LivePage: Page {
    package let folder = "live"
    /// The name of the scenario's file.
    let file: String
    private let hasClients: Bool

    /// All futures, by their numbers.
    var branches: [Branch]
    /// The one that is shown.
    var branch: Branch
    /// Its run that is shown.
    var shown: WatchedRun
    /// The future with which it is compared, and the run of that at the same time.
    var other: Branch?
    var ghost: WatchedRun?
    /// The first packet in which these two differ; nil if they do not, as far as they are known.
    var divergence: Divergence?
    var comparedUntil = Instant.zero
    /// Why no earlier moment can be shown; nil if one can.
    package var refusal: () -> String? = { nil }
    /// Makes a run of a text with its expectations, which ends by itself; nil if it cannot be made.
    package var makeJudged: ((_ source: LiveSource) throws(RunError) -> ScenarioRun)?
    /// Makes the report of such a run.
    package var makeReport: ((_ source: LiveSource) throws(RunError) -> String)?
    var verdicts: Verdicts?
    /// Futures that were made so far.
    var made = 1
    /// Whether what is shown is another moment than before.
    var hasJumped = false
    /// Changes with everything that changes the picture of all of them, but for time that goes on.
    var edition = 0

    /// What is shown.
    package var run: ScenarioRun { shown.run }
    var boards: [LiveBoard] { shown.boards }
    var traffic: LiveTraffic { shown.traffic }

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
    /// The speeds that a person may choose.
    package static let speeds = 0.1...100.0

    /// Watches a run in which nothing has happened yet.
    ///
    /// - Parameters:
    ///   - source: the scenario's text.
    ///   - file: its path.
    ///   - hasClients: whether the file's clients take part.
    ///   - make: makes a run of a scenario's text in which nothing has happened yet, as this one was made; nil if it cannot
    ///     be made again.
    package init(
        _ run: ScenarioRun, source text: [UInt8], file: String, hasClients: Bool = true,
        speed: Double = 1,
        make: ((_ source: LiveSource) throws(RunError) -> ScenarioRun)? = nil
    ) {
        self.file = file
        self.hasClients = hasClients
        self.speed = speed
        shown = WatchedRun(run)
        branch = Branch(number: 1, source: LiveSource(text: text), head: shown, make: make)
        branches = [branch]
    }

    /// Stops watching.
    package func close() {
        shown.close()
        ghost?.close()
        for branch in branches { branch.close() }
    }

    // MARK: Time

    /// When something happens next.
    package var nextEvent: Instant? { shown.nextEvent }

    /// Handles everything up to a time.
    package func advance(to time: Instant) {
        shown.advance(to: time, doing: branch.deeds)
        ghost?.advance(to: time, doing: other?.deeds ?? [])
        branch.lived(shown)
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

    // MARK: Page

    package func takeEvents() -> [JSONValue] {
        defer { hasJumped = false }
        return (hasJumped ? [.object([("e", .string("jump"))])] : []) + traffic.take()
    }

    package func takeSamples() -> [SampleBlock] {
        let blocks = shown.takeBlocks()
        guard let ghost else { return blocks }
        return blocks
            + ghost.takeBlocks().map { block in
                var block = block
                block.stream |= WatchedRun.ghostBit
                return block
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
            ("time", time), ("future", future), ("session", session), ("clients", clients),
            ("hosts", hostList),
            ("streams", .object(shown.streams)),
            ("boards", .numbered(boards, { $0.index }) { $0.state(in: run) }),
        ])
    }

    /// Without its folder.
    var fileName: String {
        file.lastIndex(of: "/").map { String(file[file.index(after: $0)...]) } ?? file
    }

    private var baseName: String {
        fileName.hasSuffix(".yaml") ? String(fileName.dropLast(5)) : fileName
    }

    private var time: JSONValue {
        .object([
            ("now", .number(run.now.seconds)), ("speed", .number(speed)),
            ("paused", .bool(isPaused)), ("over", .bool(run.isOver)),
            ("end", run.end == Instant(nanoseconds: .max) ? .null : .number(run.end.seconds)),
            ("next", isPaused ? nextEvent.map { .number($0.seconds) } ?? .null : .null),
            ("seeking", .bool(isSeeking)), ("lag", .rounded(lag(), 3)),
            ("known", .number(max(branch.known, run.now).seconds)),
            ("past", .bool(run.now < branch.lived)),
        ])
    }

    private var session: JSONValue {
        .object([
            ("commands", .integer(shown.record.count)),
            ("replayable", .bool(hosts().isEmpty)),
            ("last", shown.record.last.map { .string($0) } ?? .null),
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

    /// The session as a download: a scenario, or an archive with the files that it names beside it.
    func download() throws(PageError) -> JSONValue {
        let name = baseName + "-live.yaml"
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
                ("archive", .string(baseName + "-live.zip")),
                ("bytes", .string(Base64.text(archive))),
            ]
        }
        return .object(entries)
    }

    /// The future that is shown as a scenario without an end of its own, and the files that it needs.
    func shared() throws(PageError) -> JSONValue {
        let files = run.scenario.namedFiles(file: file).map { JSONValue.string($0.name) }
        return .object([("text", .string(try futureText())), ("files", .array(files))])
    }

    /// The future that is shown, with its expectations, as it ends if nothing more is done.
    private func futureText() throws(PageError) -> String {
        if branch.deeds.isEmpty { return String(decoding: branch.source.text, as: UTF8.self) }
        do throws(YAMLError) {
            return try branch.head.record.scenario(
                from: branch.source.text, seed: run.simulation.seed, hasClients: hasClients,
                isJudged: true, deadline: run.scenario.deadline, until: nil)
        } catch {
            throw PageError("\(error)")
        }
    }

    /// Begins to find out what becomes of the expectations, if that is not known of this future.
    func judge() {
        let question = Verdicts.Question(future: branch.number, deeds: branch.deeds.count)
        guard let makeJudged, refusal() == nil, verdicts?.question != question else { return }
        guard let text = try? futureText(),
            let run = try? makeJudged(
                LiveSource(text: Array(text.utf8), files: branch.source.files))
        else { return }
        verdicts = Verdicts(question, run)
    }

    /// The report of the future that is shown.
    func report() throws(PageError) -> JSONValue {
        if let why = refusal() { throw PageError("there is no report: \(why)") }
        guard let makeReport else { throw PageError("there is no report here") }
        let text = try futureText()
        do throws(RunError) {
            return .object([
                ("name", .string("\(baseName)-report.html")),
                (
                    "text",
                    .string(
                        try makeReport(
                            LiveSource(text: Array(text.utf8), files: branch.source.files)))
                ),
            ])
        } catch {
            throw PageError(error.description)
        }
    }

    /// The session so far as a scenario.
    package func scenario() throws(PageError) -> String {
        do throws(YAMLError) {
            return try shown.record.scenario(
                from: branch.source.text, seed: run.simulation.seed, hasClients: hasClients,
                deadline: run.scenario.deadline, until: run.now)
        } catch {
            throw PageError("\(error)")
        }
    }
}
