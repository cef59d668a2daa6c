import Checkout
import Foundation
import JSON
import PageModel
import ScenarioFile
import ScenarioRun
import Simulation
import Testing

@testable import Declaration
@testable import LivePage

/// What a person did can be done again from a file, to the byte.
@Suite struct SavedSessionTests {
    private static let scenario = """
        # Two boards and a cap.
        version: 1
        name: A desk
        seed: 7
        boards:
          - name: wrist
            model: MetaMotion S
            motion: [shake: {rate: 2 Hz, for: 20 s}]
          - {name: "left, arm", model: MetaMotion R}  # an odd name
          - {name: cap, model: Triki}

        faults:
          - {at: 4 s, board: wrist, link-loss: 3 s}

        clients:
          - name: phone
            steps:
              - connect: wrist
              - initialise
              - stream: {signals: [acceleration, rotation, switch, battery], for: 3600 s}
          - name: tablet
            steps:
              - connect: "left, arm"
              - initialise
              - log: {acceleration: {rate: 50 Hz}}
              - wait: 3600 s
          - name: game
            steps:
              - connect: cap
              - stream: {signals: [acceleration], for: 3600 s}
        expect:
          - {within: 5 s, board: wrist, dropped: {exactly: 0}}
        """

    @Test func `a session without commands is the scenario`() throws {
        let bench = try LiveBench(Self.scenario)
        bench.runs(6)
        let saved = try bench.page.scenario()
        #expect(saved.contains("# Two boards and a cap."))
        #expect(saved.contains("# an odd name"))
        #expect(!saved.contains("expect:"))
        #expect(saved.contains("duration: 6 s"))
        #expect(try LiveBench.trace(of: saved) == bench.trace)
        #expect(bench.trace.count > 500)
    }

    @Test func `files that the scenario names are in one download with it`() throws {
        let recording = "time (s),x (g),y (g),z (g)\n0,0,0,1\n1,0,0,1\n"
        let text =
            "version: 1\nboards: [{name: wrist, model: MetaMotion S, motion: [recording: data/walk.csv]}]\n"
        let files = ["dir/data/walk.csv": recording]
        let bench = try LiveBench(text, files: files)
        try bench.acts(#"{"button": "press"}"#)
        bench.runs(2)
        let reply = try bench.does("save")
        func entry(_ name: String) throws -> String {
            guard case .string(let text)? = reply?[name] else { throw PageError("no \(name)") }
            return text
        }
        #expect(try entry("name") == "t-live.yaml" && entry("archive") == "t-live.zip")
        let archive = try #require(Data(base64Encoded: entry("bytes")).map { [UInt8]($0) })
        let saved = try entry("text")
        #expect(
            archive
                == StoredZip.archive([
                    ("t-live.yaml", Array(saved.utf8)), ("data/walk.csv", Array(recording.utf8)),
                ]))
        #expect(try LiveBench.trace(of: saved, files: files) == bench.trace)
    }

