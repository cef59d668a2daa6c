import CommandLineProgram
import Conformance
import Declaration
import Foundation
import Report
import ScenarioRun
import Simulation
import Testing

@testable import CommandLineTool

@Suite struct ReportCommandTests {
    /// A command line with files that it may read.
    private struct Run {
        var status: CommandLineProgram.ExitStatus
        var out = ""
        var err = ""

        init(_ arguments: [String], _ files: [String: ConformanceReport]) {
            let runs = ReportCommandTests.runs
            var out = "", err = ""
            let console = Console(
                write: { out += $0 }, complain: { err += $0 },
                read: { path throws(FileError) in
                    if path == "text" { return Array("hello".utf8) }
                    if let run = runs[path] { return run }
                    guard let report = files[path] else {
                        throw FileError(path: path, reason: "No such file or directory")
                    }
                    return ConformanceJSON.bytes(report)
                },
                save: { _, _ throws(FileError) in })
            status = Tool.run(["report"] + arguments, console)
            self.out = out
            self.err = err
        }
    }

    private static let whole: ConformanceReport = {
        let board = BoardFacts(name: "S", model: "MetaMotion S", firmware: "1", hardware: "0.1")
        let results = (0..<5).map { place in
            CaseResult(
                place: place, id: "MW/ACC/DATA/BV-0\(place)-C", title: "t", source: "core 1",
                file: "a.yaml", line: 1, board: "S", verdict: place == 1 ? .skipped : .pass)
        }
        return ConformanceReport(
            tool: "1", seed: 1, target: "model", suiteHash: "x", boards: [board], results: results)
    }()

    /// Reports of runs: one that passed, one that failed, one that its deadline cut off.
    private static let runs: [String: [UInt8]] = {
        func run(_ name: String, _ ending: RunResult.Ending, _ held: Bool) -> [UInt8] {
            var result = RunResult(
                scenario: name, file: "\(name).yaml", scenarioHash: "x", seed: 1,
                duration: .seconds(2), ending: ending)
            result.expectations = [
                ExpectationResult(
                    title: "it comes", line: 3, verdict: held ? .held : .failed, decided: .zero,
                    deadline: .zero, detail: "nothing came")
            ]
            return JSONReport.bytes(result)
        }
        return [
            "run-good": run("good", .finished, true), "run-bad": run("bad", .finished, false),
            "run-late": run("late", .deadline("all"), true),
        ]
    }()

    private static let files: [String: ConformanceReport] = {
        var files = ["whole": whole]
        for index in 1...2 {
            guard let shard = try? Shard(index, of: 2) else { continue }
            var part = whole
            part.shard = shard
            part.results = whole.results.filter { shard.contains(place: $0.place) }
            files["part-\(index)"] = part
        }
        var failed = whole
        failed.results[0].verdict = .fail
        failed.results[0].reason = "silent"
        files["failed"] = failed
        return files
    }()

    private static let lines: [(line: String, status: Int32, out: String, err: String)] = [
        ("merge part-2 part-1", 0, "4 of 5 passed, 1 skipped\n", ""),
        ("merge part-1 part-2 --report tap", 0, "TAP version 14\n1..5\n", ""),
        ("merge part-1", 2, "", "boardsim report merge: 1 of 2 parts is missing: 2/2"),
        ("merge part-1 part-1 part-2", 2, "", "part-1 and part-1 are both part 1/2"),
        ("merge", 2, "", "boardsim report: write `boardsim report merge FILE…`"),
        ("show whole", 0, "4 of 5 passed", ""), ("show failed", 1, "silent", ""),
        // A part may be without a case that passed.
        ("show part-2 --report markdown", 0, "## ", ""),
        ("show failed --report github", 1, "::error file=a.yaml,line=1,", ""),
        ("show failed --report sarif", 1, "\"uri\" : \"a.yaml\"", ""),
        ("show text", 2, "", "text: it is not a JSON report"),
        ("show run-good", 0, "1 of 1 expectation held\n", ""),
        ("show run-bad --report tap", 1, "not ok 1 - it comes\n", ""),
        ("show run-late", 42, "the deadline passed: all", ""),
        ("merge run-good run-bad run-late", 1, "\n1 of 3 runs passed\n", ""),
        ("merge run-late run-good", 42, "\n1 of 2 runs passed\n", ""),
        ("merge run-good", 0, "1 of 1 expectation held\n", ""),
        (
            "merge run-bad run-good --report junit", 1, "name=\"runs\" tests=\"4\" failures=\"1\"",
            ""
        ),
        ("merge run-good run-bad --report github", 1, "::error file=bad.yaml,line=3,", ""),
        ("merge whole run-good", 2, "", "whole is a report of the suite and run-good of a"),
        ("merge run-good run-good", 2, "", "run-good and run-good contain the same run of good"),
        ("compare run-good run-bad", 2, "", "run-good: this is a report of a scenario's run"),
        ("show nothing", 2, "", "nothing: the file cannot be read: No such file"),
        ("show", 2, "", "write `boardsim report show FILE`"),
        ("show whole failed", 2, "", "write `boardsim report show FILE`"),
        ("show whole --report xml", 2, "", "`--report` cannot be `xml`"),
        ("compare whole failed", 1, "1 regression, 4 alike", ""),
        ("compare failed whole", 0, "1 progression, 4 alike", ""),
        ("compare whole", 2, "", "write `boardsim report compare OLD NEW`"),
        ("compare whole whole --report json", 2, "", "compare only prints text"),
        ("mege a", 2, "", "there is no action `mege`; did you mean `merge`?"),
        ("", 2, "", "merge|show|compare FILE is missing"),
    ]

    @Test(arguments: lines) func `merges, shows and compares`(
        line: String, status: Int32, out: String, err: String
    ) {
        let run = Run(line.split(separator: " ").map(String.init), Self.files)
        #expect(run.status.rawValue == status)
        #expect(out.isEmpty ? run.out.isEmpty : run.out.contains(out), "\(run.out)")
        #expect(err.isEmpty ? run.err.isEmpty : run.err.contains(err), "\(run.err)")
    }

    @Test func `writes files into a folder`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "boardsim-report-\(UUID().uuidString)").path()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let kinds = ["json", "junit", "tap", "markdown", "html", "github"]
        let run = Run(
            ["merge", "part-1", "part-2", "--out", folder] + kinds.flatMap { ["--report", $0] },
            Self.files)
        #expect(run.status == .success && run.out.isEmpty, "\(run.err)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(names == ["junit.xml", "report.html", "report.json", "report.tap", "summary.md"])
        let bytes = try #require(FileManager.default.contents(atPath: folder + "/report.json"))
        #expect(try ConformanceJSON.report(Array(bytes), file: "a") == Self.whole)
    }
}
