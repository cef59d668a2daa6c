import JSON
import PageModel
import ScenarioRun
import Simulation
import Testing

@testable import LivePage

/// Earlier moments, and the futures that begin there.
@Suite struct PastTests {
    private static let scenario = """
        # A comment that stays.
        version: 1
        boards:
          - name: wrist
            model: MetaMotion S
            motion: [swing: {by: 40 deg, period: 1 s, for: 600 s}]
        faults:
          - {at: 20 s, link-loss: 8 s}
        clients:
          - name: phone
            steps:
              - connect
              - initialise
              - stream: {signals: [acceleration, rotation], for: 10 s}
              - wait-disconnect: 30 s
              - reconnect: 30 s
              - stream: {signals: [acceleration], for: 3600 s}
        """

    private static func text(_ value: JSONValue?) -> String? {
        if case .string(let text)? = value { text } else { nil }
    }

    private static func number(_ value: JSONValue?) -> Double? {
        if case .number(let number)? = value { number } else { nil }
    }

    /// What the page shows, without what concerns all moments.
    private static func picture(_ bench: LiveBench) -> String {
        guard case .object(let entries) = bench.page.state() else { return "" }
        let shown = entries.filter { ["boards", "streams", "clients", "session"].contains($0.0) }
        return String(decoding: JSONValue.object(shown).pretty, as: UTF8.self)
    }

    private static func lived(_ seconds: Double) throws -> LiveBench {
        let bench = try LiveBench(scenario)
        bench.runs(seconds)
        return bench
    }

