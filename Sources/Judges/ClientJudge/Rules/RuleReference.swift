/// The rules as a document: `docs/rules.md` is made by this and by nothing else.
public enum RuleReference {
    /// Markdown: a heading a rule, which is its anchor, by family.
    public static func markdown() -> String {
        var text = """
            # What a client must keep

            Made from the tables in `Sources/Judges/ClientJudge/Rules`; do not edit. \
            `BOARDSIM_UPDATE=1 swift test --filter RuleReferenceTests` writes it anew. \
            [Judging clients](guides/judging-clients.md) tells how they are used.

            A breach of an *error* does not work on real hardware, of a *warning* on some boards or \
            by luck, of a *note* not as well as it could. Sections are those of the protocol \
            documents, or of the Bluetooth Core Specification where it is named.

            \(RuleTable.rules.count) rules:

            | rule | severity | what is wrong |
            |---|---|---|

            """
        for rule in RuleTable.rules {
            text += "| [\(rule.id)](#\(anchor(rule))) | \(rule.severity) | \(rule.title) |\n"
        }
        for rule in RuleTable.rules {
            text += """

                ## \(rule.id)

                **\(rule.severity)**: \(rule.title) (\(rule.section)).

                * Why: \(rule.why).
                * Mend: \(rule.mend).

                """
        }
        return text
    }

    /// What a heading is linked by.
    static func anchor(_ rule: Rule) -> String { rule.id.lowercased() }
}
