import Checkout
import Conformance
import Testing

@testable import Report

@Suite struct ConformanceFormatTests {
    @Test func `JUnit has a suite a board, and all that a server asks for`() throws {
        let text = ReportFormat.junit.text(SampleConformance.small())
        let elements = try #require(XMLReader.elements(text))
        let suites = elements.filter { $0.name.hasPrefix("testsuite") }.map(\.attributes)
        #expect(suites.map { $0["name"] } == ["conformance", "MetaMotion S 1.7.3", "Triki 1.2"])
        #expect(suites.map { $0["tests"] } == ["5", "3", "2"])
        #expect(suites.map { $0["failures"] } == ["1", "1", "0"])
        #expect(suites.map { $0["errors"] } == ["1", "0", "1"])
        #expect(suites.map { $0["skipped"] } == ["1", "1", "0"])
        let properties = elements.filter { $0.name == "property" }.map(\.attributes)
        for (name, value) in [
            ("seed", "7"), ("board", "MetaMotion S"), ("firmware", "1.7.3"), ("target", "model"),
            ("suite hash", "0123456789abcdef"), ("module", "0x03 Accelerometer 4.1 0a ff"),
        ] {
            #expect(properties.contains(["name": name, "value": value]), "\(name)")
        }
        let failure = try #require(elements.first { $0.name == "failure" })
        #expect(
            failure.attributes == ["message": "z is 1.2 g, wanted 0.95 to 1.05", "type": "FAIL"])
        #expect(
            failure.text.contains("0.2500 < notify   03 04 00 40  Accelerometer data: x 1 g"))
        let failed = try #require(elements.first { $0.attributes["line"] == "20" })
        #expect(failed.attributes["file"] == "Conformance/accelerometer.yaml")
        #expect(elements.first { $0.name == "error" }?.attributes["type"] == "INCONC")
    }

    @Test func `TAP has its plan first and says what it skips`() {
        let lines = ReportFormat.tap.text(SampleConformance.small()).split(separator: "\n")
        #expect(lines.prefix(2) == ["TAP version 14", "1..5"])
        #expect(
            lines.filter { $0.hasPrefix("ok") || $0.hasPrefix("not ok") } == [
                "ok 1 - MW/SWITCH/DATA/BV-01-C on MetaMotion S 1.7.3: A button is told",
                "not ok 2 - MW/ACC/DATA/BV-01-C on MetaMotion S 1.7.3: A resting board reads one g",
                "ok 3 - MW/HUM/DATA/BV-01-C on MetaMotion S 1.7.3: A button is told"
                    + " # SKIP the board has no humidity",
                "ok 4 - TRIKI/ADV/NAME/BV-01-C on Triki 1.2: A button is told",
                "not ok 5 - TRIKI/STREAM/DATA/BI-01-C on Triki 1.2: A button is told",
            ])
        #expect(lines.contains("  message: \"z is 1.2 g, wanted 0.95 to 1.05\""))
        #expect(lines.count { $0 == "  ---" } == 2 && lines.count { $0 == "  ..." } == 2)
        let none = ReportFormat.tap.text(SampleConformance.empty)
        #expect(none.hasPrefix("TAP version 14\n1..0 # SKIP nothing to judge\n"))
    }

    @Test func `no word of a title is a directive of TAP`() {
        let text = ReportFormat.tap.text(
            SampleConformance.small { $0.results[0].title = "a # SKIP \\b" })
        #expect(text.contains(": a \\# SKIP \\\\b\n"))
    }

    @Test func `Markdown has totals, failures and folded packets`() {
        let text = ReportFormat.markdown.text(SampleConformance.small())
        #expect(
            text.hasPrefix("## ❌ Conformance: 2 of 5 passed, 1 failed, 1 inconclusive, 1 skipped\n")
        )
        #expect(text.contains("\n| MW/ACC |  | 1 |  |  |\n"))
        #expect(text.contains("| **all** | 2 | 1 | 1 | 1 |\n"))
        #expect(text.contains("| ❌ | MW/ACC/DATA/BV-01-C | MetaMotion S 1.7.3 |"))
        #expect(text.contains("<details><summary>MW/ACC/DATA/BV-01-C on MetaMotion S 1.7.3"))
        #expect(
            text.contains("\n    0.2500 &lt; notify   03 04 00 40  Accelerometer data: x 1 g\n"))
    }

    @Test func `Markdown never breaks out of its table, nor its preformatted text`() throws {
        let text = ReportFormat.markdown.text(SampleConformance.hostile)
        #expect(text.matches(of: /<\/?pre>/).count == 2)
        let rows = text.split(separator: "\n").filter {
            $0.hasPrefix("| ❌ |") || $0.hasPrefix("| ❔ |")
        }
        #expect(rows.count == 2)
        for row in rows { #expect(row.count { $0 == "|" } == 6, "\(row)") }
        // In preformatted text a mention is none.
        let open = try #require(text.firstRange(of: "<pre>\n"))
        let close = try #require(text[open.upperBound...].firstRange(of: "\n</pre>\n"))
        #expect(!text[..<open.lowerBound].contains("@x"))
        #expect(!text[close.upperBound...].contains("@x"))
    }

    @Test(.slow, arguments: [2_000, 20_000]) func `Markdown stays below what GitHub takes`(
        count: Int
    ) {
        let text = ReportFormat.markdown.text(SampleConformance.large(count) { _ in .fail })
        #expect(text.utf8.count < 1 << 20)
        #expect(text.contains("there is no room here"))
        #expect((count > 10_000) == text.contains("more did not pass"))
        #expect(text.count(of: "<details>") == text.count(of: "</details>"))
    }

    @Test func `annotations mark the step, and no more than GitHub shows`() {
        let text = ReportFormat.github.text(SampleConformance.small())
        #expect(
            text == """
                ::error file=Conformance/accelerometer.yaml,line=20,\
                title=MW/ACC/DATA/BV-01-C on MetaMotion S 1.7.3\
                ::z is 1.2 g, wanted 0.95 to 1.05 (A resting board reads one g; sensors 2.3 [C])
                ::warning file=Conformance/switch.yaml,line=3,\
                title=TRIKI/STREAM/DATA/BI-01-C on Triki 1.2\
                ::no connection within 5 s (A button is told; core 4.1 [C])

                """)
        let hostile = ReportFormat.github.text(SampleConformance.hostile).split(separator: "\n")
        #expect(hostile.count == 2)
        for line in hostile { #expect(line.contains("%0A") && line.count(of: "::") >= 2) }
        let many = ReportFormat.github.text(SampleConformance.large(60) { _ in .fail })
        #expect(many.split(separator: "\n").count == 10)
        #expect(many.contains("title=51 more did not pass::"))
        #expect(ReportFormat.github.text(SampleConformance.empty) == "")
    }
}

extension StringProtocol {
    func count(of part: String) -> Int { ranges(of: part).count }
}
