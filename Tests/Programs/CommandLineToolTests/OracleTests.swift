import Checkout
import CommandLineProgram
import Declaration
import Foundation
import JSON
import ScenarioFile
import ScenarioRun
import Simulation
import Testing
import YAML

@testable import CommandLineTool

/// `boardsim explore --oracle` of a scenario's own clients, with an oracle that is a script of the shell.
@Suite struct OracleTests {
    private struct Session {
        var status: CommandLineProgram.ExitStatus
        var out = ""
        var err = ""
        /// What the oracle was told last.
        var told: JSONValue?
    }

    /// - Parameter script: nil for no file at all.
    private static func explore(
        _ script: String?, _ line: String = "--worlds 1", isExecutable: Bool = true,
        _ scenario: String = scenario
    ) throws -> Session {
        let folder = FileManager.default.temporaryDirectory.appending(path: "oracle-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let oracle = folder.appending(path: "oracle").path
        let told = folder.appending(path: "told").path
        if let script {
            let text = "#!/bin/sh\ncd '\(folder.path)'\n\(script)\n"
            let source = folder.appending(path: "text").path
            try text.write(toFile: source, atomically: true, encoding: .utf8)
            // Written by another process: a child of another test could still have our end of the file, and then it is busy.
            let install = ChildProcess(
                "install", ["-m", isExecutable ? "755" : "644", source, oracle])
            #expect(install?.wait() == .status(0))
        }
        var (out, err) = ("", "")
        var console = Console(
            write: { out += $0 }, complain: { err += $0 },
            read: { path throws(FileError) in
                guard path == "f.yaml" else { throw FileError(path: path, reason: "no such file") }
                return Array(scenario.utf8)
            },
            save: { _, path throws(FileError) in throw FileError(path: path, reason: "no disk") })
        console.isTerminal = false
        let words = ["explore", "f.yaml", "--jobs", "1", "--oracle", oracle, "--report", "json"]
        let status = Tool.run(words + line.split(separator: " ").map(String.init), console)
        let bytes = FileManager.default.contents(atPath: told) ?? Data()
        return Session(status: status, out: out, err: err, told: try? JSONValue(reading: bytes))
    }

    private static let scenario = """
        version: 1
        boards: [{name: desk, model: MetaMotion S, sensors: ideal}]
        clients:
          - name: phone
            steps:
              - connect
              - configure: {accelerometer: {rate: 25 Hz}}
              - stream: {signals: [acceleration], for: 2 s}
              - disconnect
        faults: [{at: 1 s, stuck-sensor: gyroscope}]

        """

    @Test func `an oracle that is content fails no world`() throws {
        let session = try Self.explore("cat >told", "--worlds 4 --faults button")
        #expect(session.status == .success, "\(session.out)\(session.err)")
    }

    @Test func `it is told how the client ended, the world, the boards and the trace`() throws {
        let session = try Self.explore(
            "cat >told; test -s \"$(sed -n 's/.*\"trace\":\"\\([^\"]*\\)\".*/\\1/p' told)\"",
            "--worlds 1 --faults reset")
        let told = try #require(session.told, "\(session.out)\(session.err)")
        #expect(told["hung"]?.line == "false" && told["signal"]?.line == "null")
        let world = try #require(told["world"])
        #expect(world["trouble"]?.line == "6.0" && world["fatal"]?.line == "false")
        #expect(world["before"]?.line == "[]")
        // Only what the exploration did, and neither what the scenario has.
        #expect(world["faults"]?.line.contains("reset") == true)
        #expect(world["faults"]?.line.contains("stuck") == false)
        guard case .array(let boards)? = told["boards"], let desk = boards.first,
            case .array(let made)? = desk["made"]
        else {
            Issue.record("\(told.line)")
            return
        }
        #expect(desk["name"]?.line == "\"desk\"")
        #expect(desk["state"]?["power"]?["resets"]?.line == "1")
        #expect(made.first?["signal"]?.line == "\"acceleration\"")
        #expect(told["report"]?["clients"] != nil && told["trace"] != nil)
    }

    @Test func `what differs before the start is told`() throws {
        let session = try Self.explore("cat >told", "--worlds 1 --faults uptime")
        #expect(
            session.told?["world"]?["before"]?.line
                == #"[{"board":"desk","uptime":"6291451 s"}]"#, "\(session.out)\(session.err)")
    }

    @Test func `its status fails a world, and its last line is the reason`() throws {
        let session = try Self.explore(
            "grep -q reset && { echo one; echo too few samples; exit 3; }; exit 0",
            "--worlds 2 --faults reset")
        #expect(session.status == .failed, "\(session.err)")
        #expect(session.out.contains("the oracle: too few samples"), "\(session.out)")
    }

    @Test(.slow) func `it also fails worlds in which nothing can succeed`() throws {
        let session = try Self.explore(
            "grep -q '\"fatal\":true' && { echo no word of giving up; exit 1; }; exit 0",
            "--worlds 4000 --faults link-loss")
        #expect(
            session.out.contains("the oracle: no word of giving up"), "\(session.out.prefix(500))")
    }

