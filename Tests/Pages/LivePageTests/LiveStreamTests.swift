import JSON
import PageModel
import Simulation
import Testing

@testable import LivePage

/// What the page says about streams besides their samples.
@Suite struct LiveStreamTests {
    private static func scenario(_ steps: String) -> String {
        """
        version: 1
        boards: [{name: wrist, model: MetaMotion S, sensors: ideal}]
        clients:
          - name: phone
            steps:
              - connect: wrist
              - initialise
        \(steps.split(separator: "\n").map { "      - \($0)" }.joined(separator: "\n"))
              - wait: 3600 s
        """
    }

    private static func stream(_ bench: LiveBench, _ title: String) -> String? {
        guard case .object(let streams)? = bench.state("streams") else { return nil }
        return streams.first { _, stream in
            if case .string(title)? = stream["title"] { true } else { false }
        }?.0
    }

    @Test func `a switch that is subscribed is a stream, before it is pressed`() throws {
        let bench = try LiveBench(Self.scenario("write: \"01 01 01\""))
        bench.runs(3)
        let number = try #require(Self.stream(bench, "switch"))
        #expect(bench.flag("streams/\(number)/toHost") == true)
        #expect(bench.flag("streams/\(number)/event") == true)
        #expect(bench.number("streams/\(number)/made") == 0)
        #expect(bench.text("streams/\(number)/state") == "waiting")
        try bench.acts(#"{"button": "press"}"#)
        bench.runs(0.1)
        #expect(bench.number("streams/\(number)/made") == 1)
        let block = try #require(bench.page.takeSamples().first)
        #expect(block.values == [1])
        // What comes now and then has not stopped when nothing comes.
        bench.runs(30)
        #expect(bench.text("streams/\(number)/state") == "running")
        // A press that nobody asked for is no stream.
        let other = try LiveBench(Self.scenario("wait: 1 s"))
        other.runs(3)
        try other.acts(#"{"button": "press"}"#)
        other.runs(1)
        #expect(Self.stream(other, "switch") == nil)
    }

    @Test func `every register that notifies can be a stream`() throws {
        // Charger, charging, battery, and the step counter of the chip.
        let bench = try LiveBench(
            Self.scenario(
                "write: \"11 11 01\"\nwrite: \"11 12 01\"\nwrite: \"11 0C 01\"\nwrite: \"03 0B 01\""
            ))
        bench.runs(4)
        for title in ["charger", "charging", "battery", "accelerometer step interrupt"] {
            #expect(Self.stream(bench, title) != nil, "\(title)")
        }
        try bench.acts(#"{"charger": "connect"}"#)
        bench.runs(1)
        let number = try #require(Self.stream(bench, "charger"))
        #expect(bench.number("streams/\(number)/made") == 1)
    }

    @Test func `a stream that was stopped is not current`() throws {
        let bench = try LiveBench(Self.scenario("stream: {signals: [acceleration], for: 3 s}"))
        bench.runs(3)
        let number = try #require(Self.stream(bench, "acceleration"))
        #expect(bench.text("streams/\(number)/state") == "running")
        bench.runs(5)
        #expect(bench.text("streams/\(number)/state") == "stopped")
        let last = try #require(bench.number("streams/\(number)/last"))
        #expect(last > 2 && last < 5)
        #expect(bench.number("streams/\(number)/rate") == 0)
    }

    @Test func `a slow stream has not stopped between two samples`() throws {
        let bench = try LiveBench(
            Self.scenario("read: {temperature: 0, times: 10, every: 5 s}"))
        bench.runs(20)
        let number = try #require(Self.stream(bench, "temperature 0"))
        for _ in 0..<20 {
            bench.runs(0.5)
            #expect(bench.text("streams/\(number)/state") == "running")
        }
    }

    @Test func `outputs of processors have the sign of their source`() throws {
        // Temperature of channel 0 through a passthrough; a timer's event reads it.
        let bench = try LiveBench(
            """
            version: 1
            boards: [{name: wrist, model: MetaMotion S, sensors: ideal}]
            world: {temperature: -29 degC}
            clients:
              - name: phone
                steps:
                  - connect: wrist
                  - initialise
                  - write: "09 02 04 81 00 20 01 00 00 00"
                  - write: "09 07 00 01"
                  - write: "09 03 01"
                  - write: "04 81 00"
                  - wait: 3600 s
            """)
        bench.runs(4)
        #expect(bench.text("boards/0/graph/nodes/p:0/value") == "-232")
    }
}
