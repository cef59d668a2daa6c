import ClientJudge
import Scenario

/// What a judge found, as SARIF 2.1.0: what code scanners and editors read.
///
/// A finding stands at its board's line of the scenario file; module and register are its logical
/// place.
public enum FindingsSARIF {
    /// JSON text that ends in a line end.
    public static func text(_ report: ClientReport) -> String {
        var rules: [Rule] = []
        for judged in report.assessment.judged where !rules.contains(judged.finding.rule) {
            rules.append(judged.finding.rule)
        }
        let results = report.assessment.judged.map { result($0, rules, report) }
        return JSONValue.object([
            ("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")),
            ("version", .string("2.1.0")),
            (
                "runs",
                .array([
                    .object([
                        (
                            "tool",
                            .object([
                                (
                                    "driver",
                                    .object([
                                        ("name", .string("boardsim")),
                                        ("rules", .array(rules.map(self.rule))),
                                    ])
                                )
                            ])
                        ), ("columnKind", .string("utf16CodeUnits")),
                        ("results", .array(results)),
                    ])
                ])
            ),
        ]).text()
    }

    private static func rule(_ rule: Rule) -> JSONValue {
        .object([
            ("id", .string(rule.id)), ("shortDescription", words(rule.title)),
            ("fullDescription", words(rule.why)), ("help", words(rule.mend)),
            (
                "defaultConfiguration",
                .object([("level", .string("\(rule.severity)"))])
            ), ("properties", .object([("section", .string(rule.section))])),
        ])
    }

    private static func words(_ text: String) -> JSONValue { .object([("text", .string(text))]) }

    private static func result(
        _ judged: Assessment.Judged, _ rules: [Rule], _ report: ClientReport
    ) -> JSONValue {
        let finding = judged.finding
        var text = "\(finding.rule.title): \(finding.detail)"
        if !finding.packet.isEmpty { text += " (\(finding.packetInHex))" }
        var fields: [(String, JSONValue)] = [
            ("ruleId", .string(finding.rule.id)),
            ("ruleIndex", .integer(rules.firstIndex(of: finding.rule) ?? 0)),
            ("level", .string("\(finding.rule.severity)")), ("message", words(text)),
            ("occurrenceCount", .integer(finding.count)),
            ("locations", .array([location(finding, report)])),
            (
                "partialFingerprints",
                .object([("boardsimFinding/v1", .string(finding.key))])
            ),
        ]
        if let waiver = judged.waiver {
            fields.append(
                (
                    "suppressions",
                    .array([
                        .object([
                            ("kind", .string("external")),
                            (
                                "justification",
                                .string("until \(waiver.expires): \(waiver.reason)")
                            ),
                        ])
                    ])
                ))
        }
        if let comparison = report.comparison {
            let state = comparison.isNew(finding) ? "new" : "unchanged"
            fields.append(("baselineState", .string(state)))
        }
        return .object(fields)
    }

    private static func location(_ finding: Finding, _ report: ClientReport) -> JSONValue {
        var name = finding.board
        for part in report.place(finding) ?? [] { name += "/\(part)" }
        return .object([
            (
                "physicalLocation",
                .object([
                    ("artifactLocation", .object([("uri", .string(uri(report.file)))])),
                    ("region", .object([("startLine", .integer(report.line(finding)))])),
                ])
            ),
            (
                "logicalLocations",
                .array([
                    .object([
                        ("fullyQualifiedName", .string(name)), ("kind", .string("member")),
                    ])
                ])
            ),
        ])
    }

    /// A path as a relative reference (RFC 3986): everything but plain characters is percent-encoded.
    static func uri(_ path: String) -> String {
        var uri = ""
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
                uri.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                uri += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return uri
    }
}
