/// Reads recordings from text: MetaBase's CSV (formats, "MetaBase CSV") and any CSV whose header
/// names its columns with units, as `time (s),acc x (g),gyro x (deg/s)`.
struct RecordingFile {
    private var columns: [RecordingColumn?] = []
    private var separator = UInt8(ascii: ",")
    private var headerLine = 0

    /// Seconds from the elapsed column, from dates, and milliseconds since 1970.
    private var elapsed: [Double] = []
    private var dates: [Double] = []
    private var epochs: [Double] = []
    private var lines: [Int] = []
    private var force: [Vector3] = []
    private var rotation: [Vector3] = []
    private var field: [Vector3] = []

    /// Limits the memory: more samples than a day at 3200 Hz are refused.
    private static let most = 300_000_000

    init(_ text: [UInt8]) throws(RecordingError) {
        var start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var number = 0
        while start < text.count {
            let end = text[start...].firstIndex { $0 == 10 || $0 == 13 } ?? text.count
            number += 1
            let line = text[start..<end]
            start = end + 1
            if end + 1 < text.count, text[end] == 13, text[end + 1] == 10 { start += 1 }
            if line.allSatisfy({ $0 == 32 || $0 == 9 }) || line.first == UInt8(ascii: "#") {
                continue
            }
            if columns.isEmpty {
                try readHeader(line, number)
            } else {
                try readRow(line, number)
            }
        }
        guard !columns.isEmpty else {
            throw RecordingError(
                line: 1, column: 1,
                problem: "the file is empty: the first line names the columns, \(Self.example)")
        }
        guard lines.count >= 2 else {
            throw RecordingError(
                line: headerLine, column: 1,
                problem: "\(lines.count) rows of data: give at least 2")
        }
    }

    private static let example = "as in time (s),acc x (g),acc y (g),acc z (g)"

    private mutating func readHeader(
        _ line: ArraySlice<UInt8>, _ number: Int
    ) throws(RecordingError) {
        headerLine = number
        separator =
            [UInt8(ascii: ","), UInt8(ascii: ";"), 9].first { line.contains($0) } ?? separator
        var column = 1
        for cell in line.split(separator: separator, omittingEmptySubsequences: false) {
            let name = String(decoding: cell, as: UTF8.self)
            do throws(RecordingColumn.Problem) {
                columns.append(try RecordingColumn(header: name))
            } catch {
                throw RecordingError(
                    line: number, column: column,
                    problem: """
                        column "\(name.trimmed)" has \
                        \(error.given.map { "the unknown unit (\($0))" } ?? "no unit"): \
                        add \(error.known)
                        """)
            }
            column += name.count + 1
        }
        for channel in [
            RecordingColumn.Channel.specificForce, .angularRate, .magneticField,
        ] {
            let axes = columns.compactMap { column -> Int? in
                if case .axis(channel, let axis)? = column?.content { axis } else { nil }
            }
            guard axes.isEmpty || axes.sorted() == [0, 1, 2] else {
                throw RecordingError(
                    line: number, column: 1,
                    problem: """
                        \(axes.count) columns of one sensor, x, y and z are needed once each: \
                        name them \(Self.example)
                        """)
            }
        }
        guard
            columns.contains(where: { column in
                if case .axis? = column?.content { true } else { false }
            })
        else {
            throw RecordingError(
                line: number, column: 1,
                problem: "no column of a sensor in the header: name them \(Self.example)")
        }
    }

