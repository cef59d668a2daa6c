import Checkout
import CommandLineProgram
import Foundation
import Glibc
import JSON
import Simulation
import Testing

@testable import CommandLineTool

/// A session of `boardsim serve`: requests in, answers out.
///
/// - Parameter hear: is called with each text for standard error.
func serve(
    _ requests: String, hear: @escaping (String) -> Void = { _ in }
) -> (answers: [String], said: String) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return ([], "no pipe") }
    let text = Array(requests.utf8)
    _ = write(ends[1], text, text.count)
    close(ends[1])
    defer { close(ends[0]) }
    var out = "", said = ""
    var console = Console.system
    console.write = { out += $0 }
    console.complain = {
        said += $0
        hear($0)
    }
    let arguments = try? Arguments(
        ["--stdio"], options: serveCommandDeclaration(ToolAdditions()).allOptions, operands: .none)
    guard let arguments, serveCommand(arguments, console, input: ends[0]) == .success else {
        return ([], said)
    }
    return (out.split(separator: "\n").map(String.init), said)
}

/// Requests by method and parameters, numbered from 1; the answers' results or errors.
func ask(
    _ requests: (method: String, params: String)..., hear: @escaping (String) -> Void = { _ in }
) -> [JSONValue] {
    let lines = requests.enumerated().map { index, request in
        #"{"jsonrpc": "2.0", "id": \#(index + 1), "method": "\#(request.method)", "params": \#(request.params)}"#
    }
    let session = serve(lines.joined(separator: "\n") + "\n", hear: hear)
    #expect(session.answers.count == requests.count, "\(session)")
    return session.answers.enumerated().compactMap { index, line in
        guard let answer = try? JSONValue(reading: line.utf8) else { return nil }
        #expect(answer["id"]?.line == "\(index + 1)", "\(line)")
        return answer["result"] ?? answer["error"]
    }
}

let desk =
    #"{"version": 1, "boards": [{"name": "desk", "model": "MetaMotion S", "address": "E1:00:00:00:00:01"}]}"#

extension JSONValue {
    subscript(index: Int) -> JSONValue? {
        guard case .array(let items) = self, items.indices.contains(index) else { return nil }
        return items[index]
    }

    var message: String {
        guard case .string(let text)? = self["message"] else { return "" }
        return text
    }
}

