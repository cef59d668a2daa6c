import CommandLineProgram
import Foundation
import Glibc
import JSON
import Testing

@testable import CommandLineTool

/// A session of `boardsim mcp`: messages in, answers out.
private func talk(_ messages: String...) -> [JSONValue] {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return [] }
    let text = Array((messages.joined(separator: "\n") + "\n").utf8)
    _ = write(ends[1], text, text.count)
    close(ends[1])
    defer { close(ends[0]) }
    var out = ""
    var console = Console.system
    console.write = { out += $0 }
    guard
        let arguments = try? Arguments(
            [] as [String], options: mcpCommandDeclaration.allOptions, operands: .none)
    else { return [] }
    #expect(mcpCommand(arguments, console, input: ends[0], output: -1) == .success)
    return out.split(separator: "\n").compactMap { try? JSONValue(reading: $0.utf8) }
}

private let hello =
    #"{"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-06-18"}}"#

/// The result of a call of a tool.
private func call(_ tool: String, _ arguments: String) -> (text: String, result: JSONValue) {
    let request =
        #"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "\#(tool)", "arguments": \#(arguments)}}"#
    let answers = talk(hello, request)
    let result = answers.last?["result"] ?? .null
    guard case .array(let content)? = result["content"] else { return ("\(answers)", result) }
    return (content[0].word("text"), result)
}

