import ClientJudge
import Declaration
import Device
import Foundation
import ScenarioRun
import ScriptedClient
import Simulation
import Testing

@testable import Report

/// What the JSON report of a run says is enough for every other form of it.
@Suite struct RunReadingTests {
    /// A client that broke two rules, one of them waived, on a board of which something was exercised.
    private static func judged() throws -> ClientReport {
        let day = try #require(CivilDate("2027-01-31"))
        let findings = try ["MW-SENS-01", "MW-READ-01", "MW-CONN-02"].enumerated().map { i, id in
            var finding = Finding.blank(try #require(RuleTable.rule(id)))
            finding.board = i == 1 ? "ankle" : "wrist"
            finding.source = i == 0 ? .event(3) : i == 1 ? .macro(1) : .host
            (finding.connection, finding.count) = (1, i + 1)
            finding.module = i == 2 ? nil : 0x03
            finding.register = i == 2 ? nil : 0x0A
            finding.packet = i == 2 ? [] : [0x03, 0x8A, 0xFF]
            finding.words = i == 2 ? "" : "data"
            finding.detail = "it runs"
            (finding.first, finding.last) = (SampleResults.seconds(1), SampleResults.seconds(2.5))
            return finding
        }
        var register = ScoreCard.Register.blank
        (register.id, register.name, register.accepted, register.ignored) = (0x03, "config", 2, 1)
        register.why = "too short"
        var untouched = register
        (untouched.id, untouched.accepted, untouched.ignored) = (0x04, 0, 0)
        var module = ScoreCard.Module.blank
        (module.id, module.name, module.total) = (0x03, "accelerometer", 2)
        module.registers = [untouched, register]
        var card = ScoreCard.blank
        (card.board, card.model, card.modules) = ("wrist", "MetaMotion S", [module])
        card.values = [("2A26", 1, 0)]
        let assessment = Assessment(
            findings,
            waivers: [Waiver(rule: "MW-READ", reason: "the next release", expires: day)],
            today: day)
        let earlier = FindingComparison(regressions: ["MW-SENS-01 wrist 03 0a"], progressions: [])
        return ClientReport(
            assessment, scoreCards: [card], file: "Scenarios/rest.yaml",
            places: [("wrist", 4), ("ankle", 7)], comparison: earlier)
    }

    private static func runs() throws -> [RunReport] {
        let full = SampleResults.small {
            SampleResults.failStep(&$0)
            SampleResults.attachHosts(&$0)
            $0.ending = .deadline("all")
        }
        let timings = Timings(wallSeconds: 1, cpuSeconds: 0.5, speed: 12, meanLag: 0.001)
        return [
            RunReport(SampleResults.small()), RunReport(full, timings: timings),
            RunReport(SampleResults.small { $0.ending = .interrupted }, judged: try judged()),
        ]
    }

    @Test(arguments: ReportFormat.allCases)
    func `read again, a run looks the same in every form`(
        kind: ReportFormat
    ) throws {
        for run in try Self.runs() {
            let bytes = ReportJSON.bytes(run)
            let again = try ReadReport(bytes, file: "a")
            #expect(again.text(.json) == String(decoding: bytes, as: UTF8.self))
            // Plots need samples, which are not in it.
            if kind == .html { continue }
            #expect(again.text(kind) == ReadReport.runs([run]).text(kind))
            // `run` and `report show` write the same.
            if kind.isOfJudge { continue }
            #expect(again.text(kind) == kind.text(run))
        }
    }

    @Test func `several runs are one report, which is read again`() throws {
        let runs = try Self.runs()
        let whole = try ReadReport.merged(
            runs.enumerated().map {
                ("\($0).json", try ReadReport(ReportJSON.bytes($1), file: "a"))
            })
        let list = try ReadReport(Array(whole.text(.json).utf8), file: "list")
        for kind in ReportFormat.allCases {
            #expect(list.text(kind) == whole.text(kind))
        }
        let junit = whole.text(.junit)
        let tests = junit.count(of: "<testcase ")
        #expect(tests == 9 + RuleTable.rules.count)
        let isRight = junit.contains("<testsuites name=\"runs\" tests=\"\(tests)\" failures=\"5\"")
        #expect(isRight)
        #expect(junit.contains("name=\"A wrist at rest: client: MW-SENS\""))
        #expect(whole.text(.tap).contains("\n1..\(tests)\n"))
        #expect(whole.text(.tap).contains("\nok 1 - A wrist at rest: acceleration arrives\n"))
        #expect(whole.text(.text).hasSuffix("\n0 of 3 runs passed\n"))
        #expect(whole.text(.markdown).hasPrefix("# ❌ 0 of 3 runs passed\n"))
        #expect(whole.text(.html).contains("<h1 class=\"fail\">0 of 3 runs passed</h1>"))
        #expect(whole.text(.github).count(of: "::error ") == 5)
        // Lists and single reports can be merged on; the same run twice cannot.
        var other = runs[0]
        other.result.seed = 8
        let more = try ReadReport.merged([("list", list), ("other", .runs([other]))])
        #expect(more.text(.text).hasSuffix("\n0 of 4 runs passed\n"))
        #expect(throws: ConformanceMergeError.self) {
            try ReadReport.merged([("list", list), ("first", .runs([runs[0]]))])
        }
    }

