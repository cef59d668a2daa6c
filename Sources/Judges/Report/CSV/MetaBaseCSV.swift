import Bluetooth
import MetaWearTables
import ScenarioRun
import ScriptedClient
import Simulation

/// A series in the form that the vendor's MetaBase app records (protocol: formats.md).
package struct MetaBaseCSV: Sendable {
    /// Milliseconds since 1970 at virtual time zero; the model has no wall clock, so a fixed one.
    package var epochMilliseconds: Int64
    /// Of the local time column, east positive.
    package var utcOffsetMinutes: Int

    /// 2026-01-01T00:00:00Z.
    package static let defaultEpochMilliseconds: Int64 = 1_767_225_600_000

    /// Dates samples from an epoch; the default is a fixed day, since the model has no wall clock.
    package init(
        epochMilliseconds: Int64 = defaultEpochMilliseconds, utcOffsetMinutes: Int = 0
    ) {
        self.epochMilliseconds = epochMilliseconds
        self.utcOffsetMinutes = utcOffsetMinutes
    }

    /// The file: lines end in a line feed, a value that is not a number is an empty field.
    package func bytes(_ series: Series) -> [UInt8] {
        var lines = Lines(of: series, in: self)
        lines.bytes.reserveCapacity(64 + series.samples.count * (52 + 8 * series.axes.count))
        for sample in series.samples { lines.append(sample) }
        return lines.bytes
    }

    /// The file of one series, written as its samples arrive.
    package struct Lines {
        /// Bytes that were not fetched yet.
        package var bytes: [UInt8]
        private let csv: MetaBaseCSV
        private let columns: MetaBaseColumns
        private var first: Int64?

        /// The first line.
        package init(of series: Series, in csv: MetaBaseCSV) {
            self.csv = csv
            columns = MetaBaseColumns(series)
            bytes = Array(csv.header(columns).utf8)
        }

        /// The line of the next sample.
        package mutating func append(_ sample: Series.Sample) {
            let moment = csv.milliseconds(sample.time)
            let start = first ?? moment
            first = start
            csv.append(moment, to: &bytes)
            bytes.append(UInt8(ascii: ","))
            CivilTime(epochMilliseconds: moment, utcOffsetMinutes: csv.utcOffsetMinutes)
                .append(to: &bytes)
            bytes.append(UInt8(ascii: ","))
            Digits.append(Double(moment &- start) / 1000, 3, to: &bytes)
            for place in columns.places {
                bytes.append(UInt8(ascii: ","))
                guard place < sample.values.count, sample.values[place].isFinite else { continue }
                Digits.append(sample.values[place] * columns.factor, columns.decimals, to: &bytes)
            }
            bytes.append(UInt8(ascii: "\n"))
        }
    }

    /// `[<session>_]<Device>_<time of the first sample>_<MAC>_<Sensor>_<rate>Hz_<firmware>.csv`.
    ///
    /// - Parameter session: in front of the name; empty for none.
    package func fileName(_ series: Series, board: BoardResult?, session: String = "") -> String {
        var time: [UInt8] = []
        CivilTime(
            epochMilliseconds: milliseconds(
                series.firstTime ?? series.samples.first?.time ?? .zero),
            utcOffsetMinutes: utcOffsetMinutes
        ).append(to: &time, timeSeparator: UInt8(ascii: "."))
        var parts = session.isEmpty ? [] : [Self.inFileName(session)]
        parts.append(Self.inFileName(series.board))
        parts.append(String(decoding: time, as: UTF8.self))
        parts.append(board.map(Self.digitsOfAddress) ?? "000000000000")
        parts.append(Self.inFileName(Self.sensor(series.signal)))
        if series.rate.isFinite, series.rate > 0 {
            parts.append(Digits.fixed(series.rate, 3) + "Hz")
        }
        parts.append(Self.inFileName(board?.firmware ?? "unknown"))
        return parts.joined(separator: "_") + ".csv"
    }

    fileprivate func header(_ columns: MetaBaseColumns) -> String {
        let offset = utcOffsetMinutes.magnitude
        let pad = { (n: UInt) in n < 10 ? "0\(n)" : "\(n)" }
        let zone = "\(utcOffsetMinutes < 0 ? "-" : "")\(pad(offset / 60)):\(pad(offset % 60))"
        return (["epoch (ms)", "time (\(zone))", "elapsed (s)"] + columns.headers)
            .joined(separator: ",") + "\n"
    }

    fileprivate func milliseconds(_ time: Instant) -> Int64 {
        var whole = time.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
        if whole.remainder < 0 { whole.quotient -= 1 }
        return epochMilliseconds &+ whole.quotient
    }

    fileprivate func append(_ value: Int64, to bytes: inout [UInt8]) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        Digits.append(value.magnitude, minimumDigits: 1, to: &bytes)
    }

    private static func digitsOfAddress(_ board: BoardResult) -> String {
        board.address.description.filter { $0 != ":" }
    }

    /// The app's name of the signal's sensor.
    private static func sensor(_ signal: String) -> String {
        Signal(rawValue: signal)?.row.inRecordings
            ?? signal.prefix(1).uppercased() + signal.dropFirst()
    }

    /// Characters that are unsafe in a file name, or separate its fields, become hyphens; at most 40
    /// bytes, so that the whole name stays below 255.
    private static func inFileName(_ text: String) -> String {
        var safe = ""
        for scalar in text.unicodeScalars {
            let kept: Bool
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", ".", "-", "+": kept = true
            default: kept = scalar.value > 0xA0 && scalar.properties.isAlphabetic
            }
            let next = kept ? String(scalar) : "-"
            if safe.utf8.count + next.utf8.count > 40 { break }
            safe += next
        }
        let startsHidden = safe.isEmpty || safe.hasPrefix(".")
        return startsHidden ? "unnamed" + safe : safe
    }
}
