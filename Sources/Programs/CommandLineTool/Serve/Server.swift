import CommandLineProgram
import Declaration
import EventLoop
import JSON
import LiveRun
import Report
import ScenarioFile
import ScenarioRun
import ScriptedClient
import Simulation

/// `boardsim serve`: one run after the other, each led by requests from its start to its stop.
final class Server {
    private let reader: RPCReader
    private let console: Console
    private let games: (() -> any GameMaker)?
    /// The request for a run that has not begun yet.
    private var starting: RPCRequest?
    /// The request that ended the run; nil if the stream of requests has ended.
    private var stopping: RPCRequest?
    /// The report of the last run, and what else its end is answered with.
    private var ended: JSONValue?
    /// Lines that the run has written to standard error.
    private var said: [String] = []

    /// - Parameters:
    ///   - input: the descriptor to read requests from.
    ///   - games: makes those of a run; nil for none.
    init(_ input: Int32, _ console: Console, games: (() -> any GameMaker)?) {
        self.console = console
        self.games = games
        reader = RPCReader(input) { [write = console.write] in write($0.line + "\n") }
    }

    /// Until the stream of requests ends.
    func serve() -> ExitStatus {
        while let request = reader.next() {
            do throws(RPCError) {
                try answer(request)
            } catch {
                request.answer(.failure(error))
            }
        }
        return .success
    }

    /// Between runs.
    private func answer(_ request: RPCRequest) throws(RPCError) {
        switch try RPCMethod(request) {
        case .version: request.answer(.success(Self.versions))
        case .start: try play(request)
        case .report where ended != nil: request.answer(.success(ended ?? .null))
        default:
            throw RPCError(
                .wrongState, "\(request.method): there is no run; begin one with `start`")
        }
    }

    private static let versions = JSONValue.object([
        ("program", .string(Program.version)), ("protocol", .integer(2)),
        ("methods", .array(RPCMethod.allCases.map { .string($0.rawValue) })),
    ])

    /// A run from its start to its stop.
    private func play(_ request: RPCRequest) throws(RPCError) {
        let start = try ServeStart(request.parameters)
        (starting, stopping, ended, said) = (request, nil, nil, [])
        var printed = ""
        var console = start.console(console)
        console.write = { printed += $0 }
        console.isTerminal = false
        console.isErrorTerminal = false
        console.complain = { [self, complain = self.console.complain] text in
            said += text.split(separator: "\n").map(String.init)
            complain(text)
        }
        let status = boardsim(start, console)
        if starting != nil {
            // It did not begin.
            starting = nil
            throw RPCError(
                status == .environment ? .environment : .wrongInput, said.joined(separator: "\n"))
        }
        var result: [(String, JSONValue)] = [
            ("status", .integer(Int(status.rawValue))), ("text", .string(printed)),
        ]
        if let report { result.append(("report", report)) }
        if status == .environment { result.append(("failure", .string(said.last ?? ""))) }
        report = nil
        ended = .object(result)
        stopping?.answer(.success(.object(result)))
        stopping = nil
    }

    private func boardsim(_ start: ServeStart, _ console: Console) -> ExitStatus {
        do throws(UsageError) {
            let arguments = try start.arguments()
            return run(arguments, console, games: games?(), ledBy: self)
        } catch {
            console.complain(error.message + (error.fix.isEmpty ? "" : "; \(error.fix)") + "\n")
            return .usage
        }
    }

    private var report: JSONValue?
    private var session: ServedSession?
}

extension Server: RunLeader {
    func read(_ text: [UInt8], file: String, _ settings: RunSettings) throws(RunError) {
        session = try ServedSession(text, file: file, settings)
    }

    func lead(_ run: ScenarioRun, _ recorder: RunRecorder?) {
        answerStart(run)
        guard let session else { preconditionFailure("the scenario was read") }
        let served = ServedRun(run: run, session: session, recorder: recorder, isLive: false)
        while stopping == nil, let request = reader.next() { lead(served, request) }
    }

    func transport(
        of run: ScenarioRun, on loop: EventLoop, _ pacer: LedPacer?
    ) -> any ControlTransport {
        guard let session else { preconditionFailure("the scenario was read") }
        return ServeTransport(reader, on: loop) { [self] in
            if starting != nil { answerStart(run) }
            let served = ServedRun(run: run, session: session, isLive: true, led: pacer)
            while stopping == nil, let request = reader.available() { lead(served, request) }
            return stopping != nil || reader.isAtEnd
        }
    }

    func ended(with report: RunReport) {
        self.report = try? JSONValue(reading: ReportFormat.json.text(report).utf8)
    }

    private func lead(_ served: ServedRun, _ request: RPCRequest) {
        do throws(RPCError) {
            switch try RPCMethod(request) {
            case .stop: stopping = request
            case .version: request.answer(.success(Self.versions))
            case let method:
                request.answer(.success(try served.answer(method, request.parameters)))
            }
        } catch {
            request.answer(.failure(error))
        }
    }

    /// For how long the scenario's faults keep hosts from their boards, in seconds.
    private static func world(_ run: ScenarioRun) -> JSONValue {
        let outage = Outage.total(of: run.scenario.faults, in: .longest)
        return .object([
            ("trouble", .number(outage.time.seconds)), ("fatal", .bool(outage.isForGood)),
        ])
    }

    /// What a client needs to find the boards.
    private func answerStart(_ run: ScenarioRun) {
        let marker = "listening on "
        let radios = said.filter { $0.hasPrefix(marker) }.map {
            JSONValue.string(String($0.dropFirst(marker.count).prefix { $0 != " " }))
        }
        starting?.answer(
            .success(
                .object([
                    ("boards", .array(run.boards.map { .object(ServedRun.identity($0)) })),
                    ("radios", .array(radios)), ("time", .number(run.now.fraction)),
                    ("world", Self.world(run)),
                ])))
        starting = nil
    }
}