    private static let wrong: [(find: String, put: String, wanted: String)] = [
        ("\"boardsim report\"", "\"theirs\"", "it is a `theirs`; name a report.json"),
        ("\"version\" : 1", "\"version\" : 9", "its version is 9"),
        (
            "\"outcome\" : \"done\"", "\"outcome\" : \"won\"",
            "`clients[0].steps[0].outcome` is `won`"
        ),
        (
            "\"made\" : 4", "\"made\" : -4",
            "`clients[0].series[0].made` is -4, which is not a count"
        ),
        ("\"made\" : 4", "\"made\" : 9223372036854775807", "which is not a count"),
        (
            "\"E8:C9:8F:52:7B:07\"", "\"E8:C9\"",
            "`boards[0].address` is `E8:C9`, which is not an address"
        ),
        ("\"durationSeconds\" : 12.5", "\"durationSeconds\" : 1e300", "is out of range"),
        ("\"MW-SENS-01\"", "\"MW-SENS-99\"", "which is not a rule of this program"),
        ("\"event 3\"", "\"event 300\"", "`client.findings[0].source` is `event 300`"),
        ("\"2027-01-31\"", "\"2027-02-31\"", "waiver.expires` is `2027-02-31`, which is not a day"),
        ("\"id\" : \"03\"", "\"id\" : \"3\"", "has `3`, which is not a byte"),
        ("\"notes\" : [", "\"nots\" : [", "`notes` is missing"),
    ]

    @Test(arguments: wrong) func `an invalid file is reported with its place`(
        find: String, put: String, wanted: String
    ) throws {
        let run = RunReport(SampleResults.small(), judged: try Self.judged())
        let text = String(decoding: ReportJSON.bytes(run), as: UTF8.self)
        #expect(text.contains(find))
        let bytes = Array(text.replacing(find, with: put, maxReplacements: 1).utf8)
        let error = #expect(throws: ReportJSONError.self) {
            try ReadReport(bytes, file: "old.json")
        }
        #expect(error?.description.hasPrefix("old.json: ") == true)
        #expect(error?.what.contains(wanted) == true, "\(error?.what ?? "")")
    }

    @Test func `fuzzed reports are read or refused`() throws {
        let rounds = ProcessInfo.processInfo.environment["FUZZ_ROUNDS"].flatMap(Int.init) ?? 200
        var random = RandomStream(seed: 1, purpose: "reports")
        func next(_ bound: Int) -> Int { Int(random.next() >> 33) % bound }
        let good = try Self.runs().map { ReportJSON.bytes($0) }
        for round in 0..<min(rounds, 10_000) {
            var bytes = good[round % good.count]
            for _ in 0...next(3) {
                // Digits for digits reach further than noise.
                let at = next(bytes.count)
                let isDigit = (0x30...0x39).contains(bytes[at])
                bytes[at] = isDigit ? UInt8(0x30 + next(10)) : UInt8(next(256))
            }
            guard let report = try? ReadReport(bytes, file: "a") else { continue }
            for kind in ReportFormat.allCases { _ = report.text(kind) }
        }
    }
}
