import Checkout
import Peripheral
import Simulation
import Testing

@testable import Declaration
@testable import ScenarioFile
@testable import ScenarioRun
@testable import ScriptedClient

/// A scenario in parts gives what it gives as a whole, to the byte.
@Suite struct DividedRunTests {
    private static let boards = """
        version: 1
        seed: 5
        boards:
        - {name: a, model: MetaMotion S, motion: [shake: {for: 2 s}]}
        - {name: b, model: MetaMotion R}
        - {name: c, model: MetaMotion RL, log-fill: 3 %}
        - {name: d, model: Triki}
        - {name: e, model: MetaMotion S, motion: [rest: 1 s, turn: {by: 90 deg, for: 2 s}]}
        - {name: f, model: MetaMotion S, distance: 9 m}
        - {name: g, model: MetaMotion R}

        """
    private static let clients = """
        clients:
        - {name: one, steps: [connect: e, initialise, stream: {signals: [acceleration], for: 3 s}]}
        - name: two
          steps: [connect: b, initialise, read: temperature, connect: g, initialise,
            {led: {channel: green}, board: b}, wait: 1500 ms]
        - {name: three, steps: [connect: d, stream: {signals: [acceleration], for: 2 s}]}
        - {name: four, steps: [connect: f, initialise, {read: pressure, may-fail: true},
            log: {acceleration: 50 Hz}, wait: 2 s, stop-log, download, disconnect]}
        - {name: five, steps: [connect: a, initialise,
            stream: {signals: [rotation, switch], for: 1 s}, disconnect]}

        """
    private static let inputs = """
        inputs:
        - {at: 2 s, board: a, button: click}
        - {at: 1500 ms, board: c, temperature: {to: 30 degC, over: 1 s}}

        """
    private static let expectations = """
        expect:
        - {within: 20 s, client: four, board: f, downloaded: {signal: acceleration, at-least: 80}}
        - {within: 9 s, client: one, board: e, received: {signal: acceleration, at-least: 290}}
        - {within: 4 s, board: c, log-entries: {at-least: 1}}
        - {within: 9 s, client: two, board: g, connected: {exactly: 1}}
        - {within: 9 s, client: five, board: a, received: {signal: rotation, at-least: 10000}}

        """
    private static let faults = """
        faults:
        - {at: 100 ms, board: g, link-loss: 10 ms}
        - {at: 100 ms, board: a, link-loss: 10 ms}
        - {at: 50 ms, board: f, link-loss: 10 ms}
        - {at: 2 s, board: f, interference: {loss: 30 %, for: 2 s}}
        - {at: 2 s, board: e, link-loss: 500 ms}
        - {at: 2 s, board: c, link-loss: 1 s}
        - {at: 2 s, board: a, link-loss: 12 s}
        - {at: 20 s, board: d, link-loss: 1 s}

        """

    /// What reports are made of, and how the end came about.
    private static func played(
        _ run: any VirtualRun, pace: Nanoseconds, interruption: Instant?
    ) -> [String] {
        if let interruption {
            run.advance(to: interruption)
        } else {
            while !run.advance(to: run.now + pace) {}
        }
        var result = run.conclude(interrupted: interruption != nil)
        for client in result.clients.indices {
            // Only an identity.
            for series in result.clients[client].series.indices {
                result.clients[client].series[series].number = nil
            }
        }
        return ["\(result)", "\(run.events)", "\(run.now)", "\(run.boards.map(\.name))"]
    }

