import CommandLineTool
import Declaration
import EventLoop
import Glibc
import LibCrypto
import LivePage
import PageModel
import ScenarioFile
import ScenarioRun
import Simulation
import WebPage

/// `boardsim live`: the boards of a scenario, in a browser.
let liveCommand = Command(
    of: "live", about: "Shows the boards of a scenario in a browser, to watch and to touch.",
    operands: .one("FILE"),
    options: PageOptions.options
) { arguments, console in
    let path = arguments.operands[0]
    do {
        guard let options = PageOptions(arguments, of: "live", console) else { return .usage }
        let loop = try EventLoop()
        let text = try console.read(path)
        let scenario = try ScenarioFile(reading: text, file: path, vocabulary: .firmware)
        var runOptions = RunOptions()
        runOptions.isOpenEnded = true
        runOptions.readFile = { path in
            do throws(FileError) { return .success(try console.read(path)) } catch {
                return .failure(error.reason)
            }
        }
        runOptions.cryptography = OpenSSL()
        let run = try ScenarioRun(scenario, text: text, file: path, options: runOptions)
        let page = LivePage(run, source: text, file: path)
        guard let server = options.serve(page, usualPort: 8701, on: loop, console) else {
            return .environment
        }
        var isOver = false
        let signals = [SIGINT, SIGTERM].map { loop.watch(signal: $0) { isOver = true } }
        var wall = EventLoop.now
        var virtual = page.run.now
        page.onPace = {
            wall = EventLoop.now
            virtual = page.run.now
        }
        func goal() -> Instant {
            virtual + Nanoseconds(Int64(Double(EventLoop.now - wall) * page.speed))
        }
        page.beforeCommand = {
            if !page.isPaused, goal() > page.run.now { page.advance(to: goal()) }
        }
        while !isOver {
            loop.wakeTime = EventLoop.now + 5_000_000
            loop.turn(mayBlock: true)
            if page.isSeeking {
                let end = EventLoop.now + 10_000_000
                _ = page.seek { EventLoop.now < end }
                wall = EventLoop.now
                virtual = page.run.now
            }
            if !page.isPaused, !page.run.isOver, goal() > page.run.now { page.advance(to: goal()) }
        }
        _ = signals
        server.close()
        return .success
    } catch {
        console.complain("boardsim live: \(error)\n")
        return .usage
    }
}
