import CommandLineProgram
import Declaration
import JSON

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// `boardsim mcp`: answers the messages of one client until their stream ends.
///
/// What can take long is done in other processes, so that every message is answered at once.
final class MCPServer {
    private let reader: RPCReader
    private var output: Int32
    private let console: Console
    private let session: MCPSession
    private var isReady = false
    private var running: [MCPRunningWork] = []
    private var waiting: [(request: RPCRequest, work: MCPWork, progress: MCPProgress?)] = []

    /// More calls wait for one of these to end.
    private static let mostAtOnce = 4

    /// - Parameters:
    ///   - input: the descriptor to read messages from.
    ///   - output: where answers go, to notice that nobody reads them any more; -1: not watched.
    init(_ input: Int32, _ output: Int32, _ console: Console, _ session: MCPSession) {
        (self.output, self.console, self.session) = (output, console, session)
        reader = RPCReader(input) { [write = console.write] in write($0.line + "\n") }
    }

    /// Until the stream of messages ends and all that was asked is answered, or nobody reads the answers.
    func serve() -> ExitStatus {
        while true {
            while let request = reader.available() { answer(request) }
            while running.count < Self.mostAtOnce, !waiting.isEmpty {
                let next = waiting.removeFirst()
                start(next.work, for: next.request, next.progress)
            }
            if reader.isAtEnd, running.isEmpty { return .success }
            guard wait() else {
                output = -1
                for work in running where !work.isDropped { drop(work) }
                while !running.isEmpty { _ = wait() }
                return .success
            }
        }
    }

    /// Waits for a message, or until something is done; false if nobody reads the answers.
    private func wait() -> Bool {
        var places = [
            pollfd(
                fd: reader.isAtEnd ? -1 : reader.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: output, events: 0, revents: 0),
        ]
        places += running.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        let count = poll(&places, nfds_t(places.count), running.isEmpty ? -1 : 100)
        if count > 0 {
            if places[0].revents != 0 { reader.fill() }
            for (work, place) in zip(running, places.dropFirst(2)) where place.revents != 0 {
                work.read()
            }
        }
        for work in running {
            work.look()
            if let end = work.end {
                if !work.isDropped { work.request.answer(.success(work.result(end).json)) }
            } else if !work.isDropped,
                let notice = work.progress?.notice(work.elapsed, of: work.work.expected)
            {
                console.write(notice.line + "\n")
            }
        }
        running.removeAll { $0.end != nil }
        return count <= 0 || places[1].revents & Int16(POLLERR) == 0
    }

    private func start(_ work: MCPWork, for request: RPCRequest, _ progress: MCPProgress?) {
        guard let started = MCPRunningWork(work, for: request, progress: progress) else {
            let why = RPCError(.environment, "boardsim cannot be started: \(ChildProcess.reason)")
            request.answer(.success(MCPResult(why).json))
            return
        }
        running.append(started)
    }

    private func drop(_ work: MCPRunningWork) {
        work.stop()
        work.request.drop()
    }

    // MARK: Messages

    private func answer(_ request: RPCRequest) {
        do throws(RPCError) {
            switch request.method {
            case "initialize": request.answer(.success(try initialize(request.parameters)))
            case "ping": request.answer(.success(.object([])))
            case "notifications/cancelled": cancel(request)
            case let name where name.hasPrefix("notifications/"): request.drop()
            default:
                let isReady = try MCPVersion.isNamed(by: request.parameters) || isReady
                guard isReady else {
                    throw RPCError(
                        .notARequest, "\(request.method): there was no `initialize`; send it first")
                }
                try work(on: request)
            }
        } catch {
            request.answer(.failure(error))
        }
    }

    private func initialize(_ parameters: RPCParameters) throws(RPCError) -> JSONValue {
        guard let version = try parameters.text("protocolVersion") else {
            throw parameters.wrong("`protocolVersion` is missing")
        }
        isReady = true
        return .object([
            ("protocolVersion", .string(MCPVersion.agreed(on: version))),
            ("capabilities", MCPVersion.capabilities), ("serverInfo", MCPVersion.server),
            ("instructions", .string(MCPPrompt.instructions)),
        ])
    }

    private func cancel(_ notice: RPCRequest) {
        notice.drop()
        guard let id = notice.parameters["requestId"] else { return }
        if let index = waiting.firstIndex(where: { $0.request.has(id: id) }) {
            waiting.remove(at: index).request.drop()
        } else if let work = running.first(where: { $0.request.has(id: id) && !$0.isDropped }) {
            drop(work)
        }
    }

    private func work(on request: RPCRequest) throws(RPCError) {
        let parameters = request.parameters
        switch request.method {
        case "server/discover": request.answer(.success(MCPVersion.discovery))
        case "tools/list":
            request.answer(
                .success(
                    try list("tools", parameters) {
                        MCPSession.tools.map(\.json)
                    }))
        case "tools/call": try call(request)
        case "resources/list":
            request.answer(
                .success(
                    try list("resources", parameters) {
                        session.pages.all.map(\.json)
                    }))
        case "resources/templates/list":
            request.answer(.success(try list("resourceTemplates", parameters) { [] }))
        case "resources/read":
            request.answer(.success(try session.pages.resource(parameters.text("uri") ?? "")))
        case "prompts/list":
            request.answer(
                .success(
                    try list("prompts", parameters) {
                        [MCPPrompt.json]
                    }))
        case "prompts/get": request.answer(.success(try MCPPrompt.message(parameters)))
        default:
            throw RPCError(
                .unknownMethod,
                "there is no method `\(request.method)`; the server has tools, resources and prompts"
            )
        }
    }

    /// A list, whose only page this is.
    private func list(
        _ name: String, _ parameters: RPCParameters, _ items: () -> [JSONValue]
    ) throws(RPCError) -> JSONValue {
        guard parameters["cursor"] == nil else {
            throw parameters.wrong("there is no such `cursor`", "the list has one page")
        }
        return MCPVersion.lasting([(name, .array(items()))])
    }

    private func call(_ request: RPCRequest) throws(RPCError) {
        let parameters = request.parameters
        guard let name = try parameters.text("name") else {
            throw parameters.wrong("`name` is missing", "write the name of a tool")
        }
        guard let tool = MCPSession.tools.first(where: { $0.name == name }) else {
            throw RPCError(
                .wrongParameters,
                "there is no tool `\(name)`; "
                    + Suggestion.fix(name, known: MCPSession.tools.map(\.name), what: "tools"))
        }
        let values: [(String, JSONValue)]
        switch parameters["arguments"] {
        case nil: values = []
        case .object(let entries)?: values = entries
        default: throw parameters.wrong("`arguments` must be an object")
        }
        switch tool.outcome(values, session) {
        case .done(let result): request.answer(.success(result.json))
        case .work(let work): waiting.append((request, work, MCPProgress(parameters)))
        }
    }
}
