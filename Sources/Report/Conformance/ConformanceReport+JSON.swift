import Conformance

/// What a JSON report says, put together again and checked.
extension ConformanceReport {
    init(_ body: ConformanceJSONBody) throws(ConformanceJSONError.Reason) {
        var part: Shard?
        if let shard = body.shard {
            do throws(ShardError) { part = try Shard(shard.index, of: shard.count) } catch {
                throw .init(words: "`shard` is wrong: \(error)")
            }
        }
        let boards = try body.boards.map { board throws(ConformanceJSONError.Reason) in
            try BoardFacts(board)
        }
        let names = Set(boards.map(\.name))
        guard names.count == boards.count else { throw .init(words: "two boards have one name") }
        var results: [CaseResult] = []
        var places: Set<Int> = []
        for result in body.results {
            guard names.contains(result.board) else {
                throw .init(words: "\(result.id) is of a board that is none of `boards`")
            }
            guard (0..<max(0, body.planned)).contains(result.place) else {
                throw .init(words: "\(result.id) is at a place beyond the \(body.planned) planned")
            }
            guard places.insert(result.place).inserted else {
                throw .init(words: "\(result.id) is at place \(result.place), as another result is")
            }
            if let part, !part.contains(place: result.place) {
                throw .init(
                    words: "\(result.id) is at place \(result.place), which is none of part \(part)"
                )
            }
            results.append(try CaseResult(result))
        }
        self.init(
            tool: body.tool, seed: body.seed, target: body.target, suiteHash: body.suiteHash,
            selection: body.selection ?? [], planned: body.planned, shard: part, boards: boards,
            results: results)
    }
}

extension BoardFacts {
    fileprivate init(
        _ board: ConformanceJSONBody.Board
    ) throws(ConformanceJSONError.Reason) {
        var modules: [Module] = []
        for module in board.modules {
            modules.append(
                Module(
                    id: module.id, name: module.name, implementation: module.implementation,
                    revision: module.revision, extra: try octets(module.extra)))
        }
        self.init(
            name: board.name, model: board.model, firmware: board.firmware,
            hardware: board.hardware, modules: modules)
    }
}

extension CaseResult {
    fileprivate init(_ result: ConformanceJSONBody.Result) throws(ConformanceJSONError.Reason) {
        guard let verdict = Verdict(rawValue: result.verdict) else {
            throw .init(words: "`\(result.verdict)` of \(result.id) is no verdict")
        }
        var log: [LogLine] = []
        for packet in result.log ?? [] {
            guard let direction = LogLine.Direction(rawValue: packet.from) else {
                throw .init(words: "a packet of \(result.id) is from `\(packet.from)`")
            }
            log.append(
                LogLine(
                    seconds: packet.seconds, direction: direction,
                    characteristic: packet.characteristic ?? "", bytes: try octets(packet.bytes),
                    words: packet.words))
        }
        self.init(
            place: result.place, id: result.id, title: result.title, source: result.source,
            file: result.file, line: result.line, board: result.board, verdict: verdict,
            reason: result.reason ?? "", seconds: result.seconds, failedStep: result.failedStep,
            follows: (result.follows ?? []).map {
                Choice(question: $0.question, answer: $0.answer)
            },
            log: log,
            checks: (result.checks ?? []).map { check in
                NumericCheck(
                    name: check.name, unit: check.unit ?? "", seconds: check.seconds,
                    value: check.value ?? .nan, low: check.low, high: check.high)
            })
    }
}

/// `03 03 0c` as bytes.
private func octets(_ text: String?) throws(ConformanceJSONError.Reason) -> [UInt8] {
    var bytes: [UInt8] = []
    for word in (text ?? "").split(separator: " ") {
        // `UInt8` would also take a sign.
        guard word.utf8.count == 2, word.allSatisfy(\.isHexDigit),
            let byte = UInt8(word, radix: 16)
        else {
            throw .init(words: "`\(word)` is no byte")
        }
        bytes.append(byte)
    }
    return bytes
}
