import Checkout
import CommandLineProgram
import Foundation
import JSON
import Testing

@testable import CommandLineTool

/// `boardsim explore` of a scenario, in this process.
private func explore(
    _ line: String, _ scenario: String = ExploreCommandTests.download
) -> (status: CommandLineProgram.ExitStatus, out: String, err: String) {
    var (out, err) = ("", "")
    var console = Console(
        write: { out += $0 }, complain: { err += $0 },
        read: { path throws(FileError) in
            guard path == "f.yaml" else { throw FileError(path: path, reason: "no such file") }
            return Array(scenario.utf8)
        },
        save: { _, path throws(FileError) in throw FileError(path: path, reason: "no disk") })
    console.isTerminal = false
    let status = Tool.run(
        ["explore", "f.yaml"] + line.split(separator: " ").map(String.init), console)
    return (status, out, err)
}

@Suite("Exploring a scenario")
struct ExploreCommandTests {
    /// A client that logs, and reads the length before it downloads.
    static let download = """
        version: 1
        boards: [{name: desk, model: MetaMotion S, sensors: ideal}]
        clients:
          - name: phone
            steps:
              - connect
              - {read: temperature}
              - {read: temperature}
              - disconnect
        expect:
          - {within: 20 s, read: {temperature: 0, between: [-40 degC, 85 degC]}}

        """

