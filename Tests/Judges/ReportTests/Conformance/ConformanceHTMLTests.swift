import Checkout
import Conformance
import Declaration
import ScenarioRun
import ScriptedClient
import Testing

@testable import Report

@Suite struct ConformanceHTMLTests {
    @Test func `the page needs nothing else and plots what failed`() {
        let text = ReportFormat.html.text(SampleConformance.small())
        for outside in ["http:", "https:", "src=", "href=", "@import", "url("] {
            #expect(!text.contains(outside), "\(outside)")
        }
        #expect(text.contains("default-src 'none'"))
        // The number that missed, over time; the one that did not is not worth a plot.
        #expect(text.count(of: "<svg class=\"chart\"") == 2)
        #expect(text.contains("<title>acceleration z (g)</title>"))
        #expect(!text.contains("<title>count</title>"))
        #expect(text.count(of: "class=\"missed\"") == 1 && text.count(of: "class=\"held\"") == 1)
        #expect(text.count(of: "class=\"band\"") == 2)
        #expect(text.count(of: "class=\"host\"") == 1 && text.count(of: "class=\"board\"") == 1)
    }

    @Test func `failures come first, and each passed case is one line`() throws {
        let text = ReportFormat.html.text(SampleConformance.small())
        let order = ["MW/ACC/DATA", "TRIKI/STREAM/DATA", "MW/SWITCH/DATA", "MW/HUM/DATA"]
        let list = try #require(text.firstRange(of: "<div id=\"list\">"))
        let places = order.compactMap { text[list.upperBound...].firstRange(of: $0)?.lowerBound }
        #expect(places.count == 4 && places == places.sorted())
        #expect(text.contains("<div class=\"item pass\" tabindex=\"-1\">"))
        #expect(text.count(of: "<details class=\"item ") == 2)
    }

    @Test(arguments: SampleConformance.Named.all)
    func `tags are closed in their order, whatever a report says`(named: SampleConformance.Named) {
        expectBalance(ReportFormat.html.text(named.report))
    }

    @Test func `runs have a page too`() {
        expectBalance(ReportFormat.html.text(SampleResults.small(SampleResults.failStep)))
        let text = ReportFormat.html.text(SampleResults.small(SampleResults.failStep))
        #expect(!text.contains("<?xml"))
        #expect(text.contains("<h1 class=\"fail\">"))
        let held = ReportFormat.html.text(
            SampleResults.small { $0.expectations[1].verdict = .held })
        #expect(held.contains("<h1 class=\"pass\">"))
    }

    @Test(.slow, arguments: HostileResults.all) func `hostile runs give well-formed reports`(
        hostile: HostileResults
    ) {
        expectBalance(ReportFormat.html.text(hostile.result))
        #expect(ReportFormat.markdown.text(hostile.result).utf8.count < 1 << 20)
        #expect(ReportFormat.tap.text(hostile.result).hasPrefix("TAP version 14\n1.."))
    }

    /// A parser of HTML there is none here; what is inside of `main` is XML as well.
    private func expectBalance(_ html: String, _ place: SourceLocation = #_sourceLocation) {
        let void = ["input", "meta"]
        var open: [Substring] = []
        var rest = html[...]
        while let start = rest.firstIndex(of: "<"),
            let end = rest[start...].firstIndex(of: ">")
        {
            let tag = rest[rest.index(after: start)..<end]
            rest = rest[rest.index(after: end)...]
            let name = tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber || $0 == "!" }
            guard !tag.hasSuffix("/"), !name.hasPrefix("!"), !void.contains(String(name)) else {
                continue
            }
            if tag.hasPrefix("/") {
                #expect(open.popLast() == name, sourceLocation: place)
            } else if name == "script" || name == "style" {
                guard let close = rest.firstRange(of: "</\(name)>") else { break }
                rest = rest[close.upperBound...]
            } else {
                open.append(name)
            }
        }
        #expect(open.isEmpty, sourceLocation: place)
    }
}
