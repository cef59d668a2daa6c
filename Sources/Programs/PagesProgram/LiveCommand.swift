import CommandLineProgram
import CommandLineTool
import Declaration
import EventLoop
import LiveRun
import TrikiTool
import WebPage

/// `boardsim live`: the boards of a scenario, in a browser.
let liveCommand = PageCommands.live.doing { arguments, console in
    console.reporting { () throws(RunError) in
        let options = try PageOptions(OptionReader(arguments, of: "live"))
        let loop = try EventLoop.make(for: "live")
        let interrupt = LoopInterrupt(on: loop)
        let session = try LiveSession(
            arguments, games: TrikiGameMaker(), on: loop, console)
        guard let server = options.serve(session.page, usualPort: 8701, on: loop, console) else {
            try session.close()
            return .environment
        }
        while !interrupt.isRaised, session.failure == nil { session.turn() }
        server.close()
        let failure = session.failure
        try session.close()
        if let failure { throw failure }
        return .success
    }
}
