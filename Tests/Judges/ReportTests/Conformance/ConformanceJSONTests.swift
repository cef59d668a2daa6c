import Checkout
import Conformance
import Foundation
import Testing

@testable import Report

@Suite struct ConformanceJSONTests {
    @Test func `what is written is read again`() throws {
        let shard = try Shard(2, of: 3)
        for report in [
            SampleConformance.small(), SampleConformance.empty,
            SampleConformance.small {
                $0.shard = shard
                $0.planned = 15
                for index in $0.results.indices { $0.results[index].place = 3 * index + 1 }
                $0.selection = ["MW/ACC", "--model MetaMotion S"]
                $0.seed = .max
            },
            SampleConformance.small { $0.boards[0].modules[0] = Self.malformed },
        ] {
            let bytes = ConformanceJSON.bytes(report)
            #expect(try ConformanceJSON.report(bytes, file: "a") == report)
            #expect(bytes == ConformanceJSON.bytes(report))
        }
    }

    private static let malformed = BoardFacts.Module(
        id: 0x01, name: "Switch", malformed: [0x01, 0x80, 0x00])

    @Test func `a malformed module is reported as such and counts as absent`() {
        var board = SampleConformance.boards[0]
        board.modules[0] = Self.malformed
        #expect(
            ConformanceWords.board(board)
                == "MetaMotion S 1.7.3, hardware 0.1, 1 module, 1 malformed")
        #expect(ConformanceWords.module(Self.malformed) == "0x01 Switch malformed [01 80 00]")
    }

    @Test func `what JSON has no word for is left out`() throws {
        let bytes = ConformanceJSON.bytes(SampleConformance.hostile)
        let again = try ConformanceJSON.report(bytes, file: "a")
        #expect(again.results[1].checks.map(\.value.isNaN) == [true, true, true, false, false])
        #expect(again.results[0].seconds == 0)
        #expect(ConformanceJSON.bytes(again) == ConformanceJSON.bytes(again))
    }

    @Test func `the documented fields are there`() throws {
        let text = String(decoding: ConformanceJSON.bytes(SampleConformance.small()), as: UTF8.self)
        let page = try Repository.text("docs/conformance-report.md")
        let pattern = /"([A-Za-z]+)" :/
        for name in Set(text.matches(of: pattern).map { String($0.output.1) }) {
            #expect(page.contains("`\(name)`"), "\(name) is not documented")
        }
    }

    private static let wrong: [(find: String, put: String, wanted: String)] = [
        ("", "", "; write it again"),
        ("{", "[", "it is not a JSON report; name a report.json of `boardsim conformance`"),
        ("\"boardsim conformance report\"", "\"boardsim report\"", "it is a `boardsim report`"),
        ("\"version\" : 1", "\"version\" : 2", "its version is 2, but this program reads only 1"),
        ("\"seed\" : 7", "\"sed\" : 7", "`seed` is missing; write it again"),
        ("\"seed\" : 7", "\"seed\" : -7", "`seed` is out of range"),
        ("\"seed\" : 7", "\"seed\" : \"x\"", "`seed` has the wrong type"),
        (
            "\"PASS\"", "\"PERHAPS\"",
            "`results[0].verdict` is `PERHAPS`, which is not an allowed value"
        ),
        ("\"place\" : 4", "\"place\" : 5", "has a place beyond the 5 planned"),
        ("\"place\" : 4", "\"place\" : -1", "has a place beyond"),
        ("\"place\" : 4", "\"place\" : 3", "has place 3, like another result"),
        ("\"03 04 01\"", "\"03 0x 01\"", "bytes` has `0x`, which is not a byte"),
        ("\"03 04 01\"", "\"03 +4 01\"", "bytes` has `+4`, which is not a byte"),
        (
            "\"from\" : \"host\"", "\"from\" : \"moon\"",
            "from` is `moon`, which is not an allowed value"
        ),
        ("\"board\" : \"Triki 1.2\"", "\"board\" : \"x\"", "names a board that is not in"),
        (
            "\"name\" : \"Triki 1.2\"", "\"name\" : \"MetaMotion S 1.7.3\"",
            "two boards have the same name"
        ),
        ("\"index\" : 1", "\"index\" : 9", "`shard` is wrong: there is no part 9 of 1"),
    ]

    @Test(arguments: wrong) func `a wrong file is reported with its place and a fix`(
        find: String, put: String, wanted: String
    ) throws {
        let shard = try Shard(1, of: 1)
        let report = SampleConformance.small { $0.shard = shard }
        var text = String(decoding: ConformanceJSON.bytes(report), as: UTF8.self)
        if find.isEmpty {
            text = String(text.dropLast(10))
        } else {
            #expect(text.contains(find))
            text = text.replacing(find, with: put, maxReplacements: 1)
        }
        let error = #expect(throws: ReportJSONError.self) {
            try ConformanceJSON.report(Array(text.utf8), file: "old.json")
        }
        #expect(error?.description.hasPrefix("old.json: ") == true)
        #expect(error?.what.contains(wanted) == true, "\(error?.what ?? "")")
    }

    @Test func `a result belongs to its part`() throws {
        let shard = try Shard(1, of: 2)
        let bytes = ConformanceJSON.bytes(SampleConformance.small { $0.shard = shard })
        let error = #expect(throws: ReportJSONError.self) {
            try ConformanceJSON.report(bytes, file: "a")
        }
        #expect(error?.what.contains("has place 1, which does not belong to part 1/2") == true)
    }

    @Test func `no bytes at all, and bytes that are no text`() {
        for bytes in [[], [0xFF, 0xFE], Array("[1]".utf8), Array("{}".utf8), Array("null".utf8)] {
            #expect(throws: ReportJSONError.self) {
                try ConformanceJSON.report(bytes, file: "a")
            }
        }
    }

    @Test func `fuzzed reports are read or refused`() throws {
        let rounds = ProcessInfo.processInfo.environment["FUZZ_ROUNDS"].flatMap(Int.init) ?? 300
        let good = ConformanceJSON.bytes(SampleConformance.small())
        var random: UInt64 = 1
        func next(_ bound: Int) -> Int {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(random >> 33) % bound
        }
        for _ in 0..<min(rounds, 20_000) {
            var bytes = good
            for _ in 0...next(3) { bytes[next(bytes.count)] = UInt8(next(256)) }
            if let report = try? ConformanceJSON.report(bytes, file: "a") {
                _ = ReportFormat.html.text(report)
            }
        }
    }
}
