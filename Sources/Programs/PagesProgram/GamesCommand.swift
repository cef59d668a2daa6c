import Central
import CommandLineProgram
import CommandLineTool
import Declaration
import EventLoop
import Foundation
import GamesPage
import LiveRun
import MetaWearRadios
import ScenarioFile
import ScenarioRun
import ScriptedClient
import TrikiTool
import WebPage

/// `boardsim games`: the games of the Triki cap, in a browser.
let gamesCommand = PageCommands.games.doing { arguments, console in
    console.reporting { () throws(RunError) in
        let read = OptionReader(arguments, of: "games")
        let options = try PageOptions(read)
        if arguments.has("radio"), arguments.has("scenario") {
            throw read.wrong("`--radio` and `--scenario` exclude each other")
        }
        let seed = try read.seed() ?? 1
        let start = EventLoop.now
        let clock: () -> Double = { Double(EventLoop.now - start) * 1e-9 }
        let loop = try EventLoop.make(for: "games")
        if let radio = arguments.value("radio") {
            let page = GamesPage(
                try port(radio, on: loop), seed: seed, clock: clock,
                onTrouble: { console.complain("boardsim games: \($0)\n") })
            return try serveGames(page, options, on: loop, console)
        }
        guard let name = arguments.value("scenario") else {
            return try serveGames(GamesPage(seed: seed, clock: clock), options, on: loop, console)
        }
        let path = console.found(name)
        let plays = WatchedGames()
        let (run, isPlayed) = try scenarioRun(path, plays, read, console)
        let page = GamesPage(
            run, seed: seed, clock: clock, watching: isPlayed ? { plays.shown } : nil)
        guard let page else {
            throw RunError(
                .input, "\(path):1:1: error: the scenario has no Triki cap; add one to `boards`")
        }
        return try serveGames(page, options, on: loop, console)
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

/// A run of a scenario, and whether its clients play. If not, the page is its only client.
private func scenarioRun(
    _ path: String, _ plays: WatchedGames, _ read: OptionReader, _ console: Console
) throws(RunError) -> (run: ScenarioRun, isPlayed: Bool) {
    do {
        let text = try console.read(path)
        var scenario = try ScenarioFile(reading: text, file: path, vocabulary: .firmware)
        let isPlayed = scenario.clients.contains { $0.steps.contains(where: \.isPlay) }
        if !isPlayed { scenario.clients = [] }
        scenario.expect = []
        var options = RunOptions()
        options.isOpenEnded = true
        options.readFile = console.contents
        options.games = TrikiGameMaker { plays.add($0) }
        return (try ScenarioRun(scenario, text: text, file: path, options: options), isPlayed)
    } catch {
        throw read.wrong("\(error)")
    }
}

/// Serves the page until a signal comes, one frame after the other.
private func serveGames(
    _ page: GamesPage, _ options: PageOptions, on loop: EventLoop, _ console: Console
) throws(RunError) -> ExitStatus {
    let interrupt = LoopInterrupt(on: loop)
    page.unixTime = { Date().timeIntervalSince1970 * 1000 }
    guard let server = options.serve(page, usualPort: 8703, on: loop, console) else {
        return .environment
    }
    let start = EventLoop.now - Int64(page.now * 1e9)
    while !interrupt.isRaised {
        loop.wakeTime = start + Int64(page.nextFrame * 1e9) + 100_000
        loop.turn(mayBlock: true)
        if page.now >= page.nextFrame {
            page.advance()
            // Browsers see a frame at once.
            server.changed()
        }
    }
    server.close()
    return .success
}