    @Test(arguments: [
        ("kill -9 $$", "the oracle ended with signal 9"),
        ("echo 'line 3: oops' >&2; exit 1", "the oracle ended with status 1 and gave no reason"),
        ("echo 'line 3: oops' >&2; exit 1", "which is the last line that it prints: line 3: oops"),
        ("exec /nowhere/at/all", "and gave no reason"),
    ])
    func `one that breaks is an error, not a finding`(script: String, wanted: String) throws {
        let session = try Self.explore(script)
        #expect(session.status == .environment)
        #expect(session.err.contains(wanted), "\(session.err)")
    }

    @Test func `one that does not read, and prints much, holds nothing up`() throws {
        let session = try Self.explore(
            "i=0; while [ $i -lt 20000 ]; do echo line $i; i=$((i+1)); done")
        #expect(session.status == .success, "\(session.err)")
    }

    @Test func `one that is missing or may not be run is refused`() throws {
        let missing = try Self.explore(nil)
        #expect(missing.status == .usage && missing.err.contains("there is no such program"))
        let plain = try Self.explore("exit 0", isExecutable: false)
        #expect(plain.status == .usage && plain.err.contains("make it executable with `chmod +x"))
        var err = ""
        var console = Console.system
        console.complain = { err += $0 }
        let words = ["explore", "f.yaml", "--oracle", "no-such-oracle"]
        #expect(Tool.run(words, console) == .usage)
        #expect(err.contains("on the PATH; for one of this folder write `./no-such-oracle`"))
    }

    @Test func `a download that goes on is merely long`() {
        let limit = Nanoseconds.seconds(600)
        func longer(_ seconds: Int64?) -> Nanoseconds? {
            HangLimit.longer(than: limit, lastDownload: seconds.map { .zero + .seconds($0) })
        }
        #expect(longer(nil) == nil && longer(569) == nil)
        #expect(longer(571) == .seconds(6000))
    }

    @Test(.slow) func `a long download is played to its end, and a client that only waits hangs`() {
        func explore(_ last: String) -> String {
            let scenario = """
                version: 1
                boards: [{name: desk, model: MetaMotion R, log-fill: 8 %}]
                clients:
                  - name: phone
                    steps: [connect, \(last), disconnect]
                deadline: 1 min

                """
            var out = ""
            var console = Console(
                write: { out += $0 }, complain: { out += $0 },
                read: { _ throws(FileError) in Array(scenario.utf8) },
                save: { _, path throws(FileError) in throw FileError(path: path, reason: "no") })
            console.isTerminal = false
            _ = Tool.run(
                ["explore", "f.yaml", "--limit", "1 min", "--worlds", "1", "--faults", "button"],
                console)
            return out
        }
        #expect(explore("{wait: 2 min}").contains("not done by the deadline"))
        let long = explore("{download: 1 h}")
        #expect(long.contains("nothing broke in 1 of"), "\(long)")
    }

    @Test(
        arguments: [
            (.status(3), "3", "null", "false"), (.signal(11), "null", "11", "false"),
            (.outlasted, "null", "null", "true"),
            (.stopped("was stopped at 3 s: nothing has reached it"), "null", "null", "true"),
        ] as [(ProgramResult.End, String, String, String)])
    func `how a program ended`(
        end: ProgramResult.End, status: String, signal: String, hung: String
    ) throws {
        let file = try ScenarioFile(reading: Array(Self.scenario.utf8), file: "f.yaml")
        let root = try Node(parsing: Array(Self.scenario.utf8))
        let document = OracleDocument(
            end: end, stdout: Array("{\"samples\": 3}\ndone\n".utf8), seconds: 1,
            world: WorldDocument(root, file, since: root, in: .seconds(1)), boards: .array([]),
            trace: "trace"
        ).json
        #expect(document["status"]?.line == status && document["signal"]?.line == signal)
        #expect(document["hung"]?.line == hung)
        #expect(document["output"]?["samples"]?.line == "3")
    }
}
