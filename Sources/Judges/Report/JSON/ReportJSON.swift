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
        // Values that JSON cannot represent are left out, so encoding cannot fail.
        guard let data = try? encoder.encode(JSONObject(value)) else {
            return Array("{}\n".utf8)
        }
        return Array(data) + [UInt8(ascii: "\n")]
    }

    static func format(_ bytes: [UInt8], file: String) throws(ReportJSONError) -> String {
        guard let head = try? JSONDecoder().decode(JSONObject<Head>.self, from: Data(bytes)) else {
            if let line = lineOfCut(bytes) {
                throw ReportJSONError(
                    file: file, what: "it is truncated in line \(line); write it again")
            }
            throw ReportJSONError(file: file, what: "it is not a JSON report; \(fix)")
        }
        guard let format = head.value.format else {
            throw ReportJSONError(file: file, what: "it is not a report of boardsim; \(fix)")
        }
        return format
    }

    /// The last line of a truncated object: the writer was killed, or a copy was interrupted.
    private static func lineOfCut(_ bytes: [UInt8]) -> Int? {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard let first = bytes.first(where: { !isBlank($0) }), first == UInt8(ascii: "{"),
            let last = bytes.last(where: { !isBlank($0) }), last != UInt8(ascii: "}")
        else { return nil }
        return bytes.count { $0 == UInt8(ascii: "\n") } + 1
    }

    /// The fix for a file that is not a report.
    static let fix = "name a report.json of `boardsim conformance` or `boardsim run`"

    /// Reads what `bytes` wrote, on any machine.
    ///
    /// - Parameters:
    ///   - format: the required format.
    ///   - version: the newest version that this program knows.
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
                "its version is \(version.map { "\($0)" } ?? "missing"), but this program reads"
                    + " \(newest == 1 ? "only 1" : "1 to \(newest)"); use the program that wrote it, or a newer one"
            )
        }
        do {
            return try JSONDecoder().decode(JSONObject<Value>.self, from: Data(bytes)).value
        } catch let reason as ReportJSONError.Reason {
            throw wrong("\(reason.words); write it again")
        } catch {
            throw wrong("\(ReportJSONError.place(error)); write it again")
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

/// Why a file is not a usable report.
package struct ReportJSONError: Error, Equatable, CustomStringConvertible {
    /// As given on the command line.
    package var file: String
    /// What is wrong with it, and the fix.
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
        case .typeMismatch(_, let context): "\(path(context.codingPath)) has the wrong type"
        case .valueNotFound(_, let context): "\(path(context.codingPath)) is empty"
        case .dataCorrupted(let context): "\(path(context.codingPath)) cannot be read"
        default: "it cannot be read"
        }
    }
}
