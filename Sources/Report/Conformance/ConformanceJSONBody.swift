import Conformance

/// The fields of the JSON report of a conformance run, by name; absent ones are nil here.
struct ConformanceJSONBody: Codable, Equatable {
    struct Part: Codable, Equatable {
        var index: Int
        var count: Int
    }

    struct Totals: Codable, Equatable {
        var pass: Int
        var fail: Int
        var inconclusive: Int
        var skipped: Int
    }

    struct Board: Codable, Equatable {
        var name: String
        var model: String
        var firmware: String
        var hardware: String
        var modules: [Module]
    }

    struct Module: Codable, Equatable {
        var id: UInt8
        var name: String
        var implementation: UInt8?
        var revision: UInt8?
        var extra: String?
    }

    struct Result: Codable, Equatable {
        var place: Int
        var id: String
        var title: String
        var source: String
        var file: String
        var line: Int
        var board: String
        var verdict: String
        var reason: String?
        var seconds: Double
        var failedStep: Int?
        var follows: [Choice]?
        var log: [Packet]?
        var checks: [Check]?
    }

    struct Choice: Codable, Equatable {
        var question: String
        var answer: String
    }

    struct Packet: Codable, Equatable {
        var seconds: Double
        var from: String
        var characteristic: String?
        var bytes: String?
        var words: String
    }

    struct Check: Codable, Equatable {
        var name: String
        var unit: String?
        var seconds: Double
        /// Left out if the board gave no number.
        var value: Double?
        var low: Double?
        var high: Double?
    }

    static let format = "boardsim conformance report"
    static let version = 1

    var format = Self.format
    var version = Self.version
    var tool: String
    var seed: UInt64
    var target: String
    var suiteHash: String
    var selection: [String]?
    var planned: Int
    var shard: Part?
    var green: Bool
    var totals: Totals
    var boards: [Board]
    var results: [Result]
}

extension ConformanceJSONBody {
    init(_ report: ConformanceReport) {
        self.init(
            tool: report.tool, seed: report.seed, target: report.target,
            suiteHash: report.suiteHash,
            selection: report.selection.isEmpty ? nil : report.selection, planned: report.planned,
            shard: report.shard.map { Part(index: $0.index, count: $0.count) },
            green: report.isGreen,
            totals: Totals(
                pass: report.count(.pass), fail: report.count(.fail),
                inconclusive: report.count(.inconclusive), skipped: report.count(.skipped)),
            boards: report.boards.map { Board($0) }, results: report.results.map { Result($0) })
    }
}

extension ConformanceJSONBody.Board {
    init(_ board: BoardFacts) {
        self.init(
            name: board.name, model: board.model, firmware: board.firmware,
            hardware: board.hardware,
            modules: board.modules.map { module in
                ConformanceJSONBody.Module(
                    id: module.id, name: module.name, implementation: module.implementation,
                    revision: module.revision,
                    extra: module.extra.isEmpty ? nil : ConformanceWords.hex(module.extra))
            })
    }
}

extension ConformanceJSONBody.Result {
    init(_ result: CaseResult) {
        self.init(
            place: result.place, id: result.id, title: result.title, source: result.source,
            file: result.file, line: result.line, board: result.board,
            verdict: result.verdict.rawValue, reason: result.reason.isEmpty ? nil : result.reason,
            seconds: result.seconds.ifFinite ?? 0, failedStep: result.failedStep,
            follows: result.follows.isEmpty
                ? nil
                : result.follows.map {
                    ConformanceJSONBody.Choice(question: $0.question, answer: $0.answer)
                },
            log: result.log.isEmpty ? nil : result.log.map { ConformanceJSONBody.Packet($0) },
            checks: result.checks.isEmpty
                ? nil : result.checks.map { ConformanceJSONBody.Check($0) })
    }
}

extension ConformanceJSONBody.Packet {
    init(_ line: LogLine) {
        self.init(
            seconds: line.seconds.ifFinite ?? 0, from: line.direction.rawValue,
            characteristic: line.characteristic.isEmpty ? nil : line.characteristic,
            bytes: line.bytes.isEmpty ? nil : ConformanceWords.hex(line.bytes), words: line.words)
    }
}

extension ConformanceJSONBody.Check {
    init(_ check: NumericCheck) {
        self.init(
            name: check.name, unit: check.unit.isEmpty ? nil : check.unit,
            seconds: check.seconds.ifFinite ?? 0, value: check.value.ifFinite,
            low: check.low?.ifFinite, high: check.high?.ifFinite)
    }
}
