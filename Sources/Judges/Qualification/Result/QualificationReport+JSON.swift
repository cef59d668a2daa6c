import Conformance
import JSON

extension QualificationReport {
    /// The same as ``text``, for programs.
    package var json: JSONValue {
        var fields: [(String, JSONValue)] = [
            ("format", .string("boardsim qualification")), ("version", .integer(1)),
            ("tool", .string(tool)), ("target", .string(target)),
            (
                "board",
                .object([
                    ("model", .string(board.model)), ("firmware", .string(board.firmware)),
                    ("hardware", .string(board.hardware)),
                ])
            ),
            ("consent", .array(consent.map { .string($0.rawValue) })),
            ("seconds", .number(seconds)),
            ("rows", .array(rows.map(Self.json))),
            (
                "questions",
                .array(
                    answers.map { answer in
                        .object([
                            ("number", .integer(answer.question)),
                            (
                                "question",
                                .string(
                                    OpenQuestion.all.first { $0.number == answer.question }?.text
                                        ?? "")
                            ),
                            ("answer", .string(answer.text)),
                        ])
                    })
            ),
        ]
        if let failure { fields.append(("failure", .string(failure))) }
        return .object(fields)
    }

    private static func json(_ row: Row) -> JSONValue {
        var fields: [(String, JSONValue)] = [
            ("row", .string(SheetRow.id(row.row))), ("verdict", .string(row.verdict.rawValue)),
            ("claim", .string(SheetRow.all.first { $0.number == row.row }?.claim ?? "")),
            ("saw", .string(row.saw)), ("differs", .bool(row.differs)),
        ]
        if let model = row.model {
            fields.append(
                (
                    "model",
                    .object([
                        ("verdict", .string(model.verdict.rawValue)), ("saw", .string(model.saw)),
                    ])
                ))
        }
        return .object(fields)
    }
}
