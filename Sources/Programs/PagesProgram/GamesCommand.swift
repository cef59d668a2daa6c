import Central
import CommandLineProgram
import CommandLineTool
import Declaration
import EventLoop
import Foundation
import MetaWearRadios
import TrikiTool
import WebPage

/// `boardsim games`: the games of the Triki cap, in a browser.
let gamesCommand = GamesSession.command.doing { arguments, console in
    console.reporting { () throws(RunError) in
        let options = try PageOptions(OptionReader(arguments, of: "games"))
        let loop = try EventLoop.make(for: "games")
        let session = try GamesSession(
            arguments, on: loop, console, unixTime: { Date().timeIntervalSince1970 * 1000 }
        ) { name throws(RunError) in try port(name, on: loop) }
        let interrupt = LoopInterrupt(on: loop)
        guard let server = options.serve(session.page, usualPort: 8703, on: loop, console) else {
            return .environment
        }
        while !interrupt.isRaised { session.turn { server.changed() } }
        server.close()
        return .success
    }
}

/// A radio of this machine.
private func port(_ name: String, on loop: EventLoop) throws(RunError) -> any RadioPort {
    do throws(RadioNameError) {
        return try MetaWearRadios.port(named: name, on: loop).port
    } catch {
        throw RunError(.input, "boardsim games: --radio is \(error)")
    }
}
