import Central
import CommandLineProgram
import CommandLineTool
import Declaration
import EventLoop
import GamesPage
import LiveRun
import PageModel
import ScenarioFile
import ScenarioRun
import ScriptedClient

/// The page of the games with the cap that a command line names: a real one, or a simulated one that a hand in the
/// browser moves, or a scenario.
package final class GamesSession {
    /// `boardsim games`.
    package static let command = Command(
        page: "games",
        about: "Serves a menu and four games that are played with a Triki cap, in a browser.",
        options: [
            .value(
                "radio", "RADIO",
                "A real cap, found by bluez, bluez:hci1, hci-unix:PATH or hci-tcp:HOST:PORT. Default: a simulated cap, moved by hand in the browser."
            ),
            .value("scenario", "FILE", "A simulated cap that a scenario moves: its first one."),
            .value("seed", "N", "Seed of the games and the simulated cap. Default: 1."),
        ] + PageCommands.options)

    /// What the browser shows.
    package var page: any Page { games }
    private let games: GamesPage
    private let loop: EventLoop
    private let start: Int64

    /// Opens the cap.
    ///
    /// - Parameters:
    ///   - unixTime: milliseconds since 1970.
    ///   - port: a radio of this machine by its name.
    package init(
        _ arguments: Arguments, on loop: EventLoop, _ console: Console,
        unixTime: @escaping () -> Double, port: (String) throws(RunError) -> any RadioPort
    ) throws(RunError) {
        let read = OptionReader(arguments, of: "games")
        if arguments.has("radio"), arguments.has("scenario") {
            throw read.wrong("`--radio` and `--scenario` exclude each other")
        }
        let seed = try read.seed() ?? 1
        let start = EventLoop.now
        let clock: () -> Double = { Double(EventLoop.now - start) * 1e-9 }
        if let radio = arguments.value("radio") {
            games = GamesPage(
                try port(radio), seed: seed, clock: clock,
                onTrouble: { console.complain("boardsim games: \($0)\n") })
        } else if let name = arguments.value("scenario") {
            games = try Self.page(of: console.found(name), seed: seed, clock, read, console)
        } else {
            games = GamesPage(seed: seed, clock: clock)
        }
        games.unixTime = unixTime
        self.loop = loop
        self.start = EventLoop.now - Int64(games.now * 1e9)
    }

    /// The page of a scenario. It shows how the scenario's clients play; if none does, it is the only client itself.
    private static func page(
        of path: String, seed: UInt64, _ clock: @escaping () -> Double, _ read: OptionReader,
        _ console: Console
    ) throws(RunError) -> GamesPage {
        let plays = WatchedGames()
        let page: GamesPage?
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
            let run = try ScenarioRun(scenario, text: text, file: path, options: options)
            page = GamesPage(
                run, seed: seed, clock: clock, watching: isPlayed ? { plays.shown } : nil)
        } catch {
            throw read.wrong("\(error)")
        }
        guard let page else {
            throw RunError(
                .input, "\(path): error: the scenario has no Triki cap; add one to `boards`")
        }
        return page
    }

    /// Waits for input or for the next frame.
    ///
    /// - Parameter changed: shows browsers a frame at once.
    package func turn(_ changed: () -> Void) {
        loop.wakeTime = start + Int64(games.nextFrame * 1e9) + 100_000
        loop.turn(mayBlock: true)
        guard games.now >= games.nextFrame else { return }
        games.advance()
        changed()
    }
}