    /// A straight run with the same deeds.
    private static func straight(to seconds: Double) throws -> String {
        let bench = try LiveBench(scenario)
        if seconds > 5 {
            bench.page.advance(to: .zero + .seconds(5))
            try bench.acts(#"{"button": "press"}"#)
        }
        bench.page.advance(to: .zero + .seconds(seconds))
        return picture(bench)
    }

    @Test func `each moment is as it was in a straight run`() throws {
        let bench = try LiveBench(Self.scenario)
        bench.page.advance(to: .zero + .seconds(5))
        try bench.acts(#"{"button": "press"}"#)
        bench.page.advance(to: .zero + .seconds(60))
        var random = RandomStream(seed: 7, purpose: "seeks")
        for _ in 0..<40 {
            let seconds = Double(random.below(60_000)) / 1000
            try bench.does("look", ["at": .number(seconds)])
            #expect(bench.page.isPaused)
            #expect(abs((bench.number("time/now") ?? 0) - seconds) < 1e-9)
            #expect(try Self.picture(bench) == Self.straight(to: seconds), "\(seconds) s")
            bench.page.work { true }
            #expect(!bench.page.wantsWork)
        }
    }

    @Test func `the past is played again, and goes on where it ended`() throws {
        let bench = try Self.lived(30)
        try bench.does("look", ["at": .number(10)])
        #expect(bench.flag("time/past") == true)
        try bench.does("resume")
        bench.runs(15)
        #expect(bench.flag("time/past") == true)
        bench.runs(15)
        #expect(bench.flag("time/past") == false)
        #expect(bench.number("time/known") == 40)
        #expect(try Self.picture(bench) == Self.picture(Self.lived(40)))
        try bench.does("look", ["at": .number(3)])
        try bench.does("newest")
        #expect(bench.number("time/now") == 40)
    }

    @Test func `packets and samples of a moment are shown at once`() throws {
        let bench = try Self.lived(40)
        _ = (bench.page.takeEvents(), bench.page.takeSamples())
        try bench.does("look", ["at": .number(9)])
        let events = bench.page.takeEvents()
        #expect(Self.text(events.first?["e"]) == "jump")
        let packets = events.filter { Self.text($0["e"]) == "packet" }
        #expect(packets.count > 100)
        let times = packets.compactMap { Self.number($0["t"]) }
        #expect(times.allSatisfy { $0 <= 9 })
        let samples = bench.page.takeSamples()
        let streams = Set(samples.map(\.stream))
        #expect(streams.count == 2)
        for block in samples { #expect(block.start >= -1 && block.start <= 9) }
        #expect(bench.page.takeEvents().isEmpty)
        #expect(bench.page.takeSamples().isEmpty)
        // The same run half a second later is told from its beginning, too.
        try bench.does("look", ["at": .number(9.5)])
        #expect((bench.page.takeSamples().map(\.start).min() ?? 9) < 2)
        #expect(bench.page.takeEvents().count > 100)
    }

    @Test func `what is done in the past begins another future`() throws {
        let bench = try Self.lived(40)
        try bench.does("look", ["at": .number(10)])
        try bench.acts(#"{"link-loss": "2 s"}"#)
        #expect(bench.number("future/number") == 2)
        #expect(bench.number("future/other") == 1)
        #expect(bench.flag("time/past") == false)
        #expect(abs((bench.number("time/known") ?? 0) - 70) < 1e-6)
        let timeline = try #require(try bench.page.perform(PageCommand("timeline")))
        let difference = try #require(timeline["difference"])
        let time = try #require(Self.number(difference["t"]))
        #expect(time > 10 && time < 10.2)
        bench.runs(0.5)
        // The other one is beside it, and its samples are told as such.
        let streams = bench.page.takeSamples().map(\.stream)
        #expect(streams.contains { $0 & WatchedRun.ghostBit != 0 })
        try bench.does("future", ["number": .integer(1)])
        #expect(bench.number("future/other") == 2)
        #expect(abs((bench.number("time/now") ?? 0) - 10.5) < 1e-6)
        try bench.does("newest")
        #expect(bench.number("time/now") == 40)
    }

    @Test func `what is done next belongs to the same future`() throws {
        let bench = try Self.lived(40)
        try bench.does("look", ["at": .number(10)])
        for press in ["press", "release"] {
            try bench.acts(#"{"button": "\#(press)"}"#)
            bench.runs(1)
        }
        #expect(bench.number("future/count") == 2)
        #expect(bench.number("session/commands") == 2)
        let saved = try #require(try Self.text(bench.does("save")?["text"]))
        #expect(saved.contains("button: press") && saved.contains("button: release"))
        #expect(saved.contains("duration: 12."))
    }

    @Test func `the loss comes a second later`() throws {
        let bench = try Self.lived(40)
        try bench.does(
            "move", ["list": .string("faults"), "index": .integer(0), "to": .number(21)])
        #expect(bench.number("future/number") == 2)
        let timeline = try #require(try bench.page.perform(PageCommand("timeline")))
        guard case .array(let futures)? = timeline["futures"] else {
            Issue.record("no futures")
            return
        }
        #expect(
            Self.text(futures.last?["words"]) == "wrist: link-loss at 21 s instead of 20 s")
        let saved = try #require(try Self.text(bench.does("save")?["text"]))
        #expect(saved.contains("# A comment that stays."))
        #expect(saved.contains("at: 21 s"))
        let time = try #require(Self.number(timeline["difference"]?["t"]))
        // Nothing streams any more when the link is lost: it is found again at another time.
        #expect(time >= 28 && time < 30)
        #expect(Self.text(timeline["difference"]?["other"])?.isEmpty == false)
        // And it is as if the file said so.
        let straight = try LiveBench(Self.scenario.replacing("20 s, link", with: "21 s, link"))
        straight.runs(40)
        #expect(Self.picture(bench) == Self.picture(straight))
    }

    @Test func `a deed is moved, or did not happen`() throws {
        let bench = try Self.lived(5)
        try bench.acts(#"{"link-loss": "8 s"}"#)
        bench.runs(20)
        #expect(bench.page.branch.deeds.count == 1)
        try bench.does("move", ["list": .string("did"), "index": .integer(0), "to": .number(7)])
        #expect(bench.page.branch.deeds.map(\.time.seconds) == [7])
        try bench.does("move", ["list": .string("did"), "index": .integer(0)])
        #expect(bench.page.branch.deeds.isEmpty)
        #expect(bench.page.branch.words == "without wrist: link-loss at 7 s")
        try bench.does("look", ["at": .number(24)])
        #expect(try Self.picture(bench) == Self.picture(Self.lived(24)))
    }

    @Test func `what cannot be is refused in words`() throws {
        let bench = try Self.lived(5)
        #expect(bench.refusal("look", ["at": .number(-1)])?.contains("from 0") == true)
        #expect(
            bench.refusal("move", ["list": .string("faults"), "index": .integer(3)])
                == "the scenario has no entry 3 of `faults` with a time")
        #expect(
            bench.refusal("move", ["list": .string("did"), "index": .integer(0)])
                == "there is no deed 0 that can be moved")
        #expect(bench.refusal("future", ["number": .integer(9)]) == "there is no future 9")
        bench.page.refusal = { "programs outside would not do the same again" }
        #expect(
            bench.refusal("look", ["at": .number(1)])
                == "this run cannot go back: programs outside would not do the same again")
        #expect(bench.text("future/refusal") == "programs outside would not do the same again")
        try bench.acts(#"{"button": "click"}"#)
    }

    @Test func `a scenario of its own is run here, and its link has everything that was done`()
        throws
    {
        let bench = try Self.lived(5)
        #expect(try Self.text(bench.does("share")?["text"]) == Self.scenario)
        try bench.acts(#"{"button": "click"}"#)
        let shared = try #require(try Self.text(bench.does("share")?["text"]))
        #expect(shared.contains("button: click") && !shared.contains("duration"))
        try bench.does("open", ["text": .string(shared)])
        #expect(bench.number("time/now") == 0)
        #expect(bench.number("future/count") == 2)
        try bench.does("resume")
        bench.runs(6)
        #expect(bench.number("future/other") == nil)
        #expect(
            bench.refusal("open", ["text": .string("version: 1\nboard: 3")])?
                .contains("unknown key `board`") == true)
        #expect(bench.number("future/count") == 2)
    }

    @Test func `each future has its verdicts`() throws {
        let bench = try LiveBench(
            Self.scenario.replacing("for: 3600 s", with: "for: 30 s") + """

                expect:
                  - {title: it stays connected, within: 60 s, connected: {exactly: 1}}
                  - {title: it moves, within: 9 s, received: {signal: acceleration, at-least: 100}}
                """)
        func verdicts() throws -> [String] {
            _ = try bench.page.perform(PageCommand("timeline"))
            bench.page.work { true }
            let timeline = try #require(try bench.page.perform(PageCommand("timeline")))
            guard case .array(let items)? = timeline["expectations"] else { return [] }
            return items.compactMap { Self.text($0["verdict"]) }
        }
        bench.runs(40)
        #expect(try verdicts() == ["failed", "held"])
        try bench.does("move", ["list": .string("faults"), "index": .integer(0)])
        // Without the loss the phone waits for it in vain.
        #expect(try verdicts() == ["held", "held"])
        try bench.does("look", ["at": .number(1)])
        try bench.acts(#"{"power": "cut"}"#)
        #expect(try verdicts().last == "failed")
    }

    /// Two that were made from the first one differ from the earlier of their changes on, whichever is shown.
    @Test func `futures that are siblings are compared from where they part`() throws {
        let bench = try Self.lived(40)
        func difference() throws -> Double? {
            let timeline = try #require(try bench.page.perform(PageCommand("timeline")))
            return Self.number(timeline["difference"]?["t"])
        }
        for second in [5.0, 8.0] {
            try bench.does("future", ["number": .integer(1)])
            try bench.does("look", ["at": .number(second)])
            try bench.acts(#"{"reset": {}}"#)
        }
        #expect(bench.number("future/number") == 3)
        for number in [2, 3] {
            try bench.does("future", ["number": .integer(number)])
            try bench.does("future", ["number": .integer(5 - number)])
            let time = try #require(try difference())
            #expect(time >= 5 && time < 6, "\(number)")
        }
        // And one of another scenario with none.
        try bench.does("open", ["text": .string(Self.scenario)])
        #expect(bench.number("future/other") == nil)
        try bench.does("future", ["number": .integer(1)])
        #expect(bench.number("future/other") == nil)
        #expect(try difference() == nil)
    }

    @Test func `old futures are forgotten`() throws {
        let bench = try Self.lived(30)
        for second in 1...20 {
            try bench.does(
                "move",
                [
                    "list": .string("faults"), "index": .integer(0),
                    "to": .number(Double(20 + second) / 2),
                ])
        }
        #expect(bench.number("future/count") == 12)
        #expect(bench.number("future/number") == 21)
    }
}
