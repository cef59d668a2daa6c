/// A moment of the calendar in milliseconds, Gregorian, without leap seconds (as Unix counts).
struct CivilTime {
    var year: Int64
    var month: Int64
    var day: Int64
    var hour: Int64
    var minute: Int64
    var second: Int64
    var millisecond: Int64

    /// - Parameters:
    ///   - epochMilliseconds: since 1970-01-01T00:00:00Z.
    ///   - utcOffsetMinutes: of the clock that is read, east positive.
    init(epochMilliseconds: Int64, utcOffsetMinutes: Int = 0) {
        // Far from either end of the 64-bit range, so that no sum below can overflow.
        let bounded = max(-1 << 60, min(1 << 60, epochMilliseconds))
        let local = bounded + Int64(max(-1440, min(1440, utcOffsetMinutes))) * 60_000
        var rest = local.quotientAndRemainder(dividingBy: 86_400_000)
        if rest.remainder < 0 { rest = (rest.quotient - 1, rest.remainder + 86_400_000) }
        hour = rest.remainder / 3_600_000
        minute = rest.remainder / 60_000 % 60
        second = rest.remainder / 1000 % 60
        millisecond = rest.remainder % 1000
        // Days to a date over eras of 400 years that begin on the first of March.
        let shifted = rest.quotient + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Writes `2019-01-15T20:04:09.161`; with another sign than the colon for file names.
    func append(to bytes: inout [UInt8], timeSeparator: UInt8 = UInt8(ascii: ":")) {
        if year < 0 { bytes.append(UInt8(ascii: "-")) }
        Digits.append(year.magnitude, minimumDigits: 4, to: &bytes)
        func part(_ value: Int64, after separator: UInt8, digits: Int = 2) {
            bytes.append(separator)
            Digits.append(value.magnitude, minimumDigits: digits, to: &bytes)
        }
        part(month, after: UInt8(ascii: "-"))
        part(day, after: UInt8(ascii: "-"))
        part(hour, after: UInt8(ascii: "T"))
        part(minute, after: timeSeparator)
        part(second, after: timeSeparator)
        part(millisecond, after: UInt8(ascii: "."), digits: 3)
    }
}