/// The protocol and the tools that need no process; `Tests/checks/test_mcp.py` has the others, with PyPI's client.
@Suite struct MCPTests {
    @Test(arguments: [
        ("2024-11-05", "2024-11-05"), ("2025-11-25", "2025-11-25"), ("1999-01-01", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
    ])
    func `a handshake agrees on a revision`(asked: String, agreed: String) {
        let answers = talk(hello.replacing("2025-06-18", with: asked))
        #expect(answers[0]["result"]?.word("protocolVersion") == agreed)
        #expect(answers[0]["result"]?["serverInfo"]?.word("name") == "boardsim")
    }

    @Test func `before the handshake only ping is answered, or a request that names its revision`()
    {
        func list(_ version: String) -> String {
            #"{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": {"io.modelcontextprotocol/protocolVersion": "\#(version)"}}}"#
        }
        let answers = talk(
            #"{"jsonrpc": "2.0", "id": 1, "method": "ping"}"#,
            #"{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}"#, list("2026-07-28"),
            list("2030-01-01"))
        #expect(answers[0]["result"]?.line == "{}")
        #expect(answers[1]["error"]?["code"]?.line == "-32600")
        #expect(answers[2]["result"]?.list("tools").count == MCPSession.tools.count)
        #expect(answers[3]["error"]?["code"]?.line == "-32022")
        #expect(answers[3]["error"]?["data"]?.word("requested") == "2030-01-01")
    }

    @Test func `what looks like an answer, and unknown notices, are not answered`() {
        let answers = talk(
            #"{"jsonrpc": "2.0", "id": 1, "result": {}}"#,
            #"{"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": ""}}"#,
            #"{"jsonrpc": "2.0", "method": "notifications/none"}"#,
            #"{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}}"#)
        #expect(answers.isEmpty)
    }

    @Test func `every tool describes itself and its arguments`() {
        for tool in MCPSession.tools {
            #expect(!tool.about.isEmpty && tool.about.utf8.count < 300, "\(tool.name)")
            let schema = tool.json["inputSchema"]
            #expect(schema?["additionalProperties"]?.line == "false")
            for argument in tool.arguments {
                let entry = schema?["properties"]?[argument.name]
                #expect(
                    entry?.word("description").isEmpty == false, "\(tool.name) \(argument.name)")
            }
        }
        #expect(Set(MCPSession.tools.map(\.name)).count == MCPSession.tools.count)
    }

    @Test func `a packet is explained with its register and its rules`() {
        let (text, result) = call("explain", #"{"packet": "0B85", "model": "MetaMotion S"}"#)
        #expect(text.hasPrefix("0b 85  read logging length\n"), "\(text)")
        #expect(text.contains("docs/protocol/registers.md:"), "\(text)")
        #expect(text.contains("MW-READOUT-11"))
        #expect(result["structuredContent"]?.word("register") == "05")
        let sent = call("explain", #"{"packet": "0b 85 99 01 00 00", "direction": "from-board"}"#)
        #expect(sent.text.hasPrefix("0b 85 99 01 00 00  logging length: entries 409\n"))
    }

    @Test func `a finding is explained with the lines of the protocol`() {
        let (text, result) = call("explain", #"{"finding": "MW-READOUT-11 desk 0b 05"}"#)
        #expect(text.contains("Fix: wait 0.3 s after 0B 10"), "\(text)")
        #expect(text.contains("| 10 | flush page |"), "\(text)")
        #expect(text.contains("docs/protocol/real-boards-2026.md:"), "\(text)")
        #expect(result["structuredContent"]?.list("lines").isEmpty == false)
    }

    @Test func `a scenario is checked as text`() {
        let (text, result) = call("check", #"{"scenario": "version: 1\nbords: []\n"}"#)
        #expect(text.contains("bords"), "\(text)")
        #expect(result["structuredContent"]?["valid"]?.line == "false")
        #expect(
            call("check", #"{"scenario": \#(JSONValue.string(desk).line)}"#).text.hasSuffix(
                "is valid"))
    }

    @Test func `wrong arguments are the tool's own answer, with the remedy`() {
        for (tool, arguments, words) in [
            ("check", "{}", "write either `file` or `scenario`"),
            ("check", #"{"fil": "a"}"#, "did you mean `file`?"),
            ("new", "{}", "`file` is missing"),
            ("explain", #"{"finding": "MW-READOUT-91"}"#, "did you mean `MW-READOUT-"),
            ("explain", #"{"packet": "0b", "direction": "to-board"}"#, "two bytes or more"),
            ("explain", #"{"packet": "0b 85", "model": "Triki"}"#, "have no registers"),
            ("explain", #"{"packet": "0b 85", "direction": "up"}"#, "the choices are: to-board"),
            ("boards", #"{"model": "MetaMotion Z"}"#, "there is no board"),
            ("steps", #"{"name": "strem"}"#, "did you mean `stream`?"),
            ("rules", #"{"severity": 3}"#, "`severity` must be a string"),
            ("trace", #"{"file": "/none", "line": 1}"#, "cannot be read"),
            ("trace", #"{"file": "/dev/null", "line": 0}"#, "`line` must be a number"),
            ("run", #"{"file": "a", "set": [1]}"#, "`set` must be a list of strings"),
            ("guide", #"{"page": "explore", "section": "none"}"#, "has no section `none`"),
        ] {
            let (text, result) = call(tool, arguments)
            #expect(text.contains(words), "\(tool) \(arguments): \(text)")
            #expect(result["isError"]?.line == "true", "\(tool) \(arguments)")
        }
    }

    @Test func `answers about boards, steps, rules and pages are short`() {
        for (tool, arguments, words) in [
            ("boards", "{}", "slow-flush"),
            ("boards", #"{"model": "MetaTracker"}"#, "accelerometer"),
            ("steps", "{}", "stop-log"), ("steps", #"{"name": "upon"}"#, "packet"),
            ("steps", #"{"name": "board"}"#, "model"), ("rules", "{}", "MW-READOUT"),
            ("rules", #"{"search": "flush"}"#, "MW-READOUT-11"),
            ("rules", #"{"search": "mw-log", "severity": "error"}"#, "MW-LOG-01"),
            ("rules", #"{"search": "xyzzy"}"#, "no rule has"),
            ("guide", #"{"page": "games"}"#, "name a `section`"),
            ("guide", #"{"page": "guides/explore", "section": "which"}"#, "## Which faults"),
            ("guide", #"{"search": "a flush is not acknowledged"}"#, "real-boards-2026.md"),
        ] {
            let (text, result) = call(tool, arguments)
            #expect(text.contains(words), "\(tool) \(arguments): \(text)")
            #expect(text.utf8.count <= MCPResult.longest)
            #expect((result["structuredContent"]?.line.utf8.count ?? 0) <= MCPResult.longest + 20)
            #expect(result["isError"]?.line == "false")
        }
    }

    @Test func `a part of a trace is around a text, a time or a line`() throws {
        let place = FileManager.default.temporaryDirectory.appending(path: "t-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: place) }
        let lines = (1...100).map { "     \($0).000000000 desk  > 0b 85  line \($0)" }
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: place)
        let file = #""file": "\#(place.path)""#
        func part(_ arguments: String) -> String { call("trace", "{\(file), \(arguments)}").text }
        let time = part(#""time": "49.5 s", "lines": 6"#)
        #expect(time.hasPrefix("lines 48 to 53 of 100\n"), "\(time)")
        #expect(time.contains(">>50  ") && time.contains("line 53") && !time.contains("line 54"))
        #expect(part(#""line": 1, "lines": 3"#).hasPrefix("lines 1 to 3 of 100\n>>1  "))
        #expect(part(#""line": 100, "lines": 3"#).hasPrefix("lines 98 to 100 of 100\n"))
        let text = part(#""text": "desk 7", "occurrence": 2, "lines": 1"#)
        #expect(text.contains(" 17.0") && text.contains("19 lines match"), "\(text)")
        #expect(part(#""text": "none""#).contains("no line has `none`"))
        #expect(part(#""text": "desk", "occurrence": 101"#).contains("only 100 lines"))
        #expect(part(#""line": 101"#).contains("the trace has 100 lines"))
        #expect(part(#""time": "1 h", "lines": 2"#).contains("line 100"))
    }

    @Test func `a long text keeps its beginning and its end`() {
        let text = (1...2_000).map { "line \($0)" }.joined(separator: "\n")
        let short = MCPText.bounded(text, to: 1_000, rest: "report.txt")
        #expect(short.utf8.count <= 1_000)
        #expect(short.hasPrefix("line 1\n") && short.hasSuffix("\nline 2000"))
        #expect(short.contains("lines are left out here: report.txt"))
        #expect(MCPText.bounded(String(repeating: "ä", count: 9_000), to: 1_000).utf8.count < 500)
        #expect(MCPText.bounded("short") == "short")
    }

    @Test func `data that are too long lose the end of their lists`() {
        let items = JSONValue.array((1...5_000).map { .integer($0) })
        let result = MCPResult(text: "", data: [("items", items), ("passed", .bool(true))])
        let data = result.json["structuredContent"]
        #expect((data?.line.utf8.count ?? 0) <= MCPResult.longest + 20)
        #expect(data?["shortened"]?.line == "true" && data?["passed"]?.line == "true")
        #expect(data?.list("items").first?.line == "1")
    }

    @Test func `without pages the tools say so`() {
        let pages = MCPPages(["/none"])
        #expect(pages.search("flush", most: 3).isEmpty)
        let error = #expect(throws: RPCError.self) { try pages.page("explore") }
        #expect(error?.message.contains("not installed") == true)
    }
}
