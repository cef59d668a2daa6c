import Conformance
import JSON

extension ConformanceReport: JSONFields {
    package static var blank: Self { Self(tool: "", seed: 0, target: "", suiteHash: "") }

    package mutating func fields(_ c: inout some JSONCoder) {
        c.derived(ConformanceJSON.format, "format")
        c.derived(ConformanceJSON.version, "version")
        c(&tool, "tool")
        c(&seed, "seed")
        c(&target, "target")
        c(&suiteHash, "suiteHash")
        c.unlessEmpty(&selection, "selection")
        c.count(&planned, "planned")
        c.shard(&shard, "shard")
        c.derived(isGreen, "green")
        c.derived(Totals(self), "totals")
        c(&boards, "boards")
        c(&results, "results")
    }

    /// The first contradiction in it; nil if it is consistent.
    var contradiction: String? {
        let names = Set(boards.map(\.name))
        var places: Set<Int> = []
        if names.count != boards.count { return "two boards have the same name" }
        for result in results {
            if !names.contains(result.board) {
                return "\(result.id) names a board that is not in `boards`"
            }
            if !(0..<max(0, planned)).contains(result.place) {
                return "\(result.id) has a place beyond the \(planned) planned results"
            }
            if !places.insert(result.place).inserted {
                return "\(result.id) has place \(result.place), like another result"
            }
            if let shard, !shard.contains(place: result.place) {
                return
                    "\(result.id) has place \(result.place), which does not belong to part \(shard)"
            }
        }
        return nil
    }
}

/// The number of results of each verdict; written, ignored on decode.
private struct Totals: JSONFields {
    static var blank: Self { Self(.blank) }

    let report: ConformanceReport

    init(_ report: ConformanceReport) { self.report = report }

    mutating func fields(_ c: inout some JSONCoder) {
        c.derived(report.count(.pass), "pass")
        c.derived(report.count(.fail), "fail")
        c.derived(report.count(.inconclusive), "inconclusive")
        c.derived(report.count(.skipped), "skipped")
    }
}

/// A part of a run.
private struct Part: JSONFields {
    static var blank: Self { Self(index: 1, count: 1) }

    var index: Int
    var count: Int

    mutating func fields(_ c: inout some JSONCoder) {
        c(&index, "index")
        c(&count, "count")
    }
}

extension JSONCoder {
    fileprivate mutating func shard(_ shard: inout Shard?, _ key: String) {
        optional(
            &shard, key, otherwise: nil,
            write: { $0.map { Part(index: $0.index, count: $0.count) } },
            read: { (part: Part) throws(JSONFault) in
                do throws(ShardError) {
                    return try Shard(part.index, of: part.count)
                } catch {
                    throw .wrong("is wrong: \(error)")
                }
            })
    }
}

extension BoardFacts: JSONFields {
    package static var blank: Self { Self(name: "", model: "", firmware: "", hardware: "") }

    package mutating func fields(_ c: inout some JSONCoder) {
        c(&name, "name")
        c(&model, "model")
        c(&firmware, "firmware")
        c(&hardware, "hardware")
        c(&modules, "modules")
    }
}

extension BoardFacts.Module: JSONFields {
    package static var blank: Self { Self(id: 0, name: "") }

    package mutating func fields(_ c: inout some JSONCoder) {
        c(&id, "id")
        c(&name, "name")
        c(&implementation, "implementation")
        c(&revision, "revision")
        c.hex(&extra, "extra")
        c.hex(&malformed, "malformed")
    }
}

extension CaseResult: JSONFields {
    package static var blank: Self {
        Self(
            place: 0, id: "", title: "", source: "", file: "", line: 1, board: "", verdict: .pass)
    }

    package mutating func fields(_ c: inout some JSONCoder) {
        c(&place, "place")
        c(&id, "id")
        c(&title, "title")
        c(&source, "source")
        c(&file, "file")
        c(&line, "line")
        c(&board, "board")
        c.choice(&verdict, "verdict")
        c.unlessEmpty(&reason, "reason")
        c.finiteOrZero(&seconds, "seconds")
        c(&failedStep, "failedStep")
        c.unlessEmpty(&follows, "follows")
        c.unlessEmpty(&log, "log")
        c.unlessEmpty(&checks, "checks")
    }
}

extension CaseResult.Choice: JSONFields {
    package static var blank: Self { Self(question: "", answer: "") }

    package mutating func fields(_ c: inout some JSONCoder) {
        c(&question, "question")
        c(&answer, "answer")
    }
}

extension LogLine: JSONFields {
    package static var blank: Self { Self(seconds: 0, direction: .note, words: "") }

    package mutating func fields(_ c: inout some JSONCoder) {
        c.finiteOrZero(&seconds, "seconds")
        c.choice(&direction, "from")
        c.unlessEmpty(&characteristic, "characteristic")
        c.hex(&bytes, "bytes")
        c(&words, "words")
    }
}

extension NumericCheck: JSONFields {
    package static var blank: Self { Self(name: "", seconds: 0, value: .nan) }

    package mutating func fields(_ c: inout some JSONCoder) {
        c(&name, "name")
        c.unlessEmpty(&unit, "unit")
        c.finiteOrZero(&seconds, "seconds")
        c.finite(&value, "value")
        c.finite(&low, "low")
        c.finite(&high, "high")
    }
}
