public import Conformance

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A conformance run for machines; `docs/conformance-report.md` lists the fields, which stay what they
/// are. The only format that is also read.
public enum ConformanceJSON {
    /// UTF-8 text that ends in a line end. Equal reports give equal bytes: keys are sorted.
    public static func bytes(_ report: ConformanceReport) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Every number that JSON cannot write is nil in the body, so that encoding cannot fail.
        guard let data = try? encoder.encode(ConformanceJSONBody(report)) else {
            return Array("{}\n".utf8)
        }
        return Array(data) + [UInt8(ascii: "\n")]
    }

    /// Reads what `bytes` wrote, on any machine.
    ///
    /// - Parameter file: its name, for messages.
    public static func report(
        _ bytes: [UInt8], file: String
    ) throws(ConformanceJSONError) -> ConformanceReport {
        func wrong(_ what: String) -> ConformanceJSONError {
            ConformanceJSONError(file: file, what: what)
        }
        let head: Head
        let body: ConformanceJSONBody
        do {
            head = try JSONDecoder().decode(Head.self, from: Data(bytes))
        } catch {
            if let line = lineOfCut(bytes) {
                throw wrong("it ends in line \(line), in the middle of it; write it anew")
            }
            throw wrong("it is no JSON report; name a report.json of `boardsim conformance`")
        }
        guard head.format == ConformanceJSONBody.format else {
            let found = head.format.map { "a `\($0)`" } ?? "no report of ours"
            throw wrong("it is \(found); name a report.json of `boardsim conformance`")
        }
        guard let version = head.version, (1...ConformanceJSONBody.version).contains(version) else {
            throw wrong(
                "its version is \(head.version.map { "\($0)" } ?? "missing"), and this program knows"
                    + " \(known); use the program that wrote it, or newer"
            )
        }
        do {
            body = try JSONDecoder().decode(ConformanceJSONBody.self, from: Data(bytes))
        } catch {
            throw wrong("\(place(error)); write it anew")
        }
        do throws(ConformanceJSONError.Reason) {
            return try ConformanceReport(body)
        } catch {
            throw wrong("\(error.words); write it anew")
        }
    }

    private static let known =
        ConformanceJSONBody.version == 1 ? "1 alone" : "1 to \(ConformanceJSONBody.version)"

    /// The last line of what begins as an object and does not end as one: a writer that was ended, a
    /// copy that broke off.
    private static func lineOfCut(_ bytes: [UInt8]) -> Int? {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard let first = bytes.first(where: { !isBlank($0) }), first == UInt8(ascii: "{"),
            let last = bytes.last(where: { !isBlank($0) }), last != UInt8(ascii: "}")
        else { return nil }
        return bytes.count { $0 == UInt8(ascii: "\n") } + 1
    }

    private struct Head: Codable {
        var format: String?
        var version: Int?
    }

    /// Which field is wrong, by its path: `results[3].verdict`.
    private static func place(_ error: any Error) -> String {
        func path(_ context: DecodingError.Context, _ key: (any CodingKey)? = nil) -> String {
            var path = ""
            for key in context.codingPath + (key.map { [$0] } ?? []) {
                if let index = key.intValue {
                    path += "[\(index)]"
                } else {
                    path += (path.isEmpty ? "" : ".") + key.stringValue
                }
            }
            return path.isEmpty ? "the report" : "`\(path)`"
        }
        switch error as? DecodingError {
        case .keyNotFound(let key, let context): return "\(path(context, key)) is missing"
        case .typeMismatch(_, let context): return "\(path(context)) is of another kind"
        case .valueNotFound(_, let context): return "\(path(context)) is empty"
        case .dataCorrupted(let context): return "\(path(context)) cannot be read"
        default: return "it cannot be read"
        }
    }
}

/// A file that is no report of a conformance run.
public struct ConformanceJSONError: Error, Equatable, CustomStringConvertible {
    /// As it was named.
    public var file: String
    /// What is wrong with it, and the mend.
    public var what: String

    public var description: String { "\(file): \(what)" }

    struct Reason: Error {
        var words: String
    }
}