    @Test func `a lost answer is found, with its packet and its scenario`() throws {
        let session = explore("--worlds 500 --faults lose-packet --report json")
        #expect(session.status == .failed, "\(session.err)")
        let report = try JSONValue(reading: session.out.utf8)
        #expect(report["passed"]?.line == "false")
        guard case .array(let failures)? = report["failures"] else {
            Issue.record("\(session.out)")
            return
        }
        let smallest = failures.compactMap { failure -> String? in
            guard case .string(let text)? = failure["smallest"] else { return nil }
            return text
        }
        #expect(
            smallest.contains {
                $0.contains("packet 1 of `< 04 81` on connection 1 is lost, and the link lives")
            }, "\(smallest)")
    }

    @Test func `a lost link has a window, opened by the packet that is unprotected`() throws {
        let session = explore("--worlds 200 --faults link-loss")
        #expect(session.status == .failed)
        #expect(session.out.contains("phone: read: no ["), "\(session.out)")
        #expect(session.out.contains(/opens +`04 81 00` \(read temperature/), "\(session.out)")
        #expect(session.out.contains(" kinds of failure in "))
    }

    @Test func `the same worlds have the same report`() {
        let first = explore("--worlds 60 --jobs 1")
        let second = explore("--worlds 60 --jobs 2")
        #expect(first.out == second.out && !first.out.isEmpty)
    }

    @Test func `a client that is not harmed has no finding`() {
        let session = explore("--worlds 300 --faults button,double-packet,battery")
        #expect(session.status == .success, "\(session.out)")
        #expect(session.out.contains("nothing broke in "))
    }

    @Test func `without a link for good a client may give up`() {
        // Of this kind only: 400 days.
        let session = explore("--worlds 4000 --faults link-loss --report json")
        #expect(!session.out.contains("for good"))
    }

    @Test func `what breaks without a fault is told, and nothing is explored`() {
        let scenario = Self.download.replacing("[-40 degC", with: "[80 degC")
        let session = explore("--worlds 10", scenario)
        #expect(session.status == .failed)
        #expect(session.out.contains("it breaks without any fault: nothing was explored"))
    }

    @Test func `two faults: the second where the client does something new`() {
        let session = explore("--worlds 400 --depth 2 --faults reset")
        #expect(session.status == .failed)
    }

    /// A stream of 50 notifications, the last of which the client needs.
    static let stream = """
        version: 1
        boards: [{name: desk, model: MetaMotion S, sensors: ideal}]
        clients:
          - name: phone
            steps:
              - connect
              - stream: {signals: [acceleration], for: 2 s}
              - disconnect
        expect:
          - {within: 20 s, received: {signal: acceleration, at-least: 20}}

        """

    /// What broke, and in how many worlds, played or inferred.
    private func failures(_ line: String) throws -> (report: JSONValue, worlds: [String: Int]) {
        let session = explore(line + " --report json", Self.stream)
        let report = try JSONValue(reading: session.out.utf8)
        var worlds: [String: Int] = [:]
        guard case .array(let failures)? = report["failures"] else { return (report, [:]) }
        for failure in failures {
            guard case .string(let what)? = failure["what"],
                case .integer(let played)? = failure["worlds"],
                case .integer(let inferred)? = failure["inferred"]
            else { continue }
            worlds[what.filter { !$0.isNumber }, default: 0] += played + inferred
        }
        return (report, worlds)
    }

    @Test(.slow) func `what is inferred is what would have been played`() throws {
        let line = "--worlds 100000 --faults reset,lose-packet,double-packet"
        let (inferred, every) = (try failures(line), try failures(line + " --every"))
        #expect(inferred.worlds == every.worlds && !every.worlds.isEmpty)
        guard case .integer(let tried)? = inferred.report["tried"],
            case .integer(let told)? = inferred.report["inferred"],
            case .integer(let all)? = every.report["tried"]
        else {
            Issue.record("\(inferred.report)")
            return
        }
        #expect(tried + told == all && tried < all, "\(tried) + \(told) of \(all)")
        #expect(every.report["inferred"]?.line == "0")
    }

    @Test func `the report says what was not played`() {
        let session = explore("--worlds 100000 --faults double-packet", Self.stream)
        #expect(session.status == .success, "\(session.out)")
        #expect(session.out.contains(/worlds +\d+ played of \d+, and 0 to explain them/))
        #expect(session.out.contains(/inferred +\d+ not played: the same fault at like packets/))
        #expect(session.out.contains(/nothing broke in \d+ worlds, \d+ of them inferred/))
    }

    /// A client that starts a sensor twice while it runs, with and without a fault.
    static let careless = download.replacing(
        "      - {read: temperature}\n      - {read",
        with: "      - write: \"03 7f 01\"\n      - {read")

    @Test func `a rule that is broken without a fault, too, is no failure`() {
        let session = explore("--worlds 20 --faults button", Self.careless)
        #expect(session.status == .success, "\(session.out)\(session.err)")
        #expect(
            session.out.contains("Rules that are broken without a fault, too, and not counted"),
            "\(session.out)")
        let silent = explore("--worlds 20 --faults button --judge off", Self.careless)
        #expect(!silent.out.contains("Rules that are broken"), "\(silent.out)")
    }

    @Test func `the page has the failures, their places and the commands`() throws {
        let session = explore("--worlds 200 --faults link-loss --report html")
        #expect(session.status == .failed)
        #expect(session.out.hasPrefix("<!doctype html>"))
        for words in [
            "kinds of failure in ", "1. phone: ", "<dt>opens</dt>", "class=\"failed\"",
            "class=\"tried\"", "class=\"found\"", "Each mark is a world",
        ] {
            #expect(session.out.contains(words), "\(words)")
        }
        #expect(!session.out.contains("http://") && !session.out.contains("https://"))
    }

    @Test func `what has to be reached in some world is told if it was not`() {
        let property = "  - sometimes: {resets: {at-least: 1}}\n  - always: {powered: true}\n"
        let scenario = Self.download.replacing("85 degC]}}\n", with: "85 degC]}}\n" + property)
        let reached = explore("--worlds 5 --faults reset,button", scenario)
        #expect(!reached.out.contains("none reached"), "\(reached.out)")
        let never = explore("--worlds 5 --faults button --report json", scenario)
        #expect(never.status == .failed)
        #expect(never.out.contains("sometimes: at least 1 resets"), "\(never.out)")
        let off = explore("--worlds 60 --faults brown-out", scenario)
        #expect(off.out.contains("expectation: always: powered: powered is false"), "\(off.out)")
    }

    @Test(arguments: [
        ("--faults rest", "--faults: there is no kind `rest`; did you mean `reset`?"),
        ("--budget soon", "--budget is `soon`; write a time"),
        ("--worlds 0", "--worlds is `0`; write a number from 1"),
        ("--worlds 5 --budget 5s", "--worlds and --budget are both given; keep one of them"),
        ("--depth 5", "--depth"),
        ("--judge loud", "--judge"),
        ("--waivers none.yaml --judge off", "--waivers needs the judge; omit `--judge off`"),
        ("--waivers none.yaml", "none.yaml"),
        ("--today 2027-01-31", "--today needs --waivers; add it"),
        ("--set boards[0].modl=x", "--set 'boards[0].modl=x': unknown key `modl`"),
        (
            "--worlds 1 -- nosuchprog",
            "boardsim explore: cannot start `nosuchprog`: No such file or directory; write a program"
        ),
    ])
    func `wrong options are refused, with the fix`(line: String, wanted: String) {
        let session = explore(line)
        #expect(session.status == .usage)
        #expect(session.err.contains(wanted), "\(session.err)")
    }

    @Test func `a scenario without clients has nothing to break`() {
        let scenario = "version: 1\nboards: [{name: desk, model: MetaMotion S}]\n"
        let session = explore("--worlds 5", scenario)
        #expect(session.status == .usage)
        #expect(session.err.contains("there is no client that a fault could break"))
    }

    @Test func `a folder keeps a scenario of each failure, and replays them first`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "explore-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "f.yaml")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Self.download.write(to: file, atomically: true, encoding: .utf8)
        let words = [
            "explore", file.path, "--worlds", "40", "--faults", "lose-packet", "--out",
            folder.appending(path: "out").path,
        ]
        func run(_ words: [String]) -> (CommandLineProgram.ExitStatus, String) {
            var out = ""
            var console = Console.system
            console.write = { out += $0 }
            console.complain = { _ in }
            console.isTerminal = false
            return (Tool.run(words, console), out)
        }
        #expect(run(words).0 == .failed)
        let failure = folder.appending(path: "out/failure-1.yaml").path
        #expect(run(["run", failure]).0 == .failed)
        let again = run(words).1
        #expect(again.contains("failure-1.yaml: still fails: phone: "), "\(again)")
        try "a: [".write(toFile: failure, atomically: true, encoding: .utf8)
        #expect(run(words).1.contains("failure-1.yaml: cannot be read"))
    }
}