    /// One action or command of each kind, with the time until the next.
    @Test(.slow, arguments: 1...6)
    func `a random session is replayed to the byte`(seed: UInt64) throws {
        var random = RandomStream(seed: seed, purpose: "session")
        let bench = try LiveBench(Self.scenario)
        func one() -> Double { 2 * random.uniform() - 1 }
        var done = 0
        for _ in 0..<50 {
            let place = Int(random.below(3))
            let board = JSONValue.integer(place)
            let actions = [
                #"{"button": "press"}"#, #"{"button": "release"}"#,
                #"{"button": {"action": "click", "for": "\#(Int(300 * random.uniform()) + 1) ms"}}"#,
                #"{"battery": "\#(100 * random.uniform()) %"}"#,
                #"{"battery": {"to": "3.25 %", "over": "\#(Int(1000 * random.uniform())) ms"}}"#,
                #"{"temperature": {"to": "\#(30 * one()) degC", "over": "2 s"}}"#,
                #"{"light": "\#(1e4 * random.uniform()) lx"}"#,
                #"{"light-colour": "candle"}"#, #"{"humidity": "\#(100 * random.uniform()) %"}"#,
                #"{"pressure": "\#(950 + 50 * one()) hPa"}"#, #"{"altitude": "300 m"}"#,
                #"{"nearest-object": "0.2 m"}"#,
                #"{"charger": "\#(random.below(2) == 0 ? "connect" : "disconnect")"}"#,
                #"{"gpio": {"pin": 1, "voltage": "1.2 V"}}"#,
                #"{"gpio": {"pin": 0, "level": "high"}}"#,
                #"{"motion": [{"tap": {"strength": "5 g", "times": 2}}]}"#,
                #"{"motion": [{"shake": {"for": "400 ms", "along": "y"}}]}"#,
                #"{"motion": [{"throw": "\#(2 + random.uniform()) m/s"}]}"#,
                #"{"motion": [{"spin": {"rate": "500 deg/s", "for": "1.7 s"}}]}"#,
                #"{"motion": [{"lift": {"by": "0.3 m"}}, {"rest": "1 s"}]}"#,
                #"{"resume": "motion"}"#, #"{"link-loss": "\#(1 + Int(random.below(6))) s"}"#,
                #"{"range": {"distance": "\#(1 + 60 * random.uniform()) m", "over": "1 s"}}"#,
                #"{"brown-out": "\#(10 + Int(random.below(1000))) ms"}"#,
                #"{"power": "\#(random.below(2) == 0 ? "cut" : "restore")"}"#, #"{"reset": {}}"#,
                #""reset""#, #"{"reset": null}"#,
                #"{"interference": {"loss": "20 %", "for": "1 s"}}"#, #"{"flash-full": "40 %"}"#,
            ]
            let commands: [(String, KeyValuePairs<String, JSONValue>)] = [
                (
                    "orient",
                    [
                        "board": board, "alpha": .number(180 * one()), "beta": .number(90 * one()),
                        "gamma": .number(90 * one()),
                    ]
                ),
                ("drop", ["board": board]),
                ("pause", [:]), ("resume", [:]), ("speed", ["factor": .number(3)]), ("step", [:]),
            ]
            if random.below(4) == 0 {
                for _ in 0..<20 {
                    try bench.does(
                        "drag",
                        [
                            "board": board,
                            "p": .array([.number(one()), .number(one()), .number(0.3 * one())]),
                            "q": .array([
                                .number(1), .integer(0), .number(0.01 * one()), .integer(0),
                            ]),
                        ])
                    bench.runs(0.016)
                }
            }
            let choice = Int(random.below(UInt64(actions.count + commands.count)))
            if choice < actions.count {
                if try bench.refusal(of: actions[choice], board: place) == nil { done += 1 }
            } else {
                let (name, arguments) = commands[choice - actions.count]
                if bench.refusal(name, arguments) == nil { done += 1 }
            }
            // Looking changes nothing.
            if random.below(2) == 0 {
                _ = bench.page.state()
                _ = bench.page.takeEvents()
                _ = bench.page.takeSamples()
            }
            if random.below(5) > 0 { bench.runs(0.7 * random.uniform()) }
        }
        #expect(done > 25)
        bench.runs(2)
        let saved = try bench.page.scenario()
        let replayed = try LiveBench.trace(of: saved)
        #expect(replayed.count > 100)
        let difference = zip(replayed, bench.trace).first { $0.0 != $0.1 }
        #expect(difference == nil, "\(difference ?? ("", ""))\n\(saved)")
        #expect(replayed.count == bench.trace.count)
        // And what is replayed can be saved again.
        #expect(saved.contains("- {at: 4 s, board: wrist, link-loss: 3 s}"))
    }

