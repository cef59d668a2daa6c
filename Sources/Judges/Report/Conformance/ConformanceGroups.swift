import Conformance

/// A report grouped by module, by reason and by question.
struct ConformanceGroups {
    /// The number of cases of a group with each verdict, in the order of `Verdict.allCases`.
    struct Row {
        var name: String
        var counts: [Int]
    }

    /// The cases that were skipped for one reason.
    struct Skip {
        var reason: String
        var ids: [String]
        var count: Int
    }

    /// One answer to a question that the sources leave open, and which boards give it.
    struct Answer {
        var question: String
        var answer: String
        var boards: [String]
        var ids: [String]
    }

    private(set) var rows: [Row] = []
    private(set) var skips: [Skip] = []
    private(set) var answers: [Answer] = []
    /// Failed or inconclusive, in the order of the report.
    let open: [CaseResult]

    init(_ report: ConformanceReport) {
        open = report.results.filter { $0.verdict == .fail || $0.verdict == .inconclusive }
        var groups: [String: Int] = [:]
        var reasons: [String: Int] = [:]
        var questions: [String: Int] = [:]
        // Thousands of results may share a reason: avoid a linear search.
        var seen: Set<[String]> = []
        for result in report.results {
            let row = Self.place(of: result.group, in: &groups)
            if row == rows.count {
                let zeros = [Int](repeating: 0, count: Verdict.allCases.count)
                rows.append(Row(name: result.group, counts: zeros))
            }
            if let verdict = Verdict.allCases.firstIndex(of: result.verdict) {
                rows[row].counts[verdict] += 1
            }
            if result.verdict == .skipped {
                let place = Self.place(of: result.reason, in: &reasons)
                if place == skips.count {
                    skips.append(Skip(reason: result.reason, ids: [], count: 0))
                }
                skips[place].count += 1
                if seen.insert(["skip", result.reason, result.id]).inserted {
                    skips[place].ids.append(result.id)
                }
            }
            for choice in result.follows {
                let key = choice.question + "\u{0}" + choice.answer
                let place = Self.place(of: key, in: &questions)
                if place == answers.count {
                    answers.append(
                        Answer(
                            question: choice.question, answer: choice.answer, boards: [], ids: []))
                }
                if seen.insert(["board", key, result.board]).inserted {
                    answers[place].boards.append(result.board)
                }
                if seen.insert(["case", key, result.id]).inserted {
                    answers[place].ids.append(result.id)
                }
            }
        }
        skips.sort { $0.count > $1.count }
        // Answers are grouped by question, in the order in which questions first appear.
        var order: [String: Int] = [:]
        let ranks = answers.map { Self.place(of: $0.question, in: &order) }
        answers = zip(ranks, answers).enumerated()
            .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element.1)
    }

    /// The index of a key, which is added if it is new.
    private static func place(of key: String, in places: inout [String: Int]) -> Int {
        if let place = places[key] { return place }
        places[key] = places.count
        return places.count - 1
    }
}
