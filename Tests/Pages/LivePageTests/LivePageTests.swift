import Checkout
import JSON
import PageModel
import Simulation
import Testing

@testable import Declaration
@testable import LivePage

@Suite struct LivePageTests {
    /// A board that a phone has told to blink, to fuse and to stream.
    private static let scenario = """
        version: 1
        boards:
          - {name: wrist, model: MetaMotion S, sensors: ideal, battery: 80 %}
          - {name: cap, model: Triki}
        clients:
          - name: phone
            steps:
              - connect: wrist
              - initialise
              - write: "02 03 00 02 1F 00 00 00 F4 01 00 00 E8 03 00 00 FF"
              - write: "02 01 01"
              - stream: {signals: [acceleration, quaternion], for: 3600 s}
        """

    @Test func `shows pose, fused pose, light, button and link`() throws {
        let bench = try LiveBench(Self.scenario)
        bench.runs(3.2)
        #expect(bench.text("boards/0/identity/name") == "wrist")
        #expect(bench.text("boards/0/identity/model") == "MetaMotion S")
        #expect(bench.text("boards/0/power/mode") == "application")
        #expect(bench.text("boards/0/link/state") == "connected")
        #expect(bench.text("boards/0/link/peer")?.hasPrefix("phone (") == true)
        #expect(try #require(bench.number("boards/0/link/interval")) > 7)
        #expect(try #require(bench.number("boards/0/link/mtu")) >= 23)
        #expect(bench.text("boards/1/link/state") == "advertising")
        #expect(bench.flag("boards/0/button") == false)
        try bench.acts(#"{"button": "press"}"#)
        #expect(bench.flag("boards/0/button") == true)
        try bench.acts(#"{"button": "release"}"#)
        #expect(bench.flag("boards/0/button") == false)
        #expect(bench.text("boards/0/light/patterns/green/kind") == "pulse")
        #expect(bench.numbers("boards/0/pose/orientation") == [1, 0, 0, 0])
        #expect(bench.numbers("boards/0/fused/orientation").count == 4)
        #expect(try #require(bench.number("boards/0/fused/error")) < 3)
        #expect(bench.text("clients/0/name") == "phone")
        #expect(bench.text("clients/0/step")?.contains("stream") == true)
    }

    @Test func `a finger that is gone holds no button`() throws {
        let bench = try LiveBench(Self.scenario)
        bench.runs(1)
        try bench.acts(#"{"button": "press"}"#, browser: 3)
        bench.page.left(4)
        #expect(bench.flag("boards/0/button") == true)
        bench.page.left(3)
        #expect(bench.flag("boards/0/button") == false)
        #expect(bench.number("session/commands") == 2)
    }

    @Test func `sends samples with the truth beside them`() throws {
        let bench = try LiveBench(Self.scenario)
        bench.runs(5)
        _ = bench.page.takeSamples()
        try bench.acts(#"{"motion": [{"shake": "1 s"}]}"#)
        bench.runs(1)
        let blocks = bench.page.takeSamples()
        #expect(blocks.count >= 2)
        for block in blocks {
            let path = "streams/\(block.stream)"
            let axes = try #require(bench.state(path + "/axes"))
            guard case .array(let names) = axes else { continue }
            #expect(block.channels == 2 * names.count)
            let isField = bench.text(path + "/title") == "magnetic field"
            #expect(abs(block.step - (isField ? 0.04 : 0.01)) < 0.001)
            if isField { continue }
            #expect(abs(block.start - 5) < 0.1)
            #expect(block.values.count / block.channels >= 95)
            // Acceleration is exact but for counting; the fused attitude nearly.
            for sample in 0..<(block.values.count / block.channels) {
                for axis in names.indices {
                    let values = block.values[(sample * block.channels)...]
                    let (value, truth) = (
                        values[values.startIndex + axis],
                        values[values.startIndex + names.count + axis]
                    )
                    #expect(abs(value - truth) < 0.15, "\(bench.text(path + "/title") ?? "")")
                }
            }
        }
        #expect(bench.page.takeSamples().isEmpty)
        #expect(bench.number("streams/\(blocks[0].stream)/rate") == 100)
    }

    @Test(.slow) func `tells the traffic in words`() throws {
        let bench = try LiveBench(Self.scenario)
        bench.runs(3)
        let events = bench.page.takeEvents()
        func text(_ event: JSONValue, _ key: String) -> String? {
            if case .string(let text)? = event[key] { text } else { nil }
        }
        let play = try #require(events.first { text($0, "bytes") == "02 01 01" })
        #expect(text(play, "to") == "board" && text(play, "by") == "host")
        #expect(text(play, "module") == "LED" && text(play, "register") == "play")
        #expect(text(play, "text")?.contains("mode") == true)
        let sample = try #require(
            events.last { text($0, "to") == "host" && text($0, "id") == "03 04" })
        #expect(text(sample, "fate") == "sent")
        guard case .array(let fields)? = sample["fields"] else {
            Issue.record("no fields")
            return
        }
        #expect(fields.count == 3)
        #expect(
            events.contains {
                text($0, "e") == "link" && text($0, "text")?.contains("phone") == true
            })
        #expect(events.contains { text($0, "e") == "step" })
        #expect(bench.page.takeEvents().isEmpty)
        // A browser that does not look for long gets the newest, and the number that it missed.
        bench.runs(60)
        let late = bench.page.takeEvents()
        #expect(late.count <= LiveTraffic.most + 1)
        #expect(text(late[0], "e") == "skipped")
        let page = try #require(try bench.does("register", ["id": .string("03 03")]))
        #expect(text(page, "module") == "accelerometer")
        #expect(text(page, "page")?.hasPrefix("docs/protocol/registers.md#03-") == true)
    }

    @Test func `stands still, steps and searches`() throws {
        let bench = try LiveBench(Self.scenario)
        bench.runs(1)
        try bench.does("pause")
        #expect(bench.flag("time/paused") == true)
        let next = try #require(bench.number("time/next"))
        try bench.does("step")
        #expect(bench.number("time/now") == next)
        try bench.does("speed", ["factor": .number(0.1)])
        #expect(bench.number("time/speed") == 0.1)
        _ = bench.page.takeEvents()
        try bench.does("next")
        #expect(bench.flag("time/seeking") == true)
        while bench.page.seek(while: { true }) {}
        #expect(bench.flag("time/seeking") == false)
        #expect(!bench.page.takeEvents().isEmpty)
        // It gives up after a little work, and goes on at the next turn.
        try bench.does("next")
        #expect(bench.page.seek(while: { false }))
        try bench.does("resume")
        #expect(bench.flag("time/paused") == false)
        #expect(bench.flag("time/seeking") == false)
    }

    /// A command, its arguments, and why it is refused.
    @Test(arguments: [
        ("fly", "{}", "there is no command `fly`"), ("press", "{}", "no command `press`"),
        ("do", "{}", "do: `do` is missing"),
        ("do", #"{"board": 7, "do": {"button": "press"}}"#, "`board` must be from 0 to 1"),
        ("speed", #"{"factor": 200}"#, "from 0.1 to 100"),
        ("speed", #"{"factor": 0.01}"#, "from 0.1 to 100"),
        ("drag", "{}", "give `p`, `q` or both"), ("register", #"{"id": "99"}"#, "no such register"),
    ])
    func `a command that cannot be done is refused in words`(
        command: String, arguments: String, message: String
    ) throws {
        let bench = try LiveBench(Self.scenario)
        bench.runs(1)
        let arguments = try JSONValue(reading: arguments.utf8)
        do throws(PageError) {
            _ = try bench.page.perform(PageCommand(command, arguments))
            Issue.record("\(command) \(arguments) was taken")
        } catch {
            #expect("\(error)".contains(message), "\(error)")
        }
    }

    /// An action, the board, and why it is refused: with its key, and what is possible.
    @Test(arguments: [
        (
            #"{"battery": "101 %"}"#, 0,
            "battery: `101 %` is out of range; use a value from 0 % to 100 %"
        ),
        (#"{"battery": 40}"#, 0, "battery: `40` has no unit; write `40 %`"),
        (#"{"battery": {}}"#, 0, "battery: missing key `to`"),
        (
            #"{"temperature": "900 degC"}"#, 0,
            "temperature: `900 degC` is out of range; use -60 degC to 120 degC"
        ),
        (
            #"{"altitude": {"to": "13 km"}}"#, 0,
            "altitude: `to` is out of range: 13000 m; use -500 m to 12000 m"
        ),
        (
            #"{"motion": [{"tap": {"strength": "1000 g"}}]}"#, 0,
            "motion: `strength` is out of range: 1000 g; use 0.1 g to 100 g"
        ),
        (#"{"motion": [{"tap": {"times": 1.5}}]}"#, 0, "1.5"),
        (#"{"motion": ["fly"]}"#, 0, "motion: unknown"),
        (#"{"charger": "connect"}"#, 1, "`charger` cannot be used with cap: a Triki has"),
        (#"{"gpio": {"pin": 1}}"#, 0, "gpio: neither a level nor a voltage"),
        (
            #"{"gpio": {"pin": 99, "level": "low"}}"#, 0,
            "gpio: `pin` is out of range: 99; use 0 to 15"
        ),
        (#"{"gpio": {"pin": 1, "voltage": "12 V"}}"#, 0, "`voltage` is out of range: 12 V"),
        (#"{"link-loss": "-1 s"}"#, 0, "link-loss: `-1 s` is out of range"),
        (#"{"range": "0 m"}"#, 0, "range: `0 m` is out of range; use 0.01 m to 1000 m"),
        (#"{"button": "fly"}"#, 0, "button: `fly` is not a valid button action"),
        (#"{"buton": "press"}"#, 0, "unknown key `buton` in action; did you mean `button`?"),
        (
            #"{"button": "press", "reset": {}}"#, 0,
            "`reset` and `button` cannot be used together; make it an entry of its own"
        ),
        (#""click""#, 0, "unknown kind of action `click`"),
        (#"{"log-fill": "50 %"}"#, 0, "unknown key `log-fill`"),
        ("{}", 0, "this action has none of the keys that say what it does"), ("[]", 0, "a mapping"),
        ("7", 0, "unknown kind of action `7`"), ("null", 0, "none of the keys"),
    ])
    func `an action that cannot be done is refused in words`(
        action: String, board: Int, message: String
    ) throws {
        let bench = try LiveBench(Self.scenario)
        bench.runs(1)
        let before = bench.trace.count
        let refusal = try #require(try bench.refusal(of: action, board: board), "it was taken")
        #expect(refusal.contains(message), "\(refusal)")
        #expect(bench.number("session/commands") == 0 && bench.trace.count == before)
    }

    @Test func `the world changes for a board as a person says`() throws {
        let bench = try LiveBench(Self.scenario)
        bench.runs(1)
        try bench.acts(#"{"battery": "12.5 %"}"#)
        try bench.acts(#"{"charger": "connect"}"#)
        try bench.acts(#"{"temperature": "35 degC"}"#)
        try bench.acts(#"{"light": "5000 lx"}"#)
        try bench.acts(#"{"humidity": "70 %"}"#)
        try bench.acts(#"{"pressure": "990 hPa"}"#)
        try bench.acts(#"{"nearest-object": "0.25 m"}"#)
        try bench.acts(#"{"gpio": {"pin": 1, "voltage": "1.5 V"}}"#)
        try bench.acts(#"{"range": "4 m"}"#)
        bench.runs(1)
        #expect(abs(try #require(bench.number("boards/0/battery")) - 12.5) < 0.2)
        #expect(bench.flag("boards/0/power/charger") == true)
        #expect(bench.flag("boards/0/power/charging") == true)
        #expect(try #require(bench.number("boards/0/power/current")) < 0)
        #expect(bench.number("boards/0/surroundings/temperature") == 35)
        #expect(bench.number("boards/0/surroundings/light") == 5000)
        #expect(bench.number("boards/0/surroundings/humidity") == 70)
        #expect(bench.number("boards/0/surroundings/pressure") == 990)
        #expect(bench.number("boards/0/surroundings/nearest") == 0.25)
        #expect(bench.number("boards/0/surroundings/distance") == 4)
        #expect(bench.numbers("boards/0/pins") == [1.5])
        #expect(bench.number("boards/1/surroundings/temperature") == 22)
        try bench.acts(#"{"power": "cut"}"#)
        #expect(bench.text("boards/0/power/mode") == "off")
        try bench.acts(#"{"power": "restore"}"#)
        bench.runs(2)
        #expect(bench.text("boards/0/power/mode") == "application")
        #expect(bench.number("boards/0/power/resets") == 1)
        try bench.acts(#"{"link-loss": "3 s"}"#, board: 1)
        #expect(bench.flag("boards/1/link/muffled") == true)
    }

    @Test func `a hand and a phone turn the board`() throws {
        let bench = try LiveBench(Self.scenario)
        bench.runs(1)
        // A phone that stands upright and shows its face to the south.
        try bench.does(
            "orient", ["alpha": .integer(0), "beta": .integer(90), "gamma": .integer(0)])
        bench.runs(3)
        let q = bench.numbers("boards/0/pose/orientation")
        #expect(zip(q, [0.70711, 0.70711, 0, 0]).allSatisfy { abs($0 - $1) < 2e-4 }, "\(q)")
        #expect(
            abs(try #require(bench.numbers("boards/0/pose/force").dropFirst().first) - 1) < 0.01)
        try bench.does("drag", ["p": .array([.integer(0), .number(0.5), .number(0.25)])])
        bench.runs(0.2)
        #expect(bench.flag("boards/0/pose/moving") == true)
        bench.runs(3)
        #expect(bench.numbers("boards/0/pose/position") == [0, 0.5, 0.25])
        #expect(bench.numbers("boards/0/pose/orientation") == q)
    }
}
