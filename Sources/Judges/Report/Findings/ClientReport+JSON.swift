import ClientJudge
import JSON

extension ClientReport: JSONFields {
    package static var blank: Self { Self(Assessment([]), scoreCards: [], file: "", places: []) }

    package mutating func fields(_ c: inout some JSONCoder) {
        c.derived(passed, "passed")
        c.derived(verdict, "verdict")
        var findings = assessment.judged.map { JudgedFinding($0, line: line($0.finding)) }
        c(&findings, "findings")
        assessment.judged = findings.map(\.judged)
        // Only boards with findings have lines; the others are not needed.
        for finding in findings where !places.contains(where: { $0.board == finding.board }) {
            places.append((finding.board, finding.line))
        }
        c(&scoreCards, "scoreCards")
        c(&comparison, "comparison")
        var strict: Bool? = isStrict ? true : nil
        c(&strict, "strict")
        isStrict = strict ?? false
    }
}

/// A finding with its waiver, and with the line of its board.
private struct JudgedFinding: JSONFields {
    static var blank: Self {
        Self(Assessment.Judged(finding: .blank(RuleTable.rules[0])), line: 1)
    }

    var judged: Assessment.Judged
    var line: Int
    var board: String { judged.finding.board }

    init(_ judged: Assessment.Judged, line: Int) {
        self.judged = judged
        self.line = line
    }

    /// The rule's texts are written; on decode they come from the table of rules.
    mutating func fields(_ c: inout some JSONCoder) {
        c.derived(judged.finding.key, "key")
        c.rule(&judged.finding.rule, "rule")
        let rule = judged.finding.rule
        c.derived("\(rule.severity)", "severity")
        c.derived(rule.title, "title")
        c.derived(rule.section, "section")
        c.derived(rule.why, "why")
        c.derived(rule.fix, "fix")
        c(&judged.finding.board, "board")
        c(&line, "line")
        c.count(&judged.finding.connection, "connection")
        c.source(of: &judged.finding, "source")
        c.hex(&judged.finding.module, "module")
        c.hex(&judged.finding.register, "register")
        c.hex(&judged.finding.packet, "packet")
        c.unlessEmpty(&judged.finding.words, "words")
        c(&judged.finding.detail, "detail")
        c.count(&judged.finding.count, "count")
        c.seconds(&judged.finding.first, "firstSeconds")
        c.seconds(&judged.finding.last, "lastSeconds")
        c(&judged.waiver, "waiver")
        judged.waiver?.rule = rule.id
    }
}

extension JSONCoder {
    fileprivate mutating func rule(_ rule: inout Rule, _ key: String) {
        required(
            &rule, key, write: { $0.id },
            read: { (written: String) throws(JSONFault) in
                guard let rule = RuleTable.rule(written) else {
                    throw .wrong("is `\(written)`, which is not a rule of this program")
                }
                return rule
            })
    }

    /// `event 3`, `macro 1`; left out for the client itself.
    fileprivate mutating func source(of finding: inout Finding, _ key: String) {
        let before = finding
        func read(_ words: String?) -> Finding? {
            var finding = before
            return finding.setSource(inWords: words) ? finding : nil
        }
        optional(
            &finding, key, otherwise: read(nil) ?? before, write: { $0.sourceInWords },
            read: { (written: String) throws(JSONFault) in
                guard let finding = read(written) else {
                    throw .wrong("is `\(written)`, which is not a sender")
                }
                return finding
            })
    }
}

extension Waiver: JSONFields {
    package static var blank: Self {
        Self(rule: "", reason: "", expires: .last)
    }

    package mutating func fields(_ c: inout some JSONCoder) {
        c(&reason, "reason")
        c.required(
            &expires, "expires", write: { $0.description },
            read: { (written: String) throws(JSONFault) in
                guard let day = CivilDate(written) else {
                    throw .wrong("is `\(written)`, which is not a day")
                }
                return day
            })
    }
}

extension ScoreCard: JSONFields {
    package mutating func fields(_ c: inout some JSONCoder) {
        c(&board, "board")
        c(&model, "model")
        c.derived(exercised, "exercised")
        c.derived(total, "total")
        c(&modules, "modules")
        var counted = values.map { CountedValue(uuid: $0.uuid, read: $0.read, written: $0.written) }
        c(&counted, "values")
        values = counted.map { ($0.uuid, $0.read, $0.written) }
    }
}

private struct CountedValue: JSONFields {
    static var blank: Self { Self(uuid: "", read: 0, written: 0) }

    var uuid: String
    var read: Int
    var written: Int

    mutating func fields(_ c: inout some JSONCoder) {
        c(&uuid, "uuid")
        c.count(&read, "read")
        c.count(&written, "written")
    }
}

extension ScoreCard.Module: JSONFields {
    package mutating func fields(_ c: inout some JSONCoder) {
        c.hex(&id, "id")
        c(&name, "name")
        c(&isPresent, "present")
        c.derived(exercised, "exercised")
        c.count(&total, "total")
        // The others are empty.
        var touched = registers.filter(\.isTouched)
        c(&touched, "registers")
        registers = touched
    }
}

extension ScoreCard.Register: JSONFields {
    package mutating func fields(_ c: inout some JSONCoder) {
        c.hex(&id, "id")
        c(&name, "name")
        c.count(&accepted, "accepted")
        c.count(&read, "read")
        c.count(&ignored, "ignored")
        c.unlessEmpty(&why, "why")
        c.count(&notified, "notified")
    }
}

extension FindingComparison: JSONFields {
    package static var blank: Self { Self(regressions: [], progressions: []) }

    package mutating func fields(_ c: inout some JSONCoder) {
        c(&regressions, "regressions")
        c(&progressions, "progressions")
    }
}
