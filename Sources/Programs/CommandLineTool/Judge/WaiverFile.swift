import ClientJudge
import Declaration
import YAML

struct WaiverFile: Section {
    static let example = """
        waivers:
          - rule: MW-SENS-01
            board: wrist
            module: "03"
            reason: the next release of the app stops the sensor first
            expires: 2027-01-31
        """

    var waivers: [WaiverEntry] = []

    static let keys = Keys(Self(), "waiver file") { keys in
        keys.about = "Known breaches of the protocol by a client, accepted for a limited time."
        keys.list(\.waivers, "waivers", "The accepted breaches, one entry each.")
    }

    /// Whether bytes look like a waiver file rather than a scenario: a line begins with `waivers:`.
    static func isOne(_ bytes: [UInt8]) -> Bool {
        bytes.split(separator: UInt8(ascii: "\n")).contains { $0.starts(with: "waivers:".utf8) }
    }

    /// Reads a file; throws all its problems at once.
    static func waivers(reading text: [UInt8], file: String) throws(ScenarioError) -> [Waiver] {
        try WaiverFile(reading: text, file: file).waivers.compactMap { $0.waiver(file) }
    }
}

/// One accepted breach.
struct WaiverEntry: LocatedSection {
    var rule = ""
    var board: String?
    var module: String?
    var register: String?
    var reason = ""
    var expires = ""
    var mark = Mark.start

    static let keys = Keys(Self(), "waiver") { keys in
        keys.about = "A rule that a client may still break, with the reason and the last day."
        keys.required(\.rule, "rule", "Id of the rule, `MW-SENS-01`, or of its family, `MW-SENS`.")
        keys.optional(\.board, "board", otherwise: "any", "Name of the board.")
        keys.optional(\.module, "module", otherwise: "any", "Module in two hexadecimal digits.")
        keys.optional(
            \.register, "register", otherwise: "any", "Register in two hexadecimal digits.")
        keys.required(\.reason, "reason", "Why it is accepted, and when it will be fixed.")
        keys.required(\.expires, "expires", "The last day on which it is accepted, `2027-01-31`.")
    }

    func check(_ reader: Reader, at mark: Mark) {
        let rules = RuleTable.rules
        if !rules.contains(where: { $0.id == rule || $0.family == rule }) {
            reader.fail(
                "there is no rule `\(rule)`", at: mark,
                fix: Suggestion.fix(rule, known: rules.map(\.id), what: "rules"))
        }
        for (key, text) in [("module", module), ("register", register)] {
            guard let text, Self.byte(text) == nil else { continue }
            reader.fail(
                "`\(key)` is `\(text)`", at: mark,
                fix: "write two hexadecimal digits in quotes, \"0B\"")
        }
        if reason.allSatisfy(\.isWhitespace) {
            reader.fail("the reason is empty", at: mark, fix: "say why the breach is accepted")
        }
        if CivilDate(expires) == nil {
            reader.fail(
                "`expires` is `\(expires)`", at: mark, fix: "write a day as 2027-01-31")
        }
    }

    private static func byte(_ text: String) -> UInt8? {
        // `UInt8` would also accept a sign.
        text.utf8.count == 2 && text.allSatisfy(\.isHexDigit) ? UInt8(text, radix: 16) : nil
    }

    func waiver(_ file: String) -> Waiver? {
        guard let day = CivilDate(expires) else { return nil }
        return Waiver(
            rule: rule, board: board, module: module.flatMap(Self.byte),
            register: register.flatMap(Self.byte), reason: reason, expires: day,
            place: "\(file):\(mark.line)")
    }
}
