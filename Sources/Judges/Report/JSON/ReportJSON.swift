#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// JSON as all reports write it: keys sorted, so that equal reports give equal bytes.
enum ReportJSON {
    /// UTF-8 text that ends in a line end.
    static func bytes(_ value: some JSONFields) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // What JSON has no word for is left out, so that encoding cannot fail.
        guard let data = try? encoder.encode(JSONObject(value)) else {
            return Array("{}\n".utf8)
        }
        return Array(data) + [UInt8(ascii: "\n")]
    }

    /// Which report a file says it is.
    static func format(_ bytes: [UInt8], file: String) throws(ReportJSONError) -> String {
        guard let head = try? JSONDecoder().decode(JSONObject<Head>.self, from: Data(bytes)) else {
            if let line = lineOfCut(bytes) {
                throw ReportJSONError(
                    file: file, what: "it ends in line \(line), in the middle of it; write it anew")
            }
            throw ReportJSONError(file: file, what: "it is no JSON report; \(mend)")
        }
        guard let format = head.value.format else {
            throw ReportJSONError(file: file, what: "it is no report of ours; \(mend)")
        }
        return format
    }

    /// The last line of what begins as an object and does not end as one: a writer that was ended, a
    /// copy that broke off.
    private static func lineOfCut(_ bytes: [UInt8]) -> Int? {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard let first = bytes.first(where: { !isBlank($0) }), first == UInt8(ascii: "{"),
            let last = bytes.last(where: { !isBlank($0) }), last != UInt8(ascii: "}")
        else { return nil }
        return bytes.count { $0 == UInt8(ascii: "\n") } + 1
    }

    /// What to do about a file that is no report.
    static let mend = "name a report.json of `boardsim conformance` or `boardsim run`"

    /// Reads what `bytes` wrote, on any machine.
    ///
    /// - Parameters:
    ///   - format: what the file has to be.
    ///   - version: the newest that this program knows.
    static func read<Value: JSONFields>(
        _: Value.Type, _ bytes: [UInt8], file: String, format: String, version newest: Int
    ) throws(ReportJSONError) -> Value {
        func wrong(_ what: String) -> ReportJSONError { ReportJSONError(file: file, what: what) }
        let found = try Self.format(bytes, file: file)
        guard found == format else { throw wrong("it is a `\(found)`, not a `\(format)`") }
        let version = try? JSONDecoder().decode(JSONObject<Head>.self, from: Data(bytes)).value
            .version
        guard let version, (1...newest).contains(version) else {
            throw wrong(
                "its version is \(version.map { "\($0)" } ?? "missing"), and this program knows"
                    + " \(newest == 1 ? "1 alone" : "1 to \(newest)"); use the program that wrote it, or newer"
            )
        }
        do {
            return try JSONDecoder().decode(JSONObject<Value>.self, from: Data(bytes)).value
        } catch let reason as ReportJSONError.Reason {
            throw wrong("\(reason.words); write it anew")
        } catch {
            throw wrong("\(ReportJSONError.place(error)); write it anew")
        }
    }

    private struct Head: JSONFields {
        static let blank = Head()

        var format: String?
        var version: Int?

        mutating func fields(_ c: inout some JSONCoder) {
            c(&format, "format")
            c(&version, "version")
        }
    }
}

/// A file that is no report, or not the one that is wanted.
package struct ReportJSONError: Error, Equatable, CustomStringConvertible {
    /// As it was named.
    package var file: String
    /// What is wrong with it, and the mend.
    package var what: String

    package var description: String { "\(file): \(what)" }

    struct Reason: Error {
        var words: String
    }

    /// A field by its path: `results[3].verdict`.
    static func path(_ keys: [any CodingKey]) -> String {
        var path = ""
        for key in keys {
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path += (path.isEmpty ? "" : ".") + key.stringValue
            }
        }
        return path.isEmpty ? "the report" : "`\(path)`"
    }

    /// Which field is wrong, and how.
    static func place(_ error: any Error) -> String {
        switch error as? DecodingError {
        case .keyNotFound(let key, let context):
            "\(path(context.codingPath + [key])) is missing"
        case .typeMismatch(_, let context): "\(path(context.codingPath)) is of another kind"
        case .valueNotFound(_, let context): "\(path(context.codingPath)) is empty"
        case .dataCorrupted(let context): "\(path(context.codingPath)) cannot be read"
        default: "it cannot be read"
        }
    }
}
