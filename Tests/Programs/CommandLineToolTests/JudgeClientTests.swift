import CommandLineProgram
import Foundation
import Testing

@testable import CommandLineTool

/// `boardsim run --judge-client`, on a disk that is none.
@Suite struct JudgeClientTests {
    private static func scenario(_ steps: String) -> String {
        """
        version: 1
        boards:
          - {name: wrist, model: MetaMotion S}
        clients:
          - {name: phone, steps: [connect, \(steps), disconnect]}
        expect:
          - {within: 9 s, connected: {at-least: 1}}
        """
    }

    private static let waivers = """
        waivers:
          - rule: MW-SENS-01
            module: "03"
            reason: the next release stops it first
            expires: 2027-01-31
        """

    private static let files = [
        "good.yaml": scenario("initialise, {write: 03 03 a8 02}"),
        "careless.yaml": scenario("{write: 03 03 a8 02}"),
        "bad.yaml": scenario("{write: 03 01 01}, {write: 03 03 a8 03}, {write: 03 01 00}"),
        "failing.yaml": scenario("wait: 1 s").replacing("at-least: 1", with: "at-least: 2"),
        "waivers.yaml": waivers,
        "unknown.yaml": waivers.replacing("MW-SENS-01", with: "MW-SENZ-01"),
        "day.yaml": waivers.replacing("2027-01-31", with: "soon"),
        "key.yaml": waivers.replacing("reason", with: "raeson"),
        "module.yaml": waivers.replacing("\"03\"", with: "three"),
        "sign.yaml": waivers.replacing("\"03\"", with: "\"+3\""),
        "empty.yaml": "",
        "other.json": "{\"format\": \"something\"}",
        "plain.json": "{\"format\": \"boardsim report\"}",
        "broken.json": "{",
    ]

    private struct Session {
        var status: CommandLineProgram.ExitStatus
        var out = ""
        var err = ""

        init(_ line: String, _ more: [String: String] = [:]) {
            var out = "", err = ""
            let files = JudgeClientTests.files.merging(more) { $1 }
            let console = Console(
                write: { out += $0 }, complain: { err += $0 },
                read: { path throws(FileError) in
                    guard let text = files[path] else {
                        throw FileError(path: path, reason: "No such file or directory")
                    }
                    return Array(text.utf8)
                },
                save: { _, path throws(FileError) in
                    throw FileError(path: path, reason: "no disk")
                })
            status = Tool.run(line.split(separator: " ").map(String.init), console)
            (self.out, self.err) = (out, err)
        }
    }

    @Test func `a passed deadline is the status, also of a client that breaks the rules`() {
        let late =
            Self.scenario("{write: 03 01 01}, {write: 03 03 a8 03}, {wait: 1 h}")
            + "\ndeadline: 20 s\n"
        let session = Session("run late.yaml --judge-client", ["late.yaml": late])
        #expect(session.status == .deadline && session.out.contains("MW-SENS-01"), "\(session)")
    }

