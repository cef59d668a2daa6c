import CommandLineProgram
import CommandLineTool
import Declaration
import Dispatch
import EventLoop
import Foundation
import GamesPage
import Glibc
import MetaWearRadios
import ScenarioFile
import ScenarioRun
import WebPage

/// `boardsim games`: the games of the Triki cap, in a browser.
let gamesCommand = PageCommands.games.doing { arguments, console in
    guard let options = PageOptions(arguments, of: "games", console) else { return .usage }
    if arguments.has("radio"), arguments.has("scenario") {
        console.complain("boardsim games: `--radio` and `--scenario` exclude each other\n")
        return .usage
    }
    guard let seed = UInt64(arguments.value("seed") ?? "1") else {
        console.complain(
            "boardsim games: --seed is `\(arguments.value("seed") ?? "")`; write a whole number\n")
        return .usage
    }
    let start = EventLoop.now
    let clock: @Sendable () -> Double = { Double(EventLoop.now - start) * 1e-9 }
    if let radio = arguments.value("radio") {
        // The radio reports on the main actor, so that the page gets a thread of its own.
        // It alone uses the console from here on.
        nonisolated(unsafe) let console = console
        Thread.detachNewThread {
            let page = GamesPage(MetaWearRadios.radio(named: radio), seed: seed, clock: clock)
            exit(serveGames(page, options, console).rawValue)
        }
        dispatchMain()
    }
    guard let name = arguments.value("scenario") else {
        return serveGames(GamesPage(seed: seed, clock: clock), options, console)
    }
    let path = console.found(name)
    do {
        let text = try console.read(path)
        var scenario = try ScenarioFile(reading: text, file: path, vocabulary: .firmware)
        // The page is the cap's only client.
        (scenario.clients, scenario.expect) = ([], [])
        var runOptions = RunOptions()
        runOptions.isOpenEnded = true
        runOptions.readFile = { path in
            do throws(FileError) { return .success(try console.read(path)) } catch {
                return .failure(error.reason)
            }
        }
        let run = try ScenarioRun(scenario, text: text, file: path, options: runOptions)
        guard let page = GamesPage(run, seed: seed, clock: clock) else {
            console.complain(
                "\(path):1:1: error: the scenario has no Triki cap; add one to `boards`\n")
            return .usage
        }
        return serveGames(page, options, console)
    } catch {
        console.complain("boardsim games: \(error)\n")
        return .usage
    }
}

/// Serves the page until a signal comes, one frame after the other.
private func serveGames(
    _ page: GamesPage, _ options: PageOptions, _ console: Console
) -> ExitStatus {
    let loop: EventLoop
    do throws(EventLoopError) { loop = try EventLoop() } catch {
        console.complain("boardsim games: \(error)\n")
        return .environment
    }
    var isOver = false
    let signals = [SIGINT, SIGTERM].map { loop.watch(signal: $0) { isOver = true } }
    defer { withExtendedLifetime(signals) {} }
    page.unixTime = { Date().timeIntervalSince1970 * 1000 }
    guard let server = options.serve(page, usualPort: 8703, on: loop, console) else {
        return .environment
    }
    let start = EventLoop.now - Int64(page.now * 1e9)
    while !isOver {
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
