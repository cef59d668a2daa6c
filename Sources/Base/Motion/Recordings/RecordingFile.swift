/// Reads recordings from text: MetaBase's CSV (formats, "MetaBase CSV"), the SDK's, and any CSV
/// whose header names its columns with units, as `time (s),acc x (g),gyro x (deg/s)`.
struct RecordingFile {
    private var header: RecordingHeader?
    private let assumed: Recording.Sensor?
    /// By column; nil for what is no column of times.
    private var clocks: [RecordingClock?] = []
    private var lines: [Int] = []
    private var force: [Vector3] = []
    private var rotation: [Vector3] = []
    private var field: [Vector3] = []

    /// Limits the memory: more samples than a day at 3200 Hz are refused.
    private static let most = 300_000_000

    init(_ text: [UInt8], assuming assumed: Recording.Sensor? = nil) throws(RecordingError) {
        self.assumed = assumed
        let text = Self.inUTF8(text)
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
            if let header {
                try readRow(line, number, header)
            } else {
                let new = try RecordingHeader(line, line: number, assuming: assumed)
                clocks = new.clocks
                header = new
            }
        }
        guard let header else {
            throw RecordingError(
                line: 1, column: 1,
                problem: """
                    the file is empty: the first line names the columns, \(RecordingHeader.example)
                    """)
        }
        guard lines.count >= 2 else {
            throw RecordingError(
                line: header.line, column: 1,
                problem: "\(lines.count) rows of data: give at least 2")
        }
    }

    /// Spreadsheets also write UTF-16, which begins with its mark.
    private static func inUTF8(_ text: [UInt8]) -> [UInt8] {
        let isLittle = text.starts(with: [0xFF, 0xFE])
        guard isLittle || text.starts(with: [0xFE, 0xFF]) else { return text }
        let units = stride(from: 2, to: text.count - 1, by: 2).map { index in
            isLittle
                ? UInt16(text[index]) | UInt16(text[index + 1]) << 8
                : UInt16(text[index]) << 8 | UInt16(text[index + 1])
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    private mutating func readRow(
        _ line: ArraySlice<UInt8>, _ number: Int, _ header: RecordingHeader
    ) throws(RecordingError) {
        let cells = line.split(separator: header.separator, omittingEmptySubsequences: false)
        guard cells.count == header.columns.count else {
            throw RecordingError(
                line: number, column: 1,
                problem: """
                    \(cells.count) cells, the header has \(header.columns.count): \
                    complete the row or take it out
                    """)
        }
        // Nearly always decided by the first cell.
        guard zip(cells, header.names).contains(where: { !Self.trimmed($0).elementsEqual($1.utf8) })
        else {
            throw RecordingError(
                line: number, column: 1,
                problem: """
                    the header stands here once more, so that these are two recordings in one file: \
                    give each a file of its own, or delete this line if they belong together
                    """)
        }
        guard lines.count < Self.most else {
            throw RecordingError(
                line: number, column: 1, problem: "too long a recording: cut it into parts")
        }
        lines.append(number)
        var values = (Vector3.zero, Vector3.zero, Vector3.zero)
        for (index, column) in header.columns.enumerated() {
            guard let column else { continue }
            let text = Self.trimmed(cells[index])
            let found = Self.number(text, separator: header.separator)
            if clocks[index] != nil {
                // May be unreadable: it is only needed if there is no other column of times.
                clocks[index]?.append(text, found, column.factor, line: number)
                continue
            }
            let problem: (String) -> RecordingError = { problem in
                RecordingError(
                    line: number, column: Self.place(of: index, in: cells), problem: problem)
            }
            guard let found else {
                throw problem(Self.words(missing: text, header.names[index]))
            }
            let value = found * column.factor
            guard case .axis(let channel, let axis) = column.content else { continue }
            if value.magnitude > channel.most {
                throw problem(
                    """
                    "\(String(decoding: text, as: UTF8.self))" is more than any sensor says: \
                    check the number and the unit of its column
                    """)
            }
            switch channel {
            case .specificForce: values.0[axis] = value
            case .angularRate: values.1[axis] = value
            case .magneticField: values.2[axis] = value
            }
        }
        if header.has(.specificForce) { force.append(values.0) }
        if header.has(.angularRate) { rotation.append(values.1) }
        if header.has(.magneticField) { field.append(values.2) }
    }

    /// A finite number; where a comma does not separate cells it may be a decimal one.
    private static func number(_ text: ArraySlice<UInt8>, separator: UInt8) -> Double? {
        let comma = UInt8(ascii: ",")
        var text = Array(text)
        if separator != comma, let place = text.firstIndex(of: comma),
            !text.contains(UInt8(ascii: "."))
        {
            text[place] = UInt8(ascii: ".")
        }
        return Double(String(decoding: text, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
    }

    private static func words(missing text: ArraySlice<UInt8>, _ name: String) -> String {
        let text = String(decoding: text, as: UTF8.self)
        if text.isEmpty || ["nan", "null", "na", "n/a", "inf", "-inf"].contains(text.lowercased()) {
            return """
                there is no value\(text.isEmpty ? "" : " but \"\(text)\"") under "\(name)": \
                fill it in, or delete the row, and the pause is bridged
                """
        }
        return "\"\(text)\" is not a number: write it as 0.981"
    }

    /// The column of the text in which a cell begins.
    private static func place(of index: Int, in cells: [ArraySlice<UInt8>]) -> Int {
        cells[..<index].reduce(1) { $0 + String(decoding: $1, as: UTF8.self).count + 1 }
    }

    /// Without spaces and quotation marks at the ends.
    /// Tab, space and quotation mark.
    private static let blanks: [UInt8] = [9, 32, 34]

    private static func trimmed(_ cell: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var cell = cell
        while let byte = cell.first, Self.blanks.contains(byte) { cell.removeFirst() }
        while let byte = cell.last, Self.blanks.contains(byte) { cell.removeLast() }
        return cell
    }

    /// The recording; `rate` in Hz is for files without a time column and overrides others.
    func recording(rate: Double?) throws(RecordingError) -> Recording {
        var chosen: Int?
        let spacing: SampleSpacing
        if let rate {
            guard rate > 0, rate.isFinite else {
                throw RecordingError(
                    line: 1, column: 1, problem: "a rate of \(rate) Hz: give more than 0")
            }
            spacing = SampleSpacing(rate: rate)
        } else {
            let index = try bestClock()
            chosen = index
            spacing = try SampleSpacing(times: clocks[index]?.values ?? [], lines: lines)
        }
        let grid = UniformGrid(spacing: spacing)
        var recording = Recording(
            rate: spacing.rate, specificForce: grid.resample(force),
            angularRate: grid.resample(rotation), magneticField: grid.resample(field))
        recording.notes = spacing.notes
        if header?.isAssumed == true, let assumed {
            recording.notes.append(
                "its columns have no unit: they are taken for"
                    + " \(assumed == .acceleration ? "acceleration" : "rotation") in \(assumed.unit)"
            )
        }
        if let rest = RestingForce(recording).problem { recording.notes.append(rest) }
        for (index, clock) in clocks.enumerated() {
            guard let clock, clock.isUsable else { continue }
            let isExact = index == chosen && spacing.isOfBunches
            relate(&recording, clock, at: isExact ? spacing.start : nil)
        }
        return recording
    }

    /// What a column of times says of the first sample; `start` is known from the whole column.
    private func relate(_ recording: inout Recording, _ clock: RecordingClock, at start: Double?) {
        let first = start ?? clock.values[0]
        if clock.content == .time {
            recording.start.elapsed = recording.start.elapsed ?? first
            return
        }
        let grain = start == nil ? clock.grain : 0
        if grain > 100 {
            if grain <= 1000 { recording.start.second = recording.start.second ?? first }
        } else if clock.content == .epoch || clock.isNumber {
            recording.epoch = recording.epoch ?? first * 1e3
        } else {
            recording.start.date = recording.start.date ?? first
        }
    }

    /// The column of times that tells most samples apart; of equals elapsed times, then dates, then
    /// epochs, because spreadsheets cut epochs (`1.54747E+12`).
    private func bestClock() throws(RecordingError) -> Int {
        let order: [RecordingColumn.Content] = [.time, .date, .epoch]
        var best: (index: Int, distinct: Int)?
        for content in order {
            for (index, clock) in clocks.enumerated() where clock?.content == content {
                guard let clock, clock.isUsable else { continue }
                if best.map({ clock.distinct > $0.distinct }) ?? true {
                    best = (index, clock.distinct)
                }
            }
        }
        if let best { return best.index }
        let all = clocks.compactMap { $0 }
        let problem = { (line: Int, column: Int, text: String) in
            RecordingError(line: line, column: column, problem: text)
        }
        guard let clock = all.first(where: { $0.strange != nil }) ?? all.first else {
            throw problem(header?.line ?? 1, 1, "no column of times: add one as time (s)")
        }
        if clock.isNumber {
            throw problem(
                header?.line ?? 1, clock.column,
                """
                column "\(clock.name)" has no unit: write \(clock.name) (s) or \(clock.name) (ms)
                """)
        }
        if let strange = clock.strange {
            throw problem(
                strange.line, 1,
                """
                "\(strange.text)" under "\(clock.name)" is neither a number nor a date as \
                2019-01-15T20:04:09.161: write one of them
                """)
        }
        throw problem(
            lines.first ?? 1, 1,
            clock.content == .epoch
                ? """
                the epochs have lost their digits and there is no elapsed column: \
                export again, or add a column time (s)
                """
                : """
                all rows have the same time, so that the rate cannot be known: \
                check the column of times, or add one as time (s)
                """)
    }
}

extension Recording {
    /// Reads a CSV file.
    ///
    /// - Parameters:
    ///   - rate: in Hz, for files without a time column.
    ///   - assumed: what axes without a unit measure, as in the SDK's files; nil to refuse them.
    public init(
        csv text: [UInt8], rate: Double? = nil, assuming assumed: Sensor? = nil
    ) throws(RecordingError) {
        self = try RecordingFile(text, assuming: assumed).recording(rate: rate)
    }

    /// Reads a CSV text, likewise.
    public init(
        csv text: String, rate: Double? = nil, assuming assumed: Sensor? = nil
    ) throws(RecordingError) {
        try self.init(csv: Array(text.utf8), rate: rate, assuming: assumed)
    }
}
