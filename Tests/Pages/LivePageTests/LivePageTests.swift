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
        #expect(bench.text("boards/0/name") == "wrist")
        #expect(bench.text("boards/0/model") == "MetaMotion S")
        #expect(bench.text("boards/0/power/mode") == "application")
        #expect(bench.text("boards/0/link/state") == "connected")
        #expect(bench.text("boards/0/link/peer")?.hasPrefix("phone (") == true)
        #expect(try #require(bench.number("boards/0/link/interval")) > 7)
        #expect(try #require(bench.number("boards/0/link/mtu")) >= 23)
        #expect(bench.text("boards/1/link/state") == "advertising")
        #expect(bench.flag("boards/0/button") == false)
        try bench.does("press")
        #expect(bench.flag("boards/0/button") == true)
        try bench.does("release")
        #expect(bench.flag("boards/0/button") == false)
        #expect(bench.text("boards/0/led/channels/green/kind") == "pulse")
        #expect(bench.numbers("boards/0/pose/q") == [1, 0, 0, 0])
        #expect(bench.numbers("boards/0/fused/q").count == 4)
        #expect(try #require(bench.number("boards/0/fused/error")) < 3)
        #expect(bench.text("clients/0/name") == "phone")
        #expect(bench.text("clients/0/step")?.contains("stream") == true)
    }

    @Test func `a finger that is gone holds no button`() throws {
        let bench = try LiveBench(Self.scenario)
        bench.runs(1)
        _ = try bench.page.perform(PageCommand("press", browser: 3))
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
        try bench.does("shake", ["for": .integer(1)])
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
        ("fly", "", "there is no command `fly`"),
        ("press", "board 7", "`board` must be from 0 to 1"),
        ("battery", "level 101", "from 0 to 100"), ("battery", "", "`level` is missing"),
        ("temperature", "to 900", "from -60 to 120"), ("speed", "factor 200", "from 0.1 to 100"),
        ("speed", "factor 0.01", "from 0.1 to 100"),
        ("tap", "strength 1000", "out of range"), ("tap", "times 1.5", "whole number"),
        ("charger", "board 1 connected true", "a Triki has"),
        ("pin", "pin 1", "`level` is missing"), ("pin", "pin 99 volts 1", "out of range"),
        ("pin", "pin 1 volts 12", "out of range"), ("link-loss", "for -1", "out of range"),
        ("distance", "to 0", "out of range"), ("drag", "", "give `p`, `q` or both"),
        ("moves", "yaml {", "did not find"), ("moves", "yaml [fly]", "unknown"),
        ("entry", "yaml button:\\u{0020}fly", "valid button action"),
        ("entry", "yaml click", "write one key"), ("register", "id 99", "no such register"),
    ])
    func `what cannot be done is refused in words`(
        command: String, arguments: String, message: String
    ) throws {
        let bench = try LiveBench(Self.scenario)
        bench.runs(1)
        let before = bench.trace.count
        var entries: [(String, JSONValue)] = []
        let words = arguments.split(separator: " ").map(String.init)
        for index in stride(from: 0, to: words.count, by: 2) {
            let text = words[index + 1].split(separator: "\\u{0020}").joined(separator: " ")
            let value: JSONValue =
                text == "true"
                ? .bool(true)
                : Int(text).map { words[index] == "id" ? .string(text) : .integer($0) }
                    ?? Double(text).map { .number($0) } ?? .string(text)
            entries.append((words[index], value))
        }
        do throws(PageError) {
            _ = try bench.page.perform(PageCommand(command, .object(entries)))
            Issue.record("\(command) \(arguments) was taken")
        } catch {
            #expect("\(error)".contains(message), "\(error)")
        }
        #expect(bench.number("session/commands") == 0 && bench.trace.count == before)
    }

    @Test func `the world changes for a board as a person says`() throws {
        let bench = try LiveBench(Self.scenario)
        bench.runs(1)
        try bench.does("battery", ["level": .number(12.5)])
        try bench.does("charger", ["connected": .bool(true)])
        try bench.does("temperature", ["to": .integer(35)])
        try bench.does("light", ["to": .integer(5000)])
        try bench.does("humidity", ["to": .integer(70)])
        try bench.does("pressure", ["to": .integer(990)])
        try bench.does("nearest", ["to": .number(0.25)])
        try bench.does("pin", ["pin": .integer(1), "volts": .number(1.5)])
        try bench.does("distance", ["to": .integer(4)])
        bench.runs(1)
        #expect(abs(try #require(bench.number("boards/0/battery/level")) - 12.5) < 0.2)
        #expect(bench.flag("boards/0/battery/charger") == true)
        #expect(bench.flag("boards/0/battery/charging") == true)
        #expect(try #require(bench.number("boards/0/power/current")) < 0)
        #expect(bench.number("boards/0/world/temperature") == 35)
        #expect(bench.number("boards/0/world/light") == 5000)
        #expect(bench.number("boards/0/world/humidity") == 70)
        #expect(bench.number("boards/0/world/pressure") == 990)
        #expect(bench.number("boards/0/world/nearest") == 0.25)
        #expect(bench.number("boards/0/world/distance") == 4)
        #expect(bench.number("boards/0/pins/1/volts") == 1.5)
        #expect(bench.number("boards/1/world/temperature") == 22)
        try bench.does("power", ["on": .bool(false)])
        #expect(bench.text("boards/0/power/mode") == "off")
        try bench.does("power", ["on": .bool(true)])
        bench.runs(2)
        #expect(bench.text("boards/0/power/mode") == "application")
        #expect(bench.number("boards/0/power/resets") == 1)
        try bench.does("link-loss", ["board": .integer(1), "for": .integer(3)])
        #expect(bench.flag("boards/1/link/muffled") == true)
    }

    @Test func `a hand and a phone turn the board`() throws {
        let bench = try LiveBench(Self.scenario)
        bench.runs(1)
        // A phone that stands upright and shows its face to the south.
        try bench.does(
            "orient", ["alpha": .integer(0), "beta": .integer(90), "gamma": .integer(0)])
        bench.runs(3)
        let q = bench.numbers("boards/0/pose/q")
        #expect(zip(q, [0.70711, 0.70711, 0, 0]).allSatisfy { abs($0 - $1) < 2e-4 }, "\(q)")
        #expect(
            abs(try #require(bench.numbers("boards/0/pose/force").dropFirst().first) - 1) < 0.01)
        try bench.does("drag", ["p": .array([.integer(0), .number(0.5), .number(0.25)])])
        bench.runs(0.2)
        #expect(bench.flag("boards/0/pose/moving") == true)
        bench.runs(3)
        #expect(bench.numbers("boards/0/pose/p") == [0, 0.5, 0.25])
        #expect(bench.numbers("boards/0/pose/q") == q)
    }
}
