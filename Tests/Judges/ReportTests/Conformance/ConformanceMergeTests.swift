import Conformance
import Testing

@testable import Report

@Suite struct ConformanceMergeTests {
    private typealias Part = (file: String, report: ConformanceReport)

    private let whole = SampleConformance.large(23) { $0 % 7 == 0 ? .fail : .pass }

    private func parts(_ count: Int) throws -> [Part] {
        try (1...count).map { index in
            let shard = try Shard(index, of: count)
            var part = whole
            part.shard = shard
            part.results = whole.results.filter { shard.contains(place: $0.place) }
            return ("part-\(index).json", part)
        }
    }

    @Test(arguments: [1, 2, 3, 5, 23, 40]) func `parts give the whole, in any order`(
        count: Int
    ) throws {
        let parts = try parts(count)
        #expect(try ConformanceMerge.whole(parts) == whole)
        #expect(try ConformanceMerge.whole(parts.reversed()) == whole)
        let turned = parts[(count / 2)...] + parts[..<(count / 2)]
        #expect(try ConformanceMerge.whole(Array(turned)) == whole)
    }

    @Test func `one whole is itself`() throws {
        #expect(try ConformanceMerge.whole([("a", whole)]) == whole)
    }

    @Test func `each part may have a socket of its own`() throws {
        var parts = try parts(2)
        parts[0].report.target = "hci-unix:/tmp/1"
        parts[1].report.target = "hci-unix:/tmp/2"
        #expect(try ConformanceMerge.whole(parts).target == "hci-unix")
        for i in parts.indices { parts[i].report.target += ",E1:00:00:00:00:01" }
        #expect(try ConformanceMerge.whole(parts).target == "hci-unix,E1:00:00:00:00:01")
        parts[1].report.target = "hci-unix:/tmp/2,E1:00:00:00:00:02"
        #expect(throws: ConformanceMergeError.self) { try ConformanceMerge.whole(parts) }
    }

    private static let wrong: [(name: String, change: @Sendable (inout [Part]) -> Void, String)] = [
        ("nothing", { $0 = [] }, "there is no report to merge"),
        (
            "suite", { $0[1].report.suiteHash = "x" },
            "part-2.json has a different suite than part-1.json: `x`, not `0123456789abcdef`"
        ),
        ("seed", { $0[2].report.seed = 8 }, "part-3.json has a different seed"),
        ("target", { $0[1].report.target = "hci-unix:/a" }, "a different target"),
        (
            "board on the desk",
            {
                for i in $0.indices { $0[i].report.target = "bluez:E1:00:00:00:00:0\(i)" }
            }, "a different target"
        ),
        ("selection", { $0[1].report.selection = ["MW/ACC"] }, "a different selection"),
        ("program", { $0[1].report.tool = "9" }, "a different program"),
        ("planned", { $0[1].report.planned = 24 }, "a different number of planned results"),
        ("missing", { $0.remove(at: 1) }, "1 of 3 parts is missing: 2/3; run with `--shard 2/3`"),
        ("two missing", { $0.removeLast(2) }, "2 of 3 parts are missing: 2/3, 3/3;"),
        (
            "doubled", { $0.append(("again.json", $0[0].report)) },
            "again.json and part-1.json are both part 1/3; omit one"
        ),
        (
            "of other counts", { $0[1].report.shard = try? Shard(2, of: 4) },
            "part-2.json is part 2/4, but others are of 3"
        ),
        ("a whole", { $0[0].report.shard = nil }, "part-1.json is a whole run; merge parts only"),
        (
            "board", { $0[2].report.boards[0].hardware = "0.2" },
            "MetaMotion S 1.7.3 describes itself differently in part-3.json and in part-1.json"
        ),
        (
            "cut short", { $0[1].report.results.removeLast() },
            "1 of 23 results are missing; part-2.json is incomplete: run that part again"
        ),
        (
            "one place twice", { $0[1].report.results[0].place = 0 },
            "have the same place in two parts"
        ),
    ]

    @Test(arguments: wrong.indices) func `reports that do not belong together are refused`(
        row: Int
    ) throws {
        var parts = try parts(3)
        Self.wrong[row].change(&parts)
        let error = #expect(throws: ConformanceMergeError.self) {
            try ConformanceMerge.whole(parts)
        }
        let words = error?.description ?? ""
        #expect(words.contains(Self.wrong[row].2), "\(Self.wrong[row].name): \(words)")
    }
}
