/// The contents of a column of a recording's file, from its header cell.
struct RecordingColumn: Equatable {
    /// The kinds of columns.
    enum Content: Equatable {
        /// Seconds (after the factor) since the start of the recording.
        case time
        /// Milliseconds since 1970.
        case epoch
        /// Date and time as text, or a number without a unit that says itself what it counts.
        case date
        /// An axis 0 ..< 3 of a channel; the factor converts to m/s², rad/s or µT.
        case axis(Channel, Int)
    }

    enum Channel: Equatable {
        case specificForce, angularRate, magneticField

        /// At least ten times what any sensor measures, in m/s², rad/s or µT.
        var most: Double {
            switch self {
            case .specificForce: 10_000 * standardGravity
            case .angularRate: 10_000
            case .magneticField: 1e6
            }
        }
    }

    /// The quantity of a header cell is clear, but its unit is not.
    struct Problem: Error, Equatable {
        let given: String?
        /// The possible units.
        let known: String
    }

    let content: Content
    /// Converts to the unit of the content.
    let factor: Double

    private static let units: [(names: [String], channel: Channel, factor: Double)] = [
        (["g"], .specificForce, standardGravity),
        (["mg"], .specificForce, standardGravity / 1000),
        (["m/s^2", "m/s2", "m/s²", "m/s/s", "m s-2"], .specificForce, 1),
        (["deg/s", "dps", "°/s", "deg/sec", "degs"], .angularRate, .pi / 180),
        (["rad/s", "rad/sec", "rads"], .angularRate, 1),
        (["ut", "µt", "μt"], .magneticField, 1),
        (["t"], .magneticField, 1e6),
    ]

    private static let prefixes: [(Channel, [String])] = [
        (
            .specificForce,
            ["acc", "accel", "acceleration", "accelerometer", "specificforce", "a", "f"]
        ),
        (
            .angularRate,
            [
                "gyro", "gyr", "gyroscope", "rot", "rotation", "angularrate", "angularvelocity",
                "omega", "g", "w",
            ]
        ),
        (.magneticField, ["mag", "magnetometer", "magneticfield", "magnet", "m", "b"]),
    ]

    /// Units at the end of a name, as in `gyro_x_dps`.
    private static let endings = [
        ("_ms", "ms"), ("_s", "s"), ("_us", "us"), ("_g", "g"), ("_mg", "mg"), ("_ms2", "m/s2"),
        ("_dps", "dps"), ("_degs", "degs"), ("_rads", "rads"), ("_ut", "ut"),
    ]

    /// Reads a header cell; nil for a column that is not used.
    ///
    /// - Parameter assumed: what axes without a word for their sensor and a unit measure; nil to
    ///   refuse them.
    init?(header: String, assuming assumed: Recording.Sensor? = nil) throws(Problem) {
        var name = header.lowercased()
        var unit: String?
        if let open = name.firstIndex(where: { $0 == "(" || $0 == "[" }) {
            let inside = name[name.index(after: open)...].prefix { $0 != ")" && $0 != "]" }
            unit = inside.trimmed
            name = String(name[..<open])
        }
        if let (suffix, named) = Self.endings.first(where: { name.trimmed.hasSuffix($0.0) }) {
            unit = unit ?? named
            name = String(name.trimmed.dropLast(suffix.count))
        }
        let word = String(name.filter { $0.isLetter || $0.isNumber })
        if ["epoch", "epoc", "unixtime"].contains(word) {
            guard unit == nil || unit == "ms" || unit == "s" else { return nil }
            self.init(content: .epoch, factor: unit == "s" ? 1000 : 1)
            return
        }
        if ["time", "t", "elapsed", "elapsedtime", "timestamp", "seconds", "clock"].contains(word) {
            if let time = try Self.time(word, unit) { self = time } else { return nil }
            return
        }
        guard let last = word.last, let axis = ["x", "y", "z"].firstIndex(of: last) else {
            // "x-axis (g)"
            guard word.count == 5, word.hasSuffix("axis"),
                let axis = ["x", "y", "z"].firstIndex(of: word.first)
            else { return nil }
            try self.init(channel: nil, axis, unit)
            return
        }
        let prefix = String(word.dropLast())
        if prefix.isEmpty || prefix == "axis" {
            if unit == nil, let assumed { unit = assumed.unit }
            try self.init(channel: nil, axis, unit)
            return
        }
        guard let channel = Self.prefixes.first(where: { $0.1.contains(prefix) })?.0 else {
            return nil
        }
        try self.init(channel: channel, axis, unit)
    }

    private init(content: Content, factor: Double) {
        self.content = content
        self.factor = factor
    }

    private init(channel: Channel?, _ axis: Int, _ unit: String?) throws(Problem) {
        guard let unit,
            let known = Self.units.first(where: { $0.names.contains(unit) }),
            channel == nil || channel == known.channel
        else {
            throw Problem(given: unit, known: Self.choices(channel))
        }
        self.init(content: .axis(known.channel, axis), factor: known.factor)
    }

    private static func choices(_ channel: Channel?) -> String {
        switch channel {
        case .specificForce: "(g), (mg) or (m/s^2)"
        case .angularRate: "(deg/s) or (rad/s)"
        case .magneticField: "(uT)"
        case nil: "(g), (mg), (m/s^2), (deg/s), (rad/s) or (uT)"
        }
    }

    /// MetaBase's `time (01:00)` and `timestamp (-0700)` are dates; the bracket is the offset from
    /// UTC.
    private static func time(_ word: String, _ unit: String?) throws(Problem) -> Self? {
        switch unit {
        case "s", "sec", "seconds": return Self(content: .time, factor: 1)
        case "ms", "milliseconds": return Self(content: .time, factor: 1e-3)
        case "us", "µs": return Self(content: .time, factor: 1e-6)
        case nil: return Self(content: word == "seconds" ? .time : .date, factor: 1)
        case let unit?:
            if unit.contains(where: { $0.isNumber }) || unit == "utc" || unit == "z" {
                return Self(content: .date, factor: 1)
            }
            throw Problem(given: unit, known: "(s) or (ms)")
        }
    }
}

extension StringProtocol {
    /// Without spaces and quotation marks at the ends.
    var trimmed: String {
        let blank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\"" }
        return String(drop(while: blank).reversed().drop(while: blank).reversed())
    }
}

extension [String] {
    fileprivate func firstIndex(of character: Character?) -> Int? {
        character.flatMap { c in firstIndex { $0 == String(c) } }
    }
}