    @Test(arguments: [
        ("run good.yaml --judge-client", 0, "The client follows the rules", ""),
        ("run good.yaml --judge-client --strict", 0, "The client follows the rules", ""),
        (
            "run careless.yaml --judge-client", 0,
            "The client may fail on a real board: 1 warning", ""
        ),
        ("run careless.yaml --judge-client --strict", 1, "warning MW-CONN-01: ", ""),
        ("run bad.yaml", 0, "1 of 1 expectation held", ""),
        ("run bad.yaml --judge-client", 1, "error MW-SENS-01: a sensor is configured", ""),
        (
            "run bad.yaml --judge-client=waivers.yaml --today 2026-11-21", 0,
            "waived until 2027-01-31: the next release stops it first", ""
        ),
        (
            "run bad.yaml --judge-client=waivers.yaml --today 2027-02-01", 1,
            "error JD-WAIVER-01: a waiver has expired", ""
        ),
        (
            "run good.yaml --judge-client=waivers.yaml --today 2026-11-21", 0,
            "note JD-WAIVER-02: a waiver accepts nothing", ""
        ),
        (
            "run bad.yaml --judge-client --report github", 1,
            "::error file=bad.yaml,line=3,title=MW-SENS-01 ", ""
        ),
        (
            "run failing.yaml --report github", 1,
            "::error file=failing.yaml,line=7,title=", ""
        ),
        ("run bad.yaml --judge-client=none.yaml", 2, "", "none.yaml: error: the file cannot"),
        (
            "run bad.yaml --judge-client=unknown.yaml", 2, "",
            "unknown.yaml:2:5: error: there is no rule `MW-SENZ-01`; did you mean `MW-SENS-01`?"
        ),
        ("run bad.yaml --judge-client=day.yaml", 2, "", "day.yaml:2:5: error: `expires` is `soon`"),
        (
            "run bad.yaml --judge-client=key.yaml", 2, "",
            "key.yaml:4:5: error: unknown key `raeson`"
        ),
        ("run bad.yaml --judge-client=module.yaml", 2, "", "module.yaml:2:5: error: `module` is"),
        ("check waivers.yaml", 0, "no problem in 1 file", ""),
        ("check day.yaml", 2, "day.yaml:2:5: error: `expires` is `soon`", ""),
        ("run bad.yaml --judge-client=sign.yaml", 2, "", "sign.yaml:2:5: error: `module` is `+3`"),
        (
            "run bad.yaml --judge-client=empty.yaml", 2, "",
            "empty.yaml:1:1: error: the file is empty; begin with `waivers:`"
        ),
        (
            "run bad.yaml --judge-client=waivers.yaml --today 2027-02-01", 1,
            " s: 03; waivers.yaml:2: MW-SENS-01 until 2027-01-31", ""
        ),
        ("run bad.yaml --report sarif", 2, "", "add --judge-client"),
        ("run bad.yaml --strict", 2, "", "--strict needs --judge-client; add it"),
        ("run bad.yaml --baseline plain.json", 2, "", "--baseline needs --judge-client"),
        ("run bad.yaml --judge-client --today now", 2, "", "write a day as 2027-01-31"),
        ("run bad.yaml --judge-client --baseline none.json", 2, "", "none.json: error: it cannot"),
        ("run bad.yaml --judge-client --baseline broken.json", 2, "", "this is not a JSON report"),
        ("run bad.yaml --judge-client --baseline other.json", 2, "", "its format is \"something\""),
        ("run bad.yaml --judge-client --baseline plain.json", 2, "", "were not judged"),
        ("run bad.yaml --judge-client --judge-client", 2, "", "was given twice"),
    ])
    func `says what it finds and what is wrong with its options`(
        line: String, status: Int, out: String, err: String
    ) {
        let session = Session(line)
        #expect(session.status.rawValue == Int32(status), "\(session.err)\(session.out)")
        #expect(out.isEmpty || session.out.contains(out), "\(session.out)")
        #expect(err.isEmpty || session.err.contains(err), "\(session.err)")
    }

    @Test func `an earlier report tells what is new and what is gone`() {
        let bad = Session("run bad.yaml --judge-client --report json").out
        let good = Session("run good.yaml --judge-client --report json").out
        let files = ["bad.json": bad, "good.json": good]
        let worse = Session("run bad.yaml --judge-client --baseline good.json", files)
        #expect(worse.out.contains("new: MW-SENS-01 wrist 03 03"))
        let better = Session("run good.yaml --judge-client --baseline bad.json", files)
        #expect(better.out.contains("gone: MW-SENS-01 wrist 03 03"))
        let same = Session("run bad.yaml --judge-client --baseline bad.json", files)
        #expect(same.out.contains("no changes"))
        let sarif = Session(
            "run bad.yaml --judge-client --baseline bad.json --report sarif", files)
        #expect(sarif.out.contains("\"baselineState\" : \"unchanged\""))
    }

    @Test func `SARIF names rule, place and times`() throws {
        let text = Session("run bad.yaml --judge-client --report sarif").out
        let root = try #require(
            JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(root["version"] as? String == "2.1.0")
        let run = try #require((root["runs"] as? [[String: Any]])?.first)
        let result = try #require((run["results"] as? [[String: Any]])?.first)
        #expect(result["ruleId"] as? String == "MW-SENS-01")
        #expect(result["level"] as? String == "error")
        let driver = (run["tool"] as? [String: Any])?["driver"] as? [String: Any]
        let rules = try #require(driver?["rules"] as? [[String: Any]])
        let index = try #require(result["ruleIndex"] as? Int)
        #expect(rules[index]["id"] as? String == "MW-SENS-01")
        let location = try #require((result["locations"] as? [[String: Any]])?.first)
        let physical = location["physicalLocation"] as? [String: [String: Any]]
        #expect(physical?["artifactLocation"]?["uri"] as? String == "bad.yaml")
        #expect(physical?["region"]?["startLine"] as? Int == 3)
        let logical = location["logicalLocations"] as? [[String: Any]]
        #expect(
            logical?.first?["fullyQualifiedName"] as? String == "wrist/accelerometer/data config")
    }

    @Test func `JUnit has a suite a family and a case a rule`() {
        let text = Session("run bad.yaml --judge-client --report junit").out
        #expect(text.contains("<testsuite name=\"client: MW-SENS\""))
        #expect(text.contains("type=\"MW-SENS-01\""))
        let plain = Session("run bad.yaml --report junit").out
        #expect(!plain.contains("client:"))
        let waived = Session(
            "run bad.yaml --judge-client=waivers.yaml --today 2026-11-21 --report junit"
        ).out
        #expect(waived.contains("<skipped message=\"waived: the next release stops it first\"/>"))
    }
}