    @Test func `commands of one moment happen in their order`() throws {
        let bench = try LiveBench(Self.scenario)
        bench.runs(1)
        try bench.does("pause")
        for _ in 0..<3 {
            try bench.acts(#"{"button": "press"}"#)
            try bench.acts(#"{"button": "release"}"#)
        }
        let saved = try bench.page.scenario()
        #expect(saved.contains("at: 1.000000001 s, board: wrist, button: press"))
        #expect(saved.contains("at: 1.000000006 s, board: wrist, button: release"))
        #expect(try LiveBench.trace(of: saved) == bench.trace)
    }

    @Test func `a drag is one entry with a path`() throws {
        let bench = try LiveBench(Self.scenario)
        bench.runs(2)
        for step in 0..<30 {
            try bench.does(
                "drag", ["p": .array([.number(0.01 * Double(step)), .integer(0), .integer(0)])])
            bench.runs(0.016)
        }
        bench.runs(1)
        try bench.does("drop")
        try bench.does("drag", ["q": .array([.integer(0), .integer(0), .integer(0), .integer(1)])])
        bench.runs(1)
        let saved = try bench.page.scenario()
        #expect(saved.split(separator: "path:").count == 3)
        #expect(saved.contains("- {after: 0.016000001 s, position: [0.01 m, 0 m, 0 m]}"))
        #expect(saved.contains("orientation: [0 deg, 0 deg, 180 deg]"))
        #expect(try LiveBench.trace(of: saved) == bench.trace)
        #expect(bench.number("session/commands") == 2)
    }

    @Test func `a session that an earlier version saved does what the same actions do`() throws {
        let entries = """
            inputs:
              - {at: 1 s, board: wrist, button: {action: click, for: 120 ms}}
              - {at: 1.5 s, board: wrist, battery: 12.5 %}
              - {at: 2 s, board: "left, arm", temperature: {to: 35 degC, over: 2 s}}
              - {at: 2.5 s, board: wrist, motion: [{tap: {strength: 3 g, times: 1, every: 200 ms, along: z}}]}
              - {at: 3 s, board: wrist, gpio: {pin: 1, level: high}}
              - {at: 3.5 s, board: wrist, resume: motion}
            faults:
              - {at: 4 s, board: wrist, range: {distance: 4 m, over: 0 s}}
              - {at: 4.5 s, board: wrist, brown-out: 1 s}
              - {at: 5 s, board: cap, reset: {}}
            duration: 7 s

            """
        let start = Self.scenario.replacing(
            "faults:\n  - {at: 4 s, board: wrist, link-loss: 3 s}\n", with: "")
        let bench = try LiveBench(start)
        for (action, board) in [
            (#"{"button": "click"}"#, 0), (#"{"battery": "12.5 %"}"#, 0),
            (#"{"temperature": {"to": "35 degC", "over": "2 s"}}"#, 1),
            (#"{"motion": [{"tap": {}}]}"#, 0), (#"{"gpio": {"pin": 1, "level": "high"}}"#, 0),
            (#"{"resume": "motion"}"#, 0), (#"{"range": "4 m"}"#, 0), (#"{"brown-out": "1 s"}"#, 0),
            (#""reset""#, 2),
        ] {
            bench.runs(0.5)
            try bench.acts(action, board: board)
        }
        bench.runs(2)
        // The times of the page are the next nanoseconds at which nothing else happens.
        let saved = try bench.page.scenario()
        #expect(saved.contains("board: wrist, button: click}"))
        #expect(saved.contains("board: cap, reset: {}}"))
        #expect(try LiveBench.trace(of: saved) == bench.trace)
        let before = try ScenarioFile(
            reading: Array((start.replacing("expect:", with: entries + "expect:")).utf8), file: "t",
            vocabulary: .firmware)
        let after = try ScenarioFile(reading: Array(saved.utf8), file: "t", vocabulary: .firmware)
        // Without the places of moves in the file.
        func facts(_ kinds: [Any]) -> [String] {
            kinds.map { "\($0)".replacing(/mark: [0-9]+:[0-9]+/, with: "") }
        }
        #expect(facts(before.inputs.map(\.kind)) == facts(after.inputs.map(\.kind)))
        #expect(facts(before.faults.map(\.kind)) == facts(after.faults.map(\.kind)))
    }

    @Test func `clients that did not take part are not saved`() throws {
        let bench = try LiveBench(Self.scenario, hasClients: false)
        bench.runs(1)
        try bench.acts(#"{"button": "click"}"#)
        bench.runs(1)
        let saved = try bench.page.scenario()
        #expect(!saved.contains("clients:") && !saved.contains("phone"))
        #expect(try LiveBench.trace(of: saved) == bench.trace)
    }

    @Test(arguments: [
        "{version: 1, name: \"a: b, [c] # d\", boards: [{name: x, model: MetaMotion S}], deadline: 1 s}",
        "version: 1\nabout: |\n  Two\n\n  lines: \\ \"and\" more\nboards: [{name: \"-\", model: MetaMotion C}]",
        "version: 1\nboards:\n- name: x\n  model: MetaMotion S\n  quirks: {silent-reset: true}\ninputs: [{at: 0.5 s, button: click}]\nseed: 3\n",
        "version: 1\nboards: [{name: x, model: MetaMotion S}]\nduration: 10 s\n\n\nfaults:\n- {at: 1 s, reset: {}}\n# the end\n",
    ])
    func `files of any form are saved`(text: String) throws {
        let bench = try LiveBench(text)
        bench.runs(0.2)
        try bench.acts(#"{"button": "click"}"#)
        bench.runs(2)
        let saved = try bench.page.scenario()
        let (before, after) = (
            try ScenarioFile(reading: Array(text.utf8), file: "t", vocabulary: .firmware),
            try ScenarioFile(reading: Array(saved.utf8), file: "t", vocabulary: .firmware)
        )
        #expect(after.about == before.about && after.name == before.name)
        #expect(after.inputs.count == before.inputs.count + 1)
        #expect(after.faults.count == before.faults.count)
        #expect(after.boards[0].name == before.boards[0].name)
        #expect(try LiveBench.trace(of: saved) == bench.trace)
    }
}
