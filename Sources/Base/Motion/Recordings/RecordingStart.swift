/// What a file says about the time of its first sample, beside an epoch of all digits.
struct RecordingStart: Equatable, Sendable {
    /// Seconds since 1970 by a local clock.
    var date: Double?
    /// Seconds since 1970 of a date or an epoch that is cut to a second.
    var second: Double?
    /// Seconds of the elapsed column, whatever it counts from.
    var elapsed: Double?

    func later(by seconds: Double) -> Self {
        Self(
            date: date.map { $0 + seconds }, second: second.map { $0 + seconds },
            elapsed: elapsed.map { $0 + seconds })
    }

    /// How much later `b` begins than `a`, in seconds, and what a reader should know about that.
    static func relation(of a: Recording, to b: Recording) -> (offset: Double, note: String?) {
        if let first = a.epoch, let second = b.epoch { return ((second - first) * 1e-3, nil) }
        if let first = a.start.date, let second = b.start.date { return (second - first, nil) }
        var known: Double?
        if let first = a.start.second, let second = b.start.second { known = second - first }
        let apart = { (seconds: Double) in "\(SampleSpacing.text(seconds.magnitude)) s apart" }
        // From zero on, both count from their own first sample.
        if let first = a.start.elapsed, let second = b.start.elapsed,
            max(first, second) > 1 / min(a.rate, b.rate)
        {
            let offset = second - first
            guard let known else {
                return (
                    offset,
                    "the two files have no dates: their elapsed times are taken to have one origin,"
                        + " so that they begin \(apart(offset))"
                )
            }
            // Each is cut to a second.
            if (known - offset).magnitude < 1.1 { return (offset, nil) }
        }
        if let known {
            return (
                known,
                "the two files are related by dates of whole seconds: they begin about"
                    + " \(apart(known)), and may be a second off"
            )
        }
        return (
            0,
            "nothing relates the two files in time (epochs, dates or elapsed times of one origin):"
                + " they are taken to begin together"
        )
    }
}

/// A column of times while a file is read.
struct RecordingClock {
    let content: RecordingColumn.Content
    /// As in the header, and where.
    let name: String
    let column: Int
    /// Seconds; not a number where the cell was not understood.
    var values: [Double] = []
    /// The first cell that was not understood.
    var strange: (line: Int, text: String)?
    /// Whether a number without a unit was in it.
    var isNumber = false

    /// Takes the next cell.
    mutating func append(_ cell: ArraySlice<UInt8>, _ number: Double?, _ factor: Double, line: Int)
    {
        var value = Double.nan
        if let number {
            switch content {
            case .time: value = number * factor
            case .epoch: value = number * factor * 1e-3
            default:
                isNumber = true
                // A wall clock in seconds or milliseconds is told by its size, other counts are not.
                if (1e8..<1e11).contains(number) { value = number }
                if (1e11..<1e14).contains(number) { value = number * 1e-3 }
            }
        } else if content != .time, let date = Timestamp(cell) {
            value = date.seconds
        }
        if !value.isFinite, strange == nil {
            strange = (line, String(decoding: cell, as: UTF8.self))
        }
        values.append(value)
    }

    /// Whether every cell was understood and time passes.
    var isUsable: Bool {
        strange == nil && values.count > 1 && values[values.count - 1] != values[0]
    }

    /// How many different times there are.
    var distinct: Int { zip(values.dropFirst(), values).reduce(1) { $0 + ($1.0 != $1.1 ? 1 : 0) } }

    /// What all times are multiples of, in milliseconds: 1, 10, 100 and so on.
    var grain: Double {
        var grain = 1.0
        while grain < 1e12,
            values.allSatisfy({ value in
                let tens = value * 1e3 / (grain * 10)
                return (tens - tens.rounded()).magnitude * grain * 10 < 0.05
            })
        {
            grain *= 10
        }
        return grain
    }
}
