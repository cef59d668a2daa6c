import JSON
import ScriptedClient

extension XDFFile.Stream {
    /// Whether it is the truth beside another stream.
    package var isTruth: Bool { name.hasSuffix(Series.truthSuffix) }
}

extension SyncReport {
    /// For a terminal.
    package var text: String {
        var table = TextTable([
            .text("recorded"), .text("like"), .number("delay"), .number("drift"),
            .number("spread"), .number("windows"),
        ])
        for row in rows {
            let all = row.points.count + row.unknown
            table.rows.append(
                .cells([
                    .init(row.name), .init(row.truth ?? "nothing"),
                    .init(row.delay.map { Digits.fixed(1000 * $0, 1) + " ms" } ?? "–"),
                    .init(row.drift.map { Digits.fixed(1e6 * $0, 1) + " ppm" } ?? "–"),
                    .init(row.spread.map { Digits.fixed(1000 * $0, 1) + " ms" } ?? "–"),
                    .init("\(row.points.count) of \(all)"),
                ]))
        }
        return table.lines(width: 120, colour: .never).map { $0 + "\n" }.joined()
    }

    /// For a program: times in seconds, drifts in parts.
    package var json: JSONValue {
        func number(_ value: Double?) -> JSONValue { value.map { .number($0) } ?? .null }
        return .array(
            rows.map { row in
                .object([
                    ("recorded", .string(row.name)),
                    ("like", row.truth.map { .string($0) } ?? .null),
                    ("delay", number(row.delay)), ("drift", number(row.drift)),
                    ("spread", number(row.spread)), ("unknown", .integer(row.unknown)),
                    (
                        "windows",
                        .array(
                            row.points.map {
                                .object([
                                    ("time", .number($0.time)), ("delay", .number($0.delay)),
                                ])
                            })
                    ),
                ])
            })
    }
}
