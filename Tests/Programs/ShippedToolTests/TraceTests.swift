import Checkout
import CommandLineProgram
import Foundation
import LibCrypto
import Synchronization
import Testing
import TrikiTool

@testable import CommandLineTool
@testable import Declaration
@testable import ScenarioFile
@testable import ScriptedClient

/// The net under every change: the trace and the reports of each shipped scenario, and of those in
/// `Tests/Scenarios/Traces`, byte for byte.
@Suite struct TraceTests {
    private static let list = "Tests/traces.txt"
    /// All but `sarif`, which contains nothing but what the judge of clients found.
    private static let formats = ["text", "json", "junit", "tap", "markdown", "html", "github"]

    /// From the root of the repository, in the order of the list.
    static let scenarios = ["Scenarios", "Scenarios/field", "Tests/Scenarios/Traces"].flatMap {
        folder in
        let names = try? FileManager.default.contentsOfDirectory(
            atPath: Repository.top.appending(path: folder).path)
        return (names ?? []).filter { $0.hasSuffix(".yaml") }.sorted().map { "\(folder)/\($0)" }
    }

    private static func digest(_ bytes: [UInt8]) -> String {
        OpenSSL.sha1(bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// What a scenario leaves, as its line of the list: the lines and the digest of its trace, and
    /// the digest of what it printed and of its reports in every format.
    private static func play(_ scenario: String) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "boardsim-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var (printed, complaints) = ("", "")
        let system = Console.system
        let console = Console(
            write: { printed += $0 }, complain: { complaints += $0 },
            read: { path throws(FileError) in
                try system.read(
                    path.hasPrefix("/") ? path : Repository.top.appending(path: path).path)
            },
            save: system.save)
        var words = ["run", scenario, "--trace", folder.appending(path: "trace").path]
        words += ["--out", folder.appending(path: "out").path]
        let status = Tool.run(
            words + formats.flatMap { ["--report", $0] }, with: .triki, console)
        #expect(status == .success, "\(complaints)")
        let trace = try [UInt8](Data(contentsOf: folder.appending(path: "trace")))
        let out = folder.appending(path: "out")
        let reports = try FileManager.default.contentsOfDirectory(atPath: out.path).sorted()
        var contents = printed.replacing(folder.path, with: "FOLDER")
        for name in reports {
            let bytes = try [UInt8](Data(contentsOf: out.appending(path: name)))
            contents += "\(name) \(digest(bytes))\n"
        }
        let lines = trace.count { $0 == UInt8(ascii: "\n") }
        return "\(name(scenario)) \(lines) \(digest(trace)) \(digest(Array(contents.utf8)))"
    }

    private static let recorded = Mutex<[String: String]>([:])

    private static func name(_ scenario: String) -> String {
        String((scenario.split(separator: "/").last ?? "").dropLast(5))
    }

    /// Those that are played: all, or those with less than 1,100 lines.
    private static let played = scenarios.filter { scenario in
        let lines = (try? Repository.text(list))?.split(separator: "\n") ?? []
        let line = lines.first { $0.hasPrefix("\(name(scenario)) ") }
        let count = line.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
        return !isQuick || count < 1_100
    }

    /// `UPDATE=1` accepts the present traces and reports: look at the difference first.
    @Test(arguments: played)
    func `a scenario leaves the recorded trace and reports`(scenario: String) throws {
        let line = try Self.play(scenario)
        if ProcessInfo.processInfo.environment["UPDATE"] != nil {
            let text = Self.recorded.withLock { lines in
                lines[scenario] = line
                return Self.scenarios.compactMap { lines[$0] }.joined(separator: "\n") + "\n"
            }
            try Data(text.utf8).write(to: Repository.top.appending(path: Self.list))
        }
        let lines = try Repository.text(Self.list).split(separator: "\n").map(String.init)
        #expect(
            lines.contains(line),
            "\(line)\nis not in \(Self.list). If the new trace and reports are correct: UPDATE=1 swift test --filter TraceTests"
        )
    }

    @Test func `the list has a line for each scenario and no other`() throws {
        let names = try Repository.text(Self.list).split(separator: "\n").map {
            $0.prefix { $0 != " " }
        }
        #expect(
            names.map(String.init)
                == Self.scenarios.map(Self.name))
    }

    @Test func `every kind of step, input and fault is in a trace`() throws {
        let texts = try Self.scenarios.map { try Repository.text($0) }.joined(separator: "\n")
        // A key of a mapping, or an entry of a list of steps.
        let words = Set(
            texts.matches(
                of: /(?:[\s{]([a-z][a-z-]*):)|(?:(?:\n *- |[\[,] *)([a-z][a-z-]*)(?=[,\]\n]))/
            )
            .compactMap { ($0.1 ?? $0.2).map(String.init) })
        let kinds = [
            Step.cases.entries.map(\.key.name), Input.cases.entries.map(\.key.name),
            Fault.cases.entries.map(\.key.name),
        ]
        for names in kinds {
            #expect(names.count > 5)
            #expect(Set(names).subtracting(words).sorted() == [])
        }
    }
}
