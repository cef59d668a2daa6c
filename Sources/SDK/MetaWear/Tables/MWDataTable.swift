public import Foundation

/// Samples as a table of texts, for CSV.
public struct MWDataTable: Sendable, Equatable {
    /// What the table shows.
    public let name: String
    /// The names of the columns.
    public let columns: [String]
    /// The rows; each has as many values as there are columns.
    public let rows: [[String]]

    /// A table of texts.
    public init(name: String, columns: [String], rows: [[String]]) {
        self.name = name
        self.columns = columns
        self.rows = rows
    }

    /// Logged samples: `epoch` in whole seconds of UTC, `elapsed_ms` since the board's start, and the values.
    public static func from<Sample: MWDataConvertible>(
        logged samples: [MWLoggedSample<Sample>], name: String
    ) -> MWDataTable {
        var clock = EpochText()
        return MWDataTable(
            name: name, columns: ["epoch", "elapsed_ms"] + Sample.columnHeaders,
            rows: samples.map {
                [clock.text($0.date), $0.tickMs.text(decimals: 3)] + $0.value.columnValues
            })
    }

    /// Streamed samples: `epoch` in whole seconds of UTC, and the values.
    public static func from<Sample: MWDataConvertible>(
        streamed samples: [Timestamped<Sample>], name: String
    ) -> MWDataTable {
        var clock = EpochText()
        return MWDataTable(
            name: name, columns: ["epoch"] + Sample.columnHeaders,
            rows: samples.map { [clock.text($0.time)] + $0.value.columnValues })
    }

    /// The table with a line for the columns, then one per row, without a line end after the last.
    ///
    /// A value with a comma, a quote or a line end is quoted, and quotes in it are doubled (RFC 4180).
    public var csvString: String {
        ([columns.joined(separator: ",")]
            + rows.map { $0.map(Self.quoted).joined(separator: ",") })
            .joined(separator: "\n")
    }

    /// Writes ``csvString`` as UTF-8; the file is complete or unchanged.
    ///
    /// - Throws: `MWError.operationFailed` if the file cannot be written.
    public func writeCSV(to url: URL) throws {
        do {
            try Data(csvString.utf8).write(to: url, options: .atomic)
        } catch {
            throw MWError.operationFailed(
                "the table cannot be written to \(url.path(percentEncoded: false)):"
                    + " \(error.reason)")
        }
    }

    private static func quoted(_ value: String) -> String {
        guard value.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else {
            return value
        }
        return "\"" + value.replacing("\"", with: "\"\"") + "\""
    }
}

/// ISO 8601 in UTC and whole seconds. Neighbouring samples share their second, so its text is kept.
private struct EpochText {
    private var last: (second: Double, text: String)?

    mutating func text(_ date: Date) -> String {
        let second = date.timeIntervalSince1970.rounded(.down)
        if let last, last.second == second { return last.text }
        let text = Date(timeIntervalSince1970: second).ISO8601Format()
        last = (second, text)
        return text
    }
}
