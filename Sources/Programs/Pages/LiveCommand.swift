import CommandLineProgram
import CommandLineTool
import Declaration
import EventLoop
import Glibc
import LiveRun
import WebPage

/// `boardsim live`: the boards of a scenario, in a browser.
let liveCommand = PageCommands.live.doing { arguments, console in
    guard let options = PageOptions(arguments, of: "live", console) else { return .usage }
    do {
        let loop = try EventLoop()
        var isOver = false
        let signals = [SIGINT, SIGTERM].map { loop.watch(signal: $0) { isOver = true } }
        defer { withExtendedLifetime(signals) {} }
        let session = try LiveSession(arguments, on: loop, console)
        guard let server = options.serve(session.page, usualPort: 8701, on: loop, console) else {
            try session.close()
            return .environment
        }
        while !isOver, session.failure == nil { session.turn() }
        server.close()
        let failure = session.failure
        try session.close()
        if let failure { throw failure }
        return .success
    } catch let error as RunError {
        console.complain("\(error)\n")
        return error.kind == .environment ? .environment : .usage
    } catch {
        console.complain("boardsim live: \(error)\n")
        return .environment
    }
}