    private mutating func readRow(
        _ line: ArraySlice<UInt8>, _ number: Int
    ) throws(RecordingError) {
        let cells = line.split(separator: separator, omittingEmptySubsequences: false)
        guard cells.count == columns.count else {
            throw RecordingError(
                line: number, column: 1,
                problem: """
                    \(cells.count) cells, the header has \(columns.count): \
                    complete the row or take it out
                    """)
        }
        guard lines.count < Self.most else {
            throw RecordingError(
                line: number, column: 1, problem: "too long a recording: cut it into parts")
        }
        lines.append(number)
        var values = (Vector3.zero, Vector3.zero, Vector3.zero)
        for (index, column) in columns.enumerated() {
            guard let column else { continue }
            let cell = cells[index]
            if column.content == .date {
                dates.append(Timestamp(cell)?.seconds ?? .nan)
                continue
            }
            let text = Self.trimmed(cell)
            guard let number = Double(String(decoding: text, as: UTF8.self)), number.isFinite
            else {
                if column.content == .epoch {
                    // May be a date in one writer's files; only needed if there is no other column.
                    epochs.append((Timestamp(cell)?.seconds ?? .nan) * 1e3)
                    continue
                }
                throw RecordingError(
                    line: lines[lines.count - 1], column: Self.place(of: index, in: cells),
                    problem: """
                        "\(String(decoding: text, as: UTF8.self))" is not a number: \
                        write it with a decimal point
                        """)
            }
            let value = number * column.factor
            if case .axis(let channel, _) = column.content, value.magnitude > channel.most {
                throw RecordingError(
                    line: lines[lines.count - 1], column: Self.place(of: index, in: cells),
                    problem: """
                        "\(String(decoding: text, as: UTF8.self))" is more than any sensor says: \
                        check the number and the unit of its column
                        """)
            }
            switch column.content {
            case .time: elapsed.append(value)
            case .epoch: epochs.append(value)
            case .date: break
            case .axis(.specificForce, let axis): values.0[axis] = value
            case .axis(.angularRate, let axis): values.1[axis] = value
            case .axis(.magneticField, let axis): values.2[axis] = value
            }
        }
        if has(.specificForce) { force.append(values.0) }
        if has(.angularRate) { rotation.append(values.1) }
        if has(.magneticField) { field.append(values.2) }
    }

    /// The column of the text in which a cell begins.
    private static func place(of index: Int, in cells: [ArraySlice<UInt8>]) -> Int {
        cells[..<index].reduce(1) { $0 + String(decoding: $1, as: UTF8.self).count + 1 }
    }

    /// Without spaces and quotation marks at the ends.
    private static func trimmed(_ cell: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var cell = cell
        while let byte = cell.first, byte == 32 || byte == 34 { cell.removeFirst() }
        while let byte = cell.last, byte == 32 || byte == 34 { cell.removeLast() }
        return cell
    }

    private func has(_ channel: RecordingColumn.Channel) -> Bool {
        columns.contains { $0?.content == .axis(channel, 0) }
    }

    /// The recording; `rate` in Hz is for files without a time column and overrides others.
    func recording(rate: Double?) throws(RecordingError) -> Recording {
        let grid: UniformGrid
        if let rate {
            guard rate > 0, rate.isFinite else {
                throw RecordingError(
                    line: 1, column: 1, problem: "a rate of \(rate) Hz: give more than 0")
            }
            grid = UniformGrid(rate: rate)
        } else {
            grid = try UniformGrid(times: try times(), lines: lines)
        }
        var epoch: Double?
        if let first = epochs.first, let last = epochs.last, first.isFinite, last > first {
            epoch = first
        }
        return Recording(
            rate: grid.rate, specificForce: grid.resample(force),
            angularRate: grid.resample(rotation), magneticField: grid.resample(field),
            epoch: epoch)
    }

    /// The best column of times, in seconds: elapsed, then dates, then epochs, because spreadsheets
    /// truncate epochs (`1.54747E+12`).
    private func times() throws(RecordingError) -> [Double] {
        if !elapsed.isEmpty { return elapsed }
        if !dates.isEmpty, dates.allSatisfy(\.isFinite), dates.last != dates.first { return dates }
        if !epochs.isEmpty {
            if epochs.allSatisfy(\.isFinite), epochs.last != epochs.first {
                return epochs.map { $0 * 1e-3 }
            }
            throw RecordingError(
                line: lines.first ?? 1, column: 1,
                problem: """
                    the epochs have lost their digits and there is no elapsed column: \
                    export again, or give the rate
                    """)
        }
        throw RecordingError(
            line: headerLine, column: 1,
            problem: "no column of times: add one as time (s), or give the rate")
    }
}

extension Recording {
    /// Reads a CSV file; `rate` in Hz is for files without a time column.
    public init(csv text: [UInt8], rate: Double? = nil) throws(RecordingError) {
        self = try RecordingFile(text).recording(rate: rate)
    }

    /// Reads a CSV text; `rate` in Hz is for files without a time column.
    public init(csv text: String, rate: Double? = nil) throws(RecordingError) {
        try self.init(csv: Array(text.utf8), rate: rate)
    }
}
