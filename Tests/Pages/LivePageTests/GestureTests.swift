import Checkout
import JSON
import PageModel
import ScenarioRun
import Simulation
import Testing

@testable import LivePage

/// What hands on the page do to the scenario's motion, and how it comes back.
@Suite struct GestureTests {
    private static let scenario = """
        version: 1
        boards:
          - name: wrist
            model: MetaMotion S
            sensors: ideal
            motion: [swing: {by: 40 deg, period: 1 s, for: 600 s}]
          - {name: still, model: MetaMotion S}
        clients:
          - name: phone
            steps:
              - connect: wrist
              - initialise
              - stream: {signals: [acceleration, rotation], for: 3600 s}
        """

    /// Every way of the page to take a board.
    enum Deed: CaseIterable {
        case tap, shake, `throw`, spin, moves, drag, orient

        func perform(_ bench: LiveBench) throws {
            switch self {
            case .tap: try bench.does("tap")
            case .shake: try bench.does("shake", ["for": .integer(1)])
            case .throw: try bench.does("throw")
            case .spin: try bench.does("spin", ["rate": .integer(180)])
            case .moves: try bench.does("moves", ["yaml": .string("[lift: 20 cm]")])
            case .drag:
                try bench.does("drag", ["p": .array([.number(0.2), .number(0.1), .number(0)])])
                bench.runs(0.1)
                try bench.does(
                    "drag", ["q": .array([.number(0), .number(1), .number(0), .number(0)])])
                bench.runs(0.1)
                try bench.does("drop")
            case .orient:
                try bench.does(
                    "orient", ["alpha": .integer(30), "beta": .integer(60), "gamma": .integer(0)])
            }
        }
    }

    @Test(.slow, arguments: Deed.allCases)
    func `after a hand the scenario's motion goes on where it would be, when asked`(
        deed: Deed
    ) throws {
        let untouched = try LiveBench(Self.scenario)
        let bench = try LiveBench(Self.scenario)
        bench.runs(2.3)
        #expect(bench.text("boards/0/pose/motion") == "scenario")
        try deed.perform(bench)
        bench.runs(6)
        // The page says so for as long as it is true.
        #expect(bench.text("boards/0/pose/motion") == "hand")
        #expect(bench.text("boards/1/pose/motion") == "scenario")
        #expect(bench.flag("boards/0/pose/moving") == false)
        try bench.does("resume-motion")
        #expect(bench.text("boards/0/pose/motion") == "scenario")
        bench.runs(4)
        let now = bench.page.run.now
        untouched.page.advance(to: now)
        #expect(bench.numbers("boards/0/pose/q") == untouched.numbers("boards/0/pose/q"))
        #expect(bench.numbers("boards/0/pose/p") == untouched.numbers("boards/0/pose/p"))
        #expect(bench.flag("boards/0/pose/moving") == true)
        // All of it can be done again from the file.
        let saved = try bench.page.scenario()
        #expect(saved.contains("resume: motion"))
        #expect(try LiveBench.trace(of: saved) == bench.trace)
    }

    @Test func `a board without a motion of its own goes back to its place`() throws {
        let bench = try LiveBench(Self.scenario)
        bench.runs(1)
        try bench.does("shake", ["board": .integer(1), "for": .integer(1)])
        #expect(bench.text("boards/1/pose/motion") == "hand")
        try bench.does(
            "drag", ["board": .integer(1), "p": .array([.integer(1), .integer(0), .integer(0)])])
        bench.runs(3)
        try bench.does("resume-motion", ["board": .integer(1)])
        bench.runs(3)
        #expect(bench.numbers("boards/1/pose/p") == [0, 0, 0])
        #expect(bench.refusal("resume-motion", ["board": .integer(9)]) != nil)
    }

    @Test(arguments: [
        ("tap", "wrist: tap it along z, 3 g"),
        ("shake", "wrist: shake it along x at 4 Hz for 2 s"),
        ("throw", "wrist: throw it up at 3 m/s"),
        ("spin", "wrist: spin it about z at 360 deg/s for 2 s"),
    ])
    func `the log says what was done`(command: String, words: String) throws {
        let bench = try LiveBench(Self.scenario)
        bench.runs(1)
        try bench.does(command)
        #expect(bench.text("session/last") == words)
    }

    @Test func `moves and faults of an entry are said, too`() throws {
        let bench = try LiveBench(Self.scenario)
        bench.runs(1)
        for (yaml, words) in [
            (
                "motion: [turn: {by: 90 deg, for: 1 s}, rest: 2 s]",
                "turn it by 90 deg about z within 1 s, then let it rest for 2 s"
            ),
            (
                "motion: [repeat: {times: 3, moves: [tap: {times: 2}]}]",
                "3 times: tap it twice along z, 3 g"
            ),
            ("motion: [free-fall: 1 m]", "let it fall 1 m, onto something soft"),
            ("resume: motion", "let it go on with its own motion"),
        ] {
            try bench.does("entry", ["yaml": .string(yaml)])
            #expect(bench.text("session/last") == "wrist: " + words)
        }
        let many =
            "motion: [" + Array(repeating: "tap: {}", count: 200).joined(separator: ", ") + "]"
        try bench.does("entry", ["yaml": .string(many)])
        #expect(bench.text("session/last")?.hasSuffix("and 197 more moves") == true)
    }
}