@Suite struct ServeTests {
    @Test func `a run is started, stepped and stopped`() {
        let answers = ask(
            ("start", #"{"scenario": \#(desk)}"#), ("step", #"{"for": "1500 ms"}"#),
            ("step", #"{"for": 0.5}"#), ("step", #"{"until": "3 s"}"#), ("stop", "{}"),
            ("report", "{}"))
        #expect(
            answers[0].line
                == #"{"boards":[{"name":"desk","model":"MetaMotion S","firmware":"1.7.2","address":"E1:00:00:00:00:01"}],"radios":[],"time":0.0,"world":{"trouble":0.0,"fatal":false}}"#
        )
        #expect(answers[1]["time"]?.line == "1.5")
        #expect(answers[2]["time"]?.line == "2.0")
        #expect(answers[3]["time"]?.line == "3.0")
        #expect(answers[4]["report"]?["durationSeconds"]?.line == "3")
        #expect(answers[4]["status"]?.line == "0")
        #expect(answers[5].line == answers[4].line)
    }

    @Test func `scripts end when their clients and expectations do`() {
        let scenario = """
            version: 1
            boards: [{name: desk, model: MetaMotion S}]
            clients: [{name: phone, steps: [connect, {read: battery}, disconnect]}]
            expect: [{within: 9 s, connected: {exactly: 1}}]
            """
        let text = JSONValue.string(scenario).line
        let answers = ask(
            ("start", #"{"scenario": \#(text)}"#), ("finish", "{}"),
            ("step", #"{"for": "10 s"}"#), ("stop", "{}"))
        #expect(answers[1]["done"]?.line == "true")
        #expect(answers[3]["report"]?["passed"]?.line == "true", "\(answers)")
        #expect(answers[3]["report"]?["ending"]?["kind"]?.line == #""finished""#)
    }

    @Test func `the button, a move and a fault act at once`() {
        let answers = ask(
            ("start", #"{"scenario": \#(desk)}"#),
            ("move", #"{"moves": [{"turn": {"by": "90 deg", "about": "z", "for": "1 s"}}]}"#),
            ("step", #"{"for": "2 s"}"#), ("truth", "{}"),
            ("input", #"{"input": {"battery": 40}}"#),
            ("input", #"{"board": "desk", "input": {"battery": "40 %"}}"#),
            ("input", #"{"input": {"temperature": "31 degC"}}"#), ("truth", "{}"),
            ("fault", #"{"fault": {"brown-out": "1 s"}}"#), ("state", "{}"),
            ("step", #"{"for": "2 s"}"#), ("state", #"{"board": "desk"}"#),
            ("stop", "{}"))
        guard case .array(let q)? = answers[3]["orientation"], case .number(let w) = q[0],
            case .number(let z) = q[3]
        else {
            Issue.record("\(answers[3])")
            return
        }
        #expect(abs(w - 0.5.squareRoot()) < 1e-9 && abs(z - 0.5.squareRoot()) < 1e-9)
        #expect(answers[4]["code"]?.line == "-32001", "\(answers[4])")
        #expect(answers[7]["temperature"]?.line == "31.0")
        #expect(answers[9]["boards"]?[0]?["powered"]?.line == "false")
        #expect(answers[9]["boards"]?[0]?["battery"]?.line == "40.0")
        #expect(answers[11]["boards"]?[0]?["powered"]?.line == "true")
        #expect(answers[11]["boards"]?[0]?["resets"]?.line == "1")
    }

    @Test func `an action has one spelling, and three others`() {
        func state(_ method: String, _ params: String) -> [String] {
            let answers = ask(
                ("start", #"{"scenario": \#(desk)}"#), (method, params), ("step", #"{"for": 2}"#),
                ("truth", "{}"), ("state", "{}"), ("save", "{}"), ("stop", "{}"))
            #expect(answers[1]["done"]?.line == "true", "\(answers[1])")
            return answers[3...5].map(\.line)
        }
        for (action, method, params) in [
            (#"{"temperature": "31 degC"}"#, "input", #""input": {"temperature": "31 degC"}"#),
            (#"{"brown-out": "500 ms"}"#, "fault", #""fault": {"brown-out": "500 ms"}"#),
            (#"{"motion": [{"shake": {}}]}"#, "move", #""moves": [{"shake": {}}]"#),
        ] {
            #expect(
                state("do", #"{"board": "desk", "do": \#(action)}"#)
                    == state(method, "{\(params)}"))
        }
    }

    @Test func `the state says what a board does`() {
        let scenario = """
            version: 1
            boards: [{name: desk, model: MetaMotion S}]
            clients:
              - name: phone
                steps:
                  - connect
                  - initialise
                  - led: {channel: green, pattern: solid}
                  - haptic: {actuator: motor, for: 10 s}
                  - log: {acceleration: {rate: 50 Hz}}
                  - stream: [rotation]
                  - wait: 60 s
            """
        let answers = ask(
            ("start", #"{"scenario": \#(JSONValue.string(scenario).line)}"#),
            ("step", #"{"for": "6 s"}"#), ("state", "{}"), ("finish", #"{"within": "2 s"}"#),
            ("stop", "{}"))
        let board = answers[2]["boards"]?[0]
        #expect(board?["connected"]?.line == "true" && board?["vibrating"]?.line == "true")
        #expect(board?["led"]?.line == #"{"red":0.0,"green":1.0,"blue":0.0}"#)
        #expect(board?["streaming"]?.line == #"["gyro"]"#)
        #expect(board?["log"]?["recording"]?.line == "true")
        #expect(board?["log"]?["entries"]?.line != "0" && board?["log"]?["fill"]?.line != "0.0")
        let sent = board?["notifications"]?["sent"]?.line
        #expect(sent != "0" && sent == board?["notifications"]?["made"]?.line)
        #expect(board?["notifications"]?["dropped"]?.line == "0")
        #expect(answers[3].line == #"{"time":8.0,"done":false}"#)
        // What protocol 2 adds.
        #expect(board?["identity"]?["name"]?.line == #""desk""#)
        #expect(board?["link"]?["state"]?.line == #""connected""#)
        #expect(board?["motor"]?["running"]?.line == "true")
        #expect(board?["light"]?["patterns"]?["green"]?["playing"]?.line == "true")
        #expect(board?["log"]?["loggers"]?["0"]?["source"]?.line == #""acceleration""#)
        #expect(board?["pose"]?["orientation"]?.line == "[1.0,0.0,0.0,0.0]")
        #expect(board?["surroundings"]?["temperature"]?.line == "22.0")
        #expect(board?["pins"]?[0]?.line == "null" && board?["graph"] == nil)
    }

    @Test func `the truth has the board's axes and the units of the guide`() {
        let moves = """
            [{"turn": {"by": "90 deg", "about": "z", "for": "1 s"}}, {"lift": {"by": "1 m", "for": "2 s"}},
            {"spin": {"rate": "90 deg/s", "about": "z", "for": "10 s"}}]
            """.replacing("\n", with: " ")
        let answers = ask(
            ("start", #"{"scenario": \#(desk)}"#), ("move", #"{"moves": \#(moves)}"#),
            ("step", #"{"for": 2}"#), ("truth", "{}"), ("step", #"{"for": 6}"#), ("truth", "{}"),
            ("stop", "{}"))
        func numbers(_ answer: JSONValue, _ name: String) -> [Double] {
            guard case .array(let items)? = answer[name] else { return [] }
            return items.map { if case .number(let number) = $0 { number } else { .nan } }
        }
        func isClose(_ numbers: [Double], _ wanted: [Double]) -> Bool {
            numbers.count == wanted.count
                && zip(numbers, wanted).allSatisfy { abs($0 - $1) < 1e-6 }
        }
        let (lifted, spun) = (answers[3], answers[5])
        // North is y: to the right of a board that was turned to the left.
        #expect(isClose(numbers(lifted, "magneticField"), [20, 0, -44]))
        #expect(isClose(numbers(lifted, "position"), [0, 0, 0.5]))
        #expect(isClose(numbers(lifted, "velocity"), [0, 0, 0.9375]))
        #expect(isClose(numbers(lifted, "force"), [0, 0, 1]))
        #expect(isClose(numbers(spun, "rotation"), [0, 0, 90]))
        #expect(isClose(numbers(spun, "acceleration"), [0, 0, 0]))
        #expect(lifted["pressure"]?.line.hasPrefix("1013.18") == true)
        #expect(lifted["humidity"]?.line == "45.0" && lifted["illuminance"]?.line == "300.0")
    }

    @Test func `a number of seconds is rounded to nanoseconds`() {
        let answers = ask(
            ("start", #"{"scenario": \#(desk)}"#), ("step", #"{"for": 0.30000000000000004}"#),
            ("step", #"{"for": 1e300}"#), ("stop", "{}"))
        #expect(answers[1]["time"]?.line == "0.3")
        #expect(answers[2].message.contains("`for` is too long; write at most 400 d"))
    }

    @Test func `mutated requests never trap (fuzz)`() {
        let rounds = ProcessInfo.processInfo.environment["FUZZ_ROUNDS"].flatMap(Int.init) ?? 2_000
        let lines = [
            #"{"jsonrpc": "2.0", "id": 1, "method": "start", "params": {"scenario": \#(desk)}}"#,
            #"{"jsonrpc": "2.0", "id": 2, "method": "step", "params": {"for": "0.5 ms"}}"#,
            #"{"jsonrpc": "2.0", "id": 3, "method": "input", "params": {"input": {"button": "click"}}}"#,
            #"{"jsonrpc": "2.0", "id": 4, "method": "move", "params": {"moves": [{"rest": "1 s"}]}}"#,
            #"{"jsonrpc": "2.0", "id": 5, "method": "truth"}"#,
            #"{"jsonrpc": "2.0", "id": 6, "method": "do", "params": {"do": {"reset": {}}}}"#,
        ].map { Array($0.utf8) }
        var random = RandomStream(seed: 1, purpose: "requests")
        for _ in 0..<(rounds / 100) {
            var session: [UInt8] = lines[0] + [0x0A]
            for _ in 0..<100 {
                var line = lines[Int(random.next() % UInt64(lines.count))]
                for _ in 0..<(random.next() % 4) {
                    line[Int(random.next() % UInt64(line.count))] = UInt8(random.next() % 95 + 32)
                }
                session += line + [0x0A]
            }
            #expect(serve(String(decoding: session, as: UTF8.self)).answers.count > 1)
        }
    }

    @Test func `the same requests have the same answers`() {
        let moves = #"{"moves": [{"shake": {"rate": "4 Hz", "for": "2 s"}}]}"#
        let requests = [
            ("start", #"{"scenario": \#(desk), "options": {"seed": 7}}"#), ("move", moves),
            ("step", #"{"for": "1234567 ns"}"#), ("truth", "{}"), ("state", "{}"),
            ("stop", "{}"),
        ]
        let lines = requests.enumerated().map {
            #"{"jsonrpc": "2.0", "id": \#($0), "method": "\#($1.0)", "params": \#($1.1)}"#
        }
        let text = lines.joined(separator: "\n") + "\n"
        #expect(serve(text).answers == serve(text).answers)
        #expect(serve(text).answers.count == requests.count)
    }

    @Test(arguments: [
        ("nonsense", "{}", -32601, "there is no method `nonsense`"),
        ("strat", "{}", -32601, "did you mean `start`?"),
        ("step", #"{"for": "1 s"}"#, -32000, "step: there is no run; begin one with `start`"),
        ("step", #"{"fro": "1 s"}"#, -32602, "unknown parameter `fro`; did you mean `for`?"),
        ("start", "{}", -32602, "start: write either `scenario` or `file`"),
        ("start", "[]", -32602, "`params` of `start` must be an object"),
        ("start", #"{"scenario": "version: 2"}"#, -32001, "scenario:1:10: error:"),
        (
            "start", #"{"scenario": {"version": 1, "boards": [{"modle": "R"}]}}"#, -32001,
            "unknown key `modle` in board; did you mean `model`?"
        ),
        ("start", #"{"file": "/nowhere.yaml"}"#, -32001, "No such file or directory"),
        (
            "start", #"{"scenario": \#(desk), "options": {"sped": 1}}"#, -32001,
            "unknown option `--sped`; did you mean `--speed`?"
        ),
        (
            "start", #"{"scenario": \#(desk), "options": {"speed": 2}}"#, -32001,
            "the option `speed` needs `radio`"
        ),
        (
            "start", #"{"scenario": \#(desk), "options": {"radio": "hci-unix:/nowhere/s"}}"#,
            -32002, "--radio hci-unix:/nowhere/s"
        ),
    ])
    func `a wrong request is refused, and says why`(
        method: String, params: String, code: Int, message: String
    ) {
        let answer = ask((method, params))[0]
        #expect(answer["code"]?.line == "\(code)", "\(answer)")
        #expect(answer.message.contains(message), "\(answer.message)")
    }

    @Test(arguments: [
        ("step", "{}", -32602, "step: write either `for` or `until`"),
        ("step", #"{"for": "soon"}"#, -32602, "step: `for` is not a time; write such as"),
        ("step", #"{"for": -1}"#, -32602, "`for` is not a time"),
        ("step", #"{"for": -1e300}"#, -32602, "`for` is not a time"),
        ("step", #"{"for": 100000000}"#, -32602, "`for` is too long; write at most 400 d"),
        ("start", #"{"scenario": \#(desk)}"#, -32000, "a run is active"),
        ("truth", #"{"board": "desc"}"#, -32602, "no board `desc`; did you mean `desk`?"),
        ("input", "{}", -32602, "input: `input` is missing"),
        ("do", "{}", -32602, "do: `do` is missing"), ("do", #"{"do": 1}"#, -32001, "action `1`"),
        ("do", #"{"input": {}}"#, -32602, "unknown parameter `input`"),
        (
            "do", #"{"do": {"temperature": "900 degC"}}"#, -32001,
            "temperature: `900 degC` is out of range; use -60 degC to 120 degC"
        ),
        ("input", #"{"input": {"buton": "press"}}"#, -32001, "did you mean `button`?"),
        ("fault", #"{"fault": {"link-loss": "5 parsec"}}"#, -32001, "parsec"),
        ("move", #"{"moves": []}"#, -32001, "use at least 1"),
        ("move", #"{"moves": [{"recording": "nowhere.csv"}]}"#, -32001, "nowhere.csv"),
    ])
    func `a wrong request leaves the run as it is`(
        method: String, params: String, code: Int, message: String
    ) {
        let answers = ask(
            ("start", #"{"scenario": \#(desk)}"#), (method, params), ("stop", "{}"))
        #expect(answers[1]["code"]?.line == "\(code)", "\(answers[1])")
        #expect(answers[1].message.contains(message), "\(answers[1].message)")
        #expect(answers[2]["status"]?.line == "0")
    }

    @Test func `lines that are no requests are answered as JSON-RPC has it`() {
        let session = serve(
            """
            nonsense
            []
            7
            {"jsonrpc": "2.0", "method": "version"}
            {"jsonrpc": "1.0", "id": 1, "method": "version"}
            [{"jsonrpc": "2.0", "id": 2, "method": "version"}, {"jsonrpc": "2.0", "method": "version"}, 1]
            {"jsonrpc": "2.0", "id": "three", "method": "nonsense"}
            """)
        let codes = session.answers.map { line -> String in
            let answer = (try? JSONValue(reading: line.utf8)) ?? .null
            guard case .array(let items) = answer else {
                return (answer["id"]?.line ?? "") + " " + (answer["error"]?["code"]?.line ?? "")
            }
            return items.map { $0["id"]?.line ?? "" }.joined(separator: ",")
        }
        #expect(
            codes == [
                "null -32700", "null -32600", "null -32600", "1 -32600", "null,2",
                "\"three\" -32601",
            ], "\(codes)")
    }

    @Test func `the guide names every method and parameter`() throws {
        let page = try Repository.text("docs/guides/serve.md")
        for method in RPCMethod.allCases {
            #expect(page.contains("| `\(method.rawValue)` |"), "\(method)")
            for name in method.parameters { #expect(page.contains("`\(name)`"), "\(name)") }
        }
    }

    @Test func `a run with a radio follows the clock`() {
        let answers = ask(
            ("start", #"{"scenario": \#(desk), "options": {"radio": "hci-tcp:127.0.0.1:0"}}"#),
            ("step", #"{"for": "1 s"}"#), ("input", #"{"input": {"button": "press"}}"#),
            ("truth", "{}"), ("stop", "{}"))
        #expect(
            answers[0]["radios"]?[0]?.line.hasPrefix(#""hci-tcp:127.0.0.1:"#) == true,
            "\(answers[0])")
        #expect(answers[1].message.contains("virtual time follows the clock"))
        #expect(answers[4]["report"]?["boards"]?[0]?["name"]?.line == #""desk""#)
    }
}