    private static func compare(
        _ text: String, size: Int, pace: Nanoseconds = .milliseconds(700),
        interruption: Instant? = nil, _ comment: Comment
    ) throws {
        let bytes = Array(text.utf8)
        let scenario = try ScenarioFile(reading: bytes, file: "t.yaml", vocabulary: .firmware)
        var options = RunOptions()
        options.keepsSamples = true
        let whole = try ScenarioRun(scenario, text: bytes, file: "t.yaml", options: options)
        let divided = try #require(
            try DividedRun(
                scenario, text: bytes, file: "t.yaml", options: options, boardsOfPart: size),
            comment)
        #expect(divided.partCount > 1)
        let wanted = played(whole, pace: pace, interruption: interruption)
        let found = played(divided, pace: pace, interruption: interruption)
        for (wanted, found) in zip(wanted, found) where wanted != found {
            Issue.record("\(comment): wanted\n\(wanted)\nfound\n\(found)")
        }
    }

    @Test(.slow, arguments: [1, 2, 3])
    func `whatever happens in a scenario, its parts give the same result`(size: Int) throws {
        let all = Self.boards + Self.clients
        try Self.compare(all, size: size, "clients")
        try Self.compare(all + Self.inputs, size: size, "inputs")
        try Self.compare(all + Self.expectations, size: size, "expectations")
        try Self.compare(all + Self.faults, size: size, "faults")
        let whole = all + Self.inputs + Self.expectations + Self.faults
        try Self.compare(whole, size: size, "all")
        try Self.compare(whole + "duration: 3 s\n", size: size, "a duration")
        try Self.compare(whole + "deadline: 2500 ms\n", size: size, "a deadline")
        try Self.compare(
            whole, size: size, interruption: .zero + .milliseconds(2_345), "an interruption")
        try Self.compare(whole, size: size, pace: .milliseconds(3), "small stretches")
    }

    /// Every board makes a sample at the very instant at which the run ends.
    @Test(.slow) func `what happens at the last instant happens in every part`() throws {
        var text = "version: 1\nboards:\n"
        for n in 0..<6 { text += "- {name: b\(n), model: MetaMotion S, sensors: ideal}\n" }
        text += "clients:\n"
        for n in 0..<6 {
            text +=
                "- {name: c\(n), steps: [connect: b\(n), initialise, configure:"
                + " {accelerometer: {rate: 100 Hz}}, stream: [acceleration], wait-until: 5 s]}\n"
        }
        for size in 1...4 { try Self.compare(text, size: size, "parts of \(size)") }
        try Self.compare(text + "duration: 4500 ms\n", size: 2, "a duration")
    }

    @Test func `boards that a client deals with, and what it is asked about, stay together`() throws
    {
        let scenario = try ScenarioFile(
            reading: Array((Self.boards + Self.clients + Self.expectations).utf8), file: "t.yaml",
            vocabulary: .firmware)
        let parts = try #require(scenario.parts(of: 1))
        #expect(parts.map(\.boards) == [[0], [1, 6], [2], [3], [4], [5]])
        #expect(parts.map(\.clients) == [[4], [1], [], [2], [0], [3]])
        #expect(parts.map(\.expectations) == [[4], [3], [2], [], [1], [0]])
        #expect(scenario.parts(of: 7) == nil)
        let two = try #require(scenario.parts(of: 4))
        #expect(two.map(\.boards) == [[0, 1, 2, 6], [3, 4, 5]])
        // A client is asked about a board that its script does not name.
        let asked = try ScenarioFile(
            reading: Array(
                (Self.boards + Self.clients + Self.expectations
                    + "- {within: 9 s, client: five, board: c, connected: {at-most: 1}}\n").utf8),
            file: "t.yaml", vocabulary: .firmware)
        #expect(
            try #require(asked.parts(of: 1)).map(\.boards) == [[0, 2], [1, 6], [3], [4], [5]])
    }

    @Test(arguments: [
        "clients: [{name: x, steps: [scan: 1 s]}]\n",
        "peripherals: [{name: p, services: [{uuid: 180F, characteristics: [{uuid: 2A19, properties: [read]}]}]}]\nclients: [{name: x, steps: [connect: a]}]\n",
        "clients: [{name: x, steps: [connect: a]}]\nexpect: [{within: 1 s, trace: x}]\n",
        "",
    ])
    func `a scenario in which somebody hears all boards is run as a whole`(more: String) throws {
        let scenario = try ScenarioFile(
            reading: Array((Self.boards + more).utf8), file: "t.yaml", vocabulary: .firmware)
        #expect(scenario.parts(of: 1) == nil)
    }

    @Test func `what wants the order of everything is not divided`() throws {
        let text = Array((Self.boards + Self.clients).utf8)
        let scenario = try ScenarioFile(reading: text, file: "t.yaml", vocabulary: .firmware)
        func isDivided(_ change: (inout RunOptions) -> Void) throws -> Bool {
            var options = RunOptions()
            change(&options)
            return try DividedRun(
                scenario, text: text, file: "t.yaml", options: options, boardsOfPart: 2) != nil
        }
        #expect(try isDivided { _ in })
        #expect(try !isDivided { $0.traceSink = { _ in } })
        #expect(try !isDivided { $0.stateDirectory = "/nowhere" })
        #expect(try !isDivided { $0.isOpenEnded = true })
        #expect(try !isDivided { $0.endsWhenFailed = true })
    }

    @Test func `two boards with one address are refused also if they are in two parts`() throws {
        let text = Array(
            """
            version: 1
            boards:
            - {name: a, model: MetaMotion R, address: C0:00:00:00:00:01}
            - {name: b, model: MetaMotion R, address: C0:00:00:00:00:01}
            clients: [{name: x, steps: [connect: a]}, {name: y, steps: [connect: b]}]
            """.utf8)
        let scenario = try ScenarioFile(reading: text, file: "t.yaml", vocabulary: .firmware)
        let error = #expect(throws: RunError.self) {
            try DividedRun(scenario, text: text, file: "t.yaml", boardsOfPart: 1)
        }
        #expect(error?.description.contains("has the same address as") == true)
    }

    @Test func `a new option has decided whether it needs the order of all events`() {
        let options = Mirror(reflecting: RunOptions()).children.compactMap(\.label)
        #expect(
            options == [
                "seed", "duration", "isOpenEnded", "endsWhenFailed", "stateDirectory", "traceSink",
                "cryptography", "games", "announce", "observer", "packetObserver",
                "advertisementObserver", "seriesObserver", "keepsSamples", "readFile", "moves",
            ], "put it here, and into `canBeDivided` if it does")
    }
}
