import ClientJudge
import Conformance
import Declaration
import JSON
import ScenarioFile
import Wire

/// Explains a finding of the judge, or a packet.
let explainTool = MCPTool(
    name: "explain", title: "Explain a finding or a packet",
    about:
        "Explains a rule that a client broke, or a packet in words, each with the lines of the protocol pages about it.",
    effect: .none,
    arguments: [
        MCPArgument("finding", "The id of a rule, as findings have it: `MW-READOUT-11`."),
        MCPArgument("packet", "Instead: a packet in hex: `0b 85`."),
        MCPArgument(
            "direction", .choice(["to-board", "from-board"]),
            "Of the packet: written by a client, or sent by the board. Default: to-board."),
        MCPArgument("model", "The board of the packet. Default: MetaMotion S."),
    ]
) { (parameters, session) throws(RPCError) in
    switch (try parameters.text("finding"), try parameters.text("packet")) {
    case (let id?, nil): return .done(try Explanation(session.pages).finding(id))
    case (nil, let packet?):
        return .done(
            try Explanation(session.pages).packet(
                packet, isFromBoard: try parameters.text("direction") == "from-board",
                model: try parameters.text("model") ?? BoardModel.metaMotionS.rawValue))
    default: throw parameters.wrong("write either `finding` or `packet`")
    }
}

/// Rules and packets with what the pages say about them.
private struct Explanation {
    private let pages: MCPPages

    init(_ pages: MCPPages) { self.pages = pages }

    func finding(_ id: String) throws(RPCError) -> MCPResult {
        // The key of a finding has the board and register after the id.
        let name = id.split(separator: " ").first.map { $0.uppercased() } ?? ""
        guard let rule = RuleTable.rule(name) else {
            throw RPCError(
                .wrongInput,
                "there is no rule `\(id)`; "
                    + (Suggestion.nearest(to: name, in: RuleTable.rules.map(\.id)).map {
                        "did you mean `\($0)`? "
                    } ?? "") + "`rules` lists them")
        }
        let words = "\(rule.title) \(rule.why) \(rule.fix)"
        var lines = registers(in: words).compactMap { register($0, $1) }
        lines += rows(rule.section)
        let found = pages.search("\(rule.title) \(rule.why)", in: "protocol/behaviour", most: 4)
        lines += found.map { ($0.place, $0.short) }
        return MCPResult(
            text: """
                \(rule.id), \(rule.severity): \(rule.title) (\(rule.section)).
                Why: \(rule.why).
                Fix: \(rule.fix).

                In the protocol pages:
                \(Self.text(lines))
                """,
            data: [
                ("id", .string(rule.id)), ("severity", .string("\(rule.severity)")),
                ("title", .string(rule.title)), ("why", .string(rule.why)),
                ("fix", .string(rule.fix)), ("lines", Self.json(lines)),
            ])
    }

    func packet(_ text: String, isFromBoard: Bool, model: String) throws(RPCError) -> MCPResult {
        guard let bytes = Hex.bytes(text), bytes.count >= 2 else {
            throw RPCError(
                .wrongInput,
                "`\(text)` is no packet; write two bytes or more in hexadecimal, such as `0b 85`")
        }
        guard let board = BoardModel(rawValue: model) else {
            throw RPCError(.wrongInput, "there is no board `\(model)`; \(BoardModel.fix(model))")
        }
        guard board != .triki else {
            throw RPCError(
                .wrongInput,
                "packets of a Triki cap have no registers; read `guide` with the page"
                    + " `protocol/behaviour/triki`")
        }
        let facts = BoardFacts(name: model, model: model, firmware: "", hardware: "")
        let words = BoardWords.words(bytes, fromBoard: isFromBoard, of: facts)
        let (module, register) = (Hex.text([bytes[0]]), Hex.text([bytes[1] & 0x3F]))
        var lines = self.register(module, register).map { [$0] } ?? []
        let found = pages.search(words, in: "protocol/behaviour", most: 3)
        lines += found.map { ($0.place, $0.short) }
        let rules = RuleTable.rules.filter { rule in
            registers(in: "\(rule.why) \(rule.fix)").contains { $0 == (module, register) }
        }
        var answer = "\(Hex.text(bytes))  \(words)\n"
        if !lines.isEmpty { answer += "\nIn the protocol pages:\n\(Self.text(lines))\n" }
        if !rules.isEmpty {
            answer += "\nRules that name this register:\n"
            answer += rules.map { "\($0.id)  \($0.title)" }.joined(separator: "\n") + "\n"
        }
        return MCPResult(
            text: answer,
            data: [
                ("packet", .string(Hex.text(bytes))), ("words", .string(words)),
                ("module", .string(module)), ("register", .string(register)),
                ("lines", Self.json(lines)), ("rules", .array(rules.map { .string($0.id) })),
            ])
    }

    // MARK: The pages

    private static func text(_ lines: [(place: String, line: String)]) -> String {
        lines.map { "\($0.place)\n  \($0.line)" }.joined(separator: "\n")
    }

    private static func json(_ lines: [(place: String, line: String)]) -> JSONValue {
        .array(
            lines.map { .object([("place", .string($0.place)), ("line", .string($0.line))]) })
    }

    /// The registers that a text names by packets such as `0B 85`, without their read bits.
    private func registers(in text: String) -> [(module: String, register: String)] {
        var found: [(String, String)] = []
        for match in text.matches(of: /\b([0-9A-F]{2}) ([0-9A-F]{2})\b/) {
            guard let bytes = Hex.bytes(match.output.1 + match.output.2) else { continue }
            let pair = (Hex.text([bytes[0]]), Hex.text([bytes[1] & 0x3F]))
            if !found.contains(where: { $0 == pair }) { found.append(pair) }
        }
        return found
    }

    /// The line of a register in the page of registers.
    private func register(_ module: String, _ register: String) -> (place: String, line: String)? {
        guard let page = pages.all.first(where: { $0.name == "protocol/registers.md" }) else {
            return nil
        }
        var isThere = false
        for (index, line) in page.lines.enumerated() {
            if line.hasPrefix("## ") { isThere = line.hasPrefix("## \(module) ") }
            if isThere, line.hasPrefix("| \(register) |") {
                return ("docs/\(page.name):\(index + 1)", String(line))
            }
        }
        return nil
    }

    /// The rows of what boards of 2026 do that a rule names: `RB26-10`.
    private func rows(_ section: String) -> [(place: String, line: String)] {
        guard let page = pages.all.first(where: { $0.name == "protocol/real-boards-2026.md" })
        else { return [] }
        return section.matches(of: /RB26-([0-9]+)/).compactMap { match in
            page.lines.firstIndex { $0.hasPrefix("| \(match.output.1) |") }.map {
                ("docs/\(page.name):\($0 + 1)", String(page.lines[$0]))
            }
        }
    }
}
