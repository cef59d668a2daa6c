import ScenarioRun
import ScriptedClient
import Simulation
import Testing

@testable import Report

/// What the page of a run says of its course.
@Suite struct RunTimelineTests {
    private static let s = SampleResults.seconds

    private static let events = [
        RunEvent(s(0.3), .connected(board: "wrist"), client: "phone"),
        RunEvent(s(4), .fault("the link of <wrist> drops")),
        RunEvent(s(4), .lost(board: "wrist"), client: "phone"),
        RunEvent(s(6), .connected(board: "wrist"), client: "phone"),
        RunEvent(s(9), .ended(board: "wrist"), client: "phone"),
    ]

    private static func timeline(
        _ change: (inout RunResult) -> Void = { _ in }, events: [RunEvent]? = events
    ) -> String {
        RunTimeline.plot(RunReport(SampleResults.small(change), events: events))
    }

    @Test func `links, steps, streams, faults and verdicts are on one axis`() {
        let text = Self.timeline()
        #expect(text.count(of: "class=\"link\"") == 2)
        #expect(text.count(of: "class=\"loss\"") == 1)
        #expect(text.contains("wrist, 0.300 s to 4.000 s: link lost"))
        #expect(text.contains("wrist, 6.000 s to 9.000 s: ended by the client"))
        #expect(text.count(of: "class=\"step done\"") == 2)
        #expect(text.contains("class=\"stream\""))
        #expect(text.contains(">phone: acceleration, streamed</text>"))
        #expect(text.contains("class=\"wrong\""))
        #expect(text.contains(">the link of &lt;wrist&gt; drops</text>"))
        #expect(text.contains("class=\"held\"") && text.contains("class=\"missed\""))
        #expect(text.contains(">virtual time (s)</text>"))
    }

    @Test func `a link that is up at the end lasts until then`() {
        let text = Self.timeline(events: Array(Self.events.prefix(1)))
        #expect(text.contains("wrist, 0.300 s to 12.500 s: up at the end"))
    }

    @Test func `labels and steps are whole, however short their bars`() {
        let signal = "corrected-magnetic-field"
        let text = Self.timeline { result in
            result.clients[0].name = "the phone of the second person"
            result.clients[0].series[0].signal = signal
            (result.clients[0].series[0].made, result.clients[0].series[0].dropped) = (
                99_999, 12_345
            )
        }
        #expect(!text.contains("…"))
        for words in [
            "the phone of the second", "person:", "corrected-magnetic-field,", "streamed",
        ] {
            #expect(text.contains(words), "\(words)")
        }
        #expect(text.contains(">12,345 dropped,</text>") && text.contains(">87,652 missing</text>"))
        // A third of a second has no room for its words.
        #expect(text.contains("class=\"halo small\" text-anchor=\"start\">connect wrist</text>"))
        #expect(text.contains("class=\"leader\""))
    }

    @Test func `labels of bars do not touch, and not all of very many are drawn`() {
        let bars = (0..<100).map { (x: 220 + 5 * Double($0), width: 4.0, words: "wait \($0) s") }
        let labels = BarLabels(bars, left: 220, right: 890)
        #expect(labels.rows == 8 && labels.labels.count > 30)
        for (i, one) in labels.labels.enumerated() {
            let end = one.x + SVGText.width(one.words, size: 11)
            #expect(end <= 890.001)
            for other in labels.labels[(i + 1)...] where other.row == one.row {
                #expect(other.x >= end)
            }
        }
        #expect(BarLabels([(x: 220, width: 300, words: "wait")], left: 220, right: 890).rows == 0)
    }

    @Test func `a failed step is marked, with its reason`() {
        let text = Self.timeline(SampleResults.failStep)
        #expect(text.count(of: "class=\"step failed\"") == 1)
        #expect(text.contains(": no answer within 5 s</title>"))
    }

    @Test func `a report that was read again has steps, but no links`() {
        let text = Self.timeline(events: nil)
        #expect(text.contains("class=\"step done\"") && !text.contains("class=\"link\""))
    }

    @Test func `a run in which nothing happened has none`() {
        let text = Self.timeline({ ($0.clients, $0.expectations) = ([], []) }, events: [])
        #expect(text.isEmpty)
    }

    @Test func `long runs stay a picture`() {
        let text = Self.timeline { result in
            let client = result.clients[0]
            result.clients = (0..<500).map { number in
                var copy = client
                copy.name = "phone \(number)"
                return copy
            }
        }
        #expect(text.contains("more rows are not drawn"))
        #expect(text.utf8.count < 100_000)
    }

    @Test func `the page has the timeline first, the plots unfolded and the text folded`() throws {
        let text = ReportFormat.html.text(SampleResults.small(), events: Self.events)
        let parts = [
            "<h1 class=\"fail\">", "class=\"chart timeline\"", "Truth against measurement",
            "<dt>seed</dt>", "<form", "class=\"item ", "<details class=\"text\">",
        ]
        let places = try parts.map { try #require(text.firstRange(of: $0)?.lowerBound, "\($0)") }
        #expect(places == places.sorted())
    }
}
