import ClientJudge
import Simulation

/// The judge's part of the JSON report, by name; absent fields are nil here.
struct FindingsBody: Codable, Equatable {
    struct Waived: Codable, Equatable {
        var reason: String
        var expires: String
    }

    struct Finding: Codable, Equatable {
        var key: String
        var rule: String
        var severity: String
        var title: String
        var section: String
        var why: String
        var mend: String
        var board: String
        var line: Int
        var connection: Int
        var source: String?
        var module: String?
        var register: String?
        var packet: String?
        var words: String?
        var detail: String
        var count: Int
        var firstSeconds: Double
        var lastSeconds: Double
        var waiver: Waived?
    }

    struct Register: Codable, Equatable {
        var id: String
        var name: String
        var accepted: Int
        var read: Int
        var ignored: Int
        var why: String?
        var notified: Int
    }

    struct Module: Codable, Equatable {
        var id: String
        var name: String
        var present: Bool
        var exercised: Int
        var total: Int
        var registers: [Register]
    }

    struct Value: Codable, Equatable {
        var uuid: String
        var read: Int
        var written: Int
    }

    struct Card: Codable, Equatable {
        var board: String
        var model: String
        var exercised: Int
        var total: Int
        var modules: [Module]
        var values: [Value]
    }

    struct Comparison: Codable, Equatable {
        var regressions: [String]
        var progressions: [String]
    }

    var passed: Bool
    var verdict: String
    var findings: [Finding]
    var scoreCards: [Card]
    var comparison: Comparison?
}

extension FindingsBody {
    init(_ report: ClientReport) {
        self.init(
            passed: report.assessment.passed, verdict: report.verdict,
            findings: report.assessment.judged.map { Finding($0, report) },
            scoreCards: report.scoreCards.map { Card($0) },
            comparison: report.comparison.map {
                Comparison(regressions: $0.regressions, progressions: $0.progressions)
            })
    }
}

extension FindingsBody.Finding {
    init(_ judged: Assessment.Judged, _ report: ClientReport) {
        let finding = judged.finding
        self.init(
            key: finding.key, rule: finding.rule.id, severity: "\(finding.rule.severity)",
            title: finding.rule.title, section: finding.rule.section, why: finding.rule.why,
            mend: finding.rule.mend, board: finding.board, line: report.line(finding),
            connection: finding.connection, source: finding.sourceInWords,
            module: finding.moduleInHex,
            register: finding.registerInHex,
            packet: finding.packet.isEmpty ? nil : finding.packetInHex,
            words: finding.words.isEmpty ? nil : finding.words, detail: finding.detail,
            count: finding.count, firstSeconds: finding.first.exactSeconds,
            lastSeconds: finding.last.exactSeconds,
            waiver: judged.waiver.map {
                .init(reason: $0.reason, expires: "\($0.expires)")
            })
    }
}

extension FindingsBody.Card {
    init(_ card: ScoreCard) {
        self.init(
            board: card.board, model: card.model, exercised: card.exercised, total: card.total,
            modules: card.modules.map { FindingsBody.Module($0) },
            values: card.values.map { .init(uuid: $0.uuid, read: $0.read, written: $0.written) })
    }
}

extension FindingsBody.Module {
    init(_ module: ScoreCard.Module) {
        self.init(
            id: module.hex, name: module.name, present: module.isPresent,
            exercised: module.exercised, total: module.total,
            registers: module.registers.filter(\.isTouched).map {
                FindingsBody.Register(
                    id: $0.hex, name: $0.name, accepted: $0.accepted, read: $0.read,
                    ignored: $0.ignored, why: $0.why.isEmpty ? nil : $0.why,
                    notified: $0.notified)
            })
    }
}
