/// The first line of a recording's file.
struct RecordingHeader {
    static let example = "as in time (s),acc x (g),acc y (g),acc z (g)"

    private(set) var columns: [RecordingColumn?] = []
    /// As written.
    private(set) var names: [String] = []
    let separator: UInt8
    let line: Int
    /// Whether a sensor was assumed for axes without a unit.
    private(set) var isAssumed = false

    init(
        _ text: ArraySlice<UInt8>, line: Int, assuming assumed: Recording.Sensor?
    ) throws(RecordingError) {
        self.line = line
        // Of spreadsheets with decimal commas, and of others.
        separator =
            [UInt8(ascii: ";"), 9, UInt8(ascii: ",")].first { text.contains($0) }
            ?? UInt8(ascii: ",")
        let cells = text.split(separator: separator, omittingEmptySubsequences: false)
        names = cells.map { String(decoding: $0, as: UTF8.self).trimmed }
        try refuseOrientation()
        var column = 1
        for cell in cells {
            let name = String(decoding: cell, as: UTF8.self)
            do throws(RecordingColumn.Problem) {
                do throws(RecordingColumn.Problem) {
                    columns.append(try RecordingColumn(header: name))
                } catch  where error.given == nil && assumed != nil {
                    columns.append(try RecordingColumn(header: name, assuming: assumed))
                    isAssumed = true
                }
            } catch {
                throw RecordingError(
                    line: line, column: column,
                    problem: """
                        column "\(name.trimmed)" has \
                        \(error.given.map { "the unknown unit (\($0))" } ?? "no unit"): \
                        add \(error.known)
                        """)
            }
            column += name.count + 1
        }
        try check()
    }

    /// An orientation says nothing of what the sensors felt.
    private func refuseOrientation() throws(RecordingError) {
        let words = names.map { name in
            String(name.lowercased().prefix { $0 != "(" && $0 != "[" }.filter { $0.isLetter })
        }
        let isQuaternion =
            ["w", "quatw", "qw"].contains(where: words.contains)
            && ["x", "quatx", "qx"].contains(where: words.contains)
        let isAngles = words.contains("pitch") && words.contains("roll")
        guard isQuaternion || isAngles, !words.contains(where: { $0.hasPrefix("acc") }) else {
            return
        }
        throw RecordingError(
            line: line, column: 1,
            problem: """
                these are orientations (\(isQuaternion ? "a quaternion" : "angles")), which cannot\
                 be played: export the accelerometer and the gyroscope, \(Self.example)
                """)
    }

    private func check() throws(RecordingError) {
        for channel in [
            RecordingColumn.Channel.specificForce, .angularRate, .magneticField,
        ] {
            let axes = columns.compactMap { column -> Int? in
                if case .axis(channel, let axis)? = column?.content { axis } else { nil }
            }
            guard axes.isEmpty || axes.sorted() == [0, 1, 2] else {
                throw RecordingError(
                    line: line, column: 1,
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
                line: line, column: 1,
                problem: "no column of a sensor in the header: name them \(Self.example)")
        }
    }

    /// The columns of times, empty.
    var clocks: [RecordingClock?] {
        zip(columns, names).enumerated().map { index, item in
            switch item.0?.content {
            case .time, .epoch, .date:
                RecordingClock(
                    content: item.0?.content ?? .date, name: item.1,
                    column: names[..<index].reduce(1) { $0 + $1.count + 1 })
            default: nil
            }
        }
    }

    func has(_ channel: RecordingColumn.Channel) -> Bool {
        columns.contains { $0?.content == .axis(channel, 0) }
    }
}
