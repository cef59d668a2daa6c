import JSON
import Sweep

/// What a sweep found, in the formats that a sweep can write.
package enum SweepReport {
    package static let formats: [ReportFormat] = [.text, .json, .html]

    /// Ends in a line end.
    package static func text(
        _ summary: SweepSummary, _ format: ReportFormat, colour: Colour = .never
    ) -> String {
        switch format {
        case .json: json(summary).text
        case .html: SweepPage.text(summary)
        default: SweepText.text(summary, colour: colour)
        }
    }

    /// The verdict in one sentence.
    static func verdict(_ summary: SweepSummary) -> String {
        let rate = summary.rate
        var parts = [
            "\(Digits.grouped(rate.failed)) of \(Digits.grouped(rate.total)) worlds failed"
        ]
        if !summary.unreached.isEmpty {
            parts.append("no world reached " + summary.unreached.joined(separator: "; "))
        }
        let invalid = summary.count(.invalid)
        if invalid > 0 { parts.append("\(Digits.grouped(invalid)) could not be run") }
        if summary.missing > 0 { parts.append("\(Digits.grouped(summary.missing)) are missing") }
        return parts.joined(separator: ", ")
    }

    /// `4.2 %`, with its interval: `4.2 %, 2.9 to 6.1 %`.
    static func percent(_ rate: FailureRate) -> String {
        let interval = rate.interval
        func number(_ share: Double) -> String { Digits.fixed(share * 100, 1) }
        return "\(number(rate.share)) %, \(number(interval.lowerBound)) to"
            + " \(number(interval.upperBound)) %"
    }

    /// What varied in a world, in words.
    static func world(_ row: SweepRow, _ header: SweepHeader) -> String {
        let keys = header.variations.map { $0.prefix { $0 != "=" } }
        return (["seed \(row.seed)"] + zip(keys, row.values).map { "\($0) \($1)" })
            .joined(separator: ", ")
    }

    private static func json(_ summary: SweepSummary) -> JSONValue {
        let header = summary.header
        var fields: [(String, JSONValue)] = [
            ("format", .string("boardsim sweep report")), ("version", .integer(1)),
            (
                "scenario",
                .object([
                    ("name", .string(header.scenario)), ("file", .string(header.file)),
                    ("hash", .string(header.hash)),
                ])
            ),
            ("seeds", .string(header.seeds)),
            ("vary", .array(header.variations.map { .string($0) })),
            ("options", .array(header.options.map { .string($0) })),
            ("worlds", .integer(header.worlds)), ("run", .integer(summary.rate.total)),
            ("failed", .integer(summary.rate.failed)),
            ("invalid", .integer(summary.count(.invalid))),
            ("crashed", .integer(summary.count(.crashed))),
            ("missing", .integer(summary.missing)), ("passed", .bool(summary.isGreen)),
            ("verdict", .string(verdict(summary))),
            ("failureRate", rate(summary.rate)),
            (
                "expectations",
                .array(
                    summary.expectations.map { expectation in
                        .object(
                            [
                                ("title", .string(expectation.title)),
                                ("failureRate", rate(expectation.rate)),
                            ] + (expectation.first.map { [("firstWorld", .integer($0))] } ?? []))
                    })
            ),
            (
                "figures",
                .array(
                    summary.figures.map { figure in
                        .object(
                            [
                                ("name", .string(figure.name)),
                                ("count", .integer(figure.values.count)),
                            ]
                                + quantiles.map { ($0.name, .number(figure.quantile($0.share))) }
                                + [("histogram", histogram(figure))])
                    })
            ),
        ]
        if let map = summary.map { fields.append(("map", json(map))) }
        if let samples = header.samples { fields.append(("samples", .integer(samples))) }
        if let worst = summary.worst {
            fields.append(
                (
                    "worst",
                    .object([
                        ("world", .integer(worst.world)), ("seed", .string("\(worst.seed)")),
                        ("values", .array(worst.values.map { .string($0) })),
                        ("why", .string(worst.why)),
                        ("command", .string(header.commandLine(of: worst))),
                    ])
                ))
        }
        return .object(fields)
    }

    /// By the second key, then by the first.
    private static func json(_ map: SweepSummary.Map) -> JSONValue {
        func json(_ axis: SweepSummary.Map.Axis) -> JSONValue {
            .object([
                ("key", .string(axis.name)), ("values", .array(axis.labels.map { .string($0) })),
            ])
        }
        let cells = map.cells.map { line in
            JSONValue.array(
                line.map {
                    .object([("failed", .integer($0.failed)), ("of", .integer($0.total))])
                })
        }
        let y = map.y.name.isEmpty ? [] : [("y", json(map.y))]
        return .object([("x", json(map.x))] + y + [("cells", .array(cells))])
    }

    /// Of its least value to its largest.
    private static func histogram(_ figure: SweepSummary.Figure) -> JSONValue {
        .array(figure.histogram(parts: parts).map { .integer($0) })
    }

    /// Of a histogram.
    static let parts = 32

    /// The points of a distribution that reports name.
    static let quantiles: [(name: String, share: Double)] = [
        ("least", 0), ("p5", 0.05), ("median", 0.5), ("p95", 0.95), ("most", 1),
    ]

    private static func rate(_ rate: FailureRate) -> JSONValue {
        .object([
            ("failed", .integer(rate.failed)), ("of", .integer(rate.total)),
            ("share", .number(rate.share)), ("low", .number(rate.interval.lowerBound)),
            ("high", .number(rate.interval.upperBound)),
        ])
    }
}
