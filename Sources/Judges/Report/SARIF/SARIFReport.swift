import JSON

/// SARIF 2.1.0, which code scanners and editors read: a judge's findings and other failures.
///
/// A result has a line in the file of the scenario or the case; board, module and register are its
/// logical location.
enum SARIFReport {
    /// JSON text that ends in a line end.
    static func text(_ report: Reported) -> String {
        let cases = report.parts.flatMap(\.cases).filter(isListed)
        var places: [String: Int] = [:]
        var rules: [JSONValue] = []
        for one in cases where places[ruleID(one)] == nil {
            places[ruleID(one)] = rules.count
            rules.append(rule(one))
        }
        let driver = JSONValue.object([
            ("name", .string("boardsim")), ("rules", .array(rules)),
        ])
        let run = JSONValue.object([
            ("tool", .object([("driver", driver)])), ("columnKind", .string("utf16CodeUnits")),
            ("results", .array(cases.map { result($0, rule: places[ruleID($0)] ?? 0) })),
        ])
        return JSONValue.object([
            ("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")),
            ("version", .string("2.1.0")), ("runs", .array([run])),
        ]).text
    }

    /// All findings, waived or not; everything else if it did not pass.
    private static func isListed(_ one: ReportedCase) -> Bool {
        one.kind == .finding || (!one.kind.isSummary && one.isOpen)
    }

    /// A rule or a conformance case; the id of expectations and steps is their kind.
    private static func ruleID(_ one: ReportedCase) -> String { one.id.isEmpty ? one.type : one.id }

    private static func level(_ one: ReportedCase) -> String {
        one.breach?.level ?? (one.verdict == .failed ? "error" : "warning")
    }

    private static func rule(_ one: ReportedCase) -> JSONValue {
        guard let breach = one.breach else {
            let title = one.id.isEmpty ? "\(one.type) failed" : one.title
            return .object([("id", .string(ruleID(one))), ("shortDescription", words(title))])
        }
        return .object([
            ("id", .string(one.id)), ("shortDescription", words(one.title)),
            ("fullDescription", words(breach.why)), ("help", words(breach.fix)),
            ("defaultConfiguration", .object([("level", .string(breach.level))])),
            ("properties", .object([("section", .string(one.source))])),
        ])
    }

    private static func words(_ text: String) -> JSONValue { .object([("text", .string(text))]) }

    private static func result(_ one: ReportedCase, rule: Int) -> JSONValue {
        let name = one.kind == .step ? one.name : one.title
        let packet = one.breach?.packet ?? ""
        let text = "\(name): \(one.message)" + (packet.isEmpty ? "" : " (\(packet))")
        var fields: [(String, JSONValue)] = [
            ("ruleId", .string(ruleID(one))), ("ruleIndex", .integer(rule)),
            ("level", .string(level(one))), ("message", words(text)),
            ("locations", .array([location(one)])),
        ]
        guard let breach = one.breach else { return .object(fields) }
        fields += [
            ("occurrenceCount", .integer(breach.count)),
            ("partialFingerprints", .object([("boardsimFinding/v1", .string(breach.key))])),
        ]
        if let waiver = breach.waiver {
            let suppression = JSONValue.object([
                ("kind", .string("external")), ("justification", .string(waiver)),
            ])
            fields.append(("suppressions", .array([suppression])))
        }
        if let isNew = breach.isNew {
            fields.append(("baselineState", .string(isNew ? "new" : "unchanged")))
        }
        return .object(fields)
    }

    private static func location(_ one: ReportedCase) -> JSONValue {
        let physical = JSONValue.object([
            ("artifactLocation", .object([("uri", .string(uri(one.file)))])),
            ("region", .object([("startLine", .integer(max(1, one.line ?? 1)))])),
        ])
        let place = one.breach?.place ?? (one.subject.isEmpty ? [] : [one.subject])
        guard !place.isEmpty else { return .object([("physicalLocation", physical)]) }
        let logical = JSONValue.object([
            ("fullyQualifiedName", .string(place.joined(separator: "/"))),
            ("kind", .string("member")),
        ])
        return .object([
            ("physicalLocation", physical), ("logicalLocations", .array([logical])),
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
