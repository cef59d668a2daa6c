import JSON

/// A report as JSON, before its fields are read.
struct ReportJSON {
    /// Its name, for messages.
    let file: String
    /// The format that it names.
    let format: String
    private let version: Int?
    private let value: JSONValue

    /// The fix for a file that is not a report.
    static let fix = "name a report.json of `boardsim conformance` or `boardsim run`"

    /// As all reports are written: UTF-8 text that ends in a line end, with sorted keys, so that equal reports give equal
    /// bytes.
    static func bytes(_ value: some JSONFields) -> [UInt8] {
        // Values that JSON cannot represent are left out, so this cannot fail.
        (try? value.json())?.pretty ?? Array("{}\n".utf8)
    }

    init(_ bytes: [UInt8], file: String) throws(ReportJSONError) {
        guard let value = try? JSONValue(reading: bytes), let head = try? Head(json: value) else {
            if let line = Self.lineOfCut(bytes) {
                throw ReportJSONError(
                    file: file, what: "it is truncated in line \(line); write it again")
            }
            throw ReportJSONError(file: file, what: "it is not a JSON report; \(Self.fix)")
        }
        guard let format = head.format else {
            throw ReportJSONError(file: file, what: "it is not a report of boardsim; \(Self.fix)")
        }
        self.file = file
        self.format = format
        version = head.version
        self.value = value
    }

    /// The last line of a truncated object: the writer was killed, or a copy was interrupted.
    private static func lineOfCut(_ bytes: [UInt8]) -> Int? {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard let first = bytes.first(where: { !isBlank($0) }), first == UInt8(ascii: "{"),
            let last = bytes.last(where: { !isBlank($0) }), last != UInt8(ascii: "}")
        else { return nil }
        return bytes.count { $0 == UInt8(ascii: "\n") } + 1
    }

    /// Reads what ``bytes(_:)`` wrote, on any machine.
    ///
    /// - Parameters:
    ///   - format: the required format.
    ///   - newest: the newest version that this program knows.
    func read<Value: JSONFields>(
        _: Value.Type, format wanted: String, version newest: Int
    ) throws(ReportJSONError) -> Value {
        func wrong(_ what: String) -> ReportJSONError { ReportJSONError(file: file, what: what) }
        guard format == wanted else { throw wrong("it is a `\(format)`, not a `\(wanted)`") }
        guard let version, (1...newest).contains(version) else {
            throw wrong(
                "its version is \(version.map { "\($0)" } ?? "missing"), but this program reads"
                    + " \(newest == 1 ? "only 1" : "1 to \(newest)"); use the program that wrote it, or a newer one"
            )
        }
        do throws(JSONFault) {
            return try Value(json: value)
        } catch {
            throw wrong("\(error.sentence(about: "the report")); write it again")
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
}
