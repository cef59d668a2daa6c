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
    enum Hand: CaseIterable {
        case tap, shake, `throw`, spin, moves, drag, orient

        func perform(_ bench: LiveBench) throws {
            switch self {
            case .tap: try bench.acts(#"{"motion": [{"tap": {}}]}"#)
            case .shake: try bench.acts(#"{"motion": [{"shake": "1 s"}]}"#)
            case .throw: try bench.acts(#"{"motion": [{"throw": "3 m/s"}]}"#)
            case .spin:
                try bench.acts(#"{"motion": [{"spin": {"rate": "180 deg/s", "for": "2 s"}}]}"#)
            case .moves: try bench.acts(#"{"motion": [{"lift": "20 cm"}]}"#)
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

    @Test(.slow, arguments: Hand.allCases)
    func `after a hand the scenario's motion goes on where it would be, when asked`(
        hand: Hand
    ) throws {
        let untouched = try LiveBench(Self.scenario)
        let bench = try LiveBench(Self.scenario)
        bench.runs(2.3)
        #expect(bench.text("boards/0/pose/motion") == "scenario")
        try hand.perform(bench)
        bench.runs(6)
        // The page says so for as long as it is true.
        #expect(bench.text("boards/0/pose/motion") == "hand")
        #expect(bench.text("boards/1/pose/motion") == "scenario")
        #expect(bench.flag("boards/0/pose/moving") == false)
        try bench.acts(#"{"resume": "motion"}"#)
        #expect(bench.text("boards/0/pose/motion") == "scenario")
        bench.runs(4)
        let now = bench.page.run.now
        untouched.page.advance(to: now)
        #expect(
            bench.numbers("boards/0/pose/orientation")
                == untouched.numbers("boards/0/pose/orientation"))
        #expect(
            bench.numbers("boards/0/pose/position") == untouched.numbers("boards/0/pose/position"))
        #expect(bench.flag("boards/0/pose/moving") == true)
        // All of it can be done again from the file.
        let saved = try bench.page.scenario()
        #expect(saved.contains("resume: motion"))
        #expect(try LiveBench.trace(of: saved) == bench.trace)
    }

    @Test func `a board without a motion of its own goes back to its place`() throws {
        let bench = try LiveBench(Self.scenario)
        bench.runs(1)
        try bench.acts(#"{"motion": [{"shake": "1 s"}]}"#, board: 1)
        #expect(bench.text("boards/1/pose/motion") == "hand")
        try bench.does(
            "drag", ["board": .integer(1), "p": .array([.integer(1), .integer(0), .integer(0)])])
        bench.runs(3)
        try bench.acts(#"{"resume": "motion"}"#, board: 1)
        bench.runs(3)
        #expect(bench.numbers("boards/1/pose/position") == [0, 0, 0])
        #expect(try bench.refusal(of: #"{"resume": "motion"}"#, board: 9) != nil)
    }

    @Test(arguments: [
        (#"{"tap": {}}"#, "wrist: tap it along z, 3 g"),
        (#"{"shake": {}}"#, "wrist: shake it along x at 4 Hz for 2 s"),
        (#"{"throw": "3 m/s"}"#, "wrist: throw it up at 3 m/s"),
        (
            #"{"spin": {"rate": "360 deg/s", "for": "2 s"}}"#,
            "wrist: spin it about z at 360 deg/s for 2 s"
        ),
    ])
    func `the log says what was done`(move: String, words: String) throws {
        let bench = try LiveBench(Self.scenario)
        bench.runs(1)
        try bench.acts(#"{"motion": [\#(move)]}"#)
        #expect(bench.text("session/last") == words)
    }

    @Test func `several moves are said, too`() throws {
        let bench = try LiveBench(Self.scenario)
        bench.runs(1)
        for (action, words) in [
            (
                #"{"motion": [{"turn": {"by": "90 deg", "for": "1 s"}}, {"rest": "2 s"}]}"#,
                "turn it by 90 deg about z within 1 s, then let it rest for 2 s"
            ),
            (
                #"{"motion": [{"repeat": {"times": 3, "moves": [{"tap": {"times": 2}}]}}]}"#,
                "3 times: tap it twice along z, 3 g"
            ),
            (#"{"motion": [{"free-fall": "1 m"}]}"#, "let it fall 1 m, onto something soft"),
            (#"{"resume": "motion"}"#, "let it go on with its own motion"),
        ] {
            try bench.acts(action)
            #expect(bench.text("session/last") == "wrist: " + words)
        }
        let many =
            #"{"motion": ["#
            + Array(repeating: #"{"tap": {}}"#, count: 200).joined(separator: ", ") + "]}"
        try bench.acts(many)
        #expect(bench.text("session/last")?.hasSuffix("and 197 more moves") == true)
    }
}
