/// A date and time as in ISO 8601, `2019-01-15T20:04:09.161`; a zone at its end is ignored.
struct Timestamp {
    /// Seconds since 1970, as if the clock were UTC.
    let seconds: Double

    init?(_ text: ArraySlice<UInt8>) {
        let blank: (UInt8) -> Bool = { $0 == 32 || $0 == 34 }
        let text = text.drop(while: blank)
        guard text.count >= 19 else { return nil }
        func number(_ offset: Int, _ length: Int) -> Int? {
            var value = 0
            for byte in text[(text.startIndex + offset)...].prefix(length) {
                guard byte >= 48, byte <= 57 else { return nil }
                value = value * 10 + Int(byte - 48)
            }
            return value
        }
        func mark(_ offset: Int) -> UInt8 { text[text.startIndex + offset] }
        guard let year = number(0, 4), let month = number(5, 2), let day = number(8, 2),
            let hour = number(11, 2), let minute = number(14, 2), let second = number(17, 2),
            mark(4) == 45, mark(7) == 45, mark(13) == 58, mark(16) == 58,
            (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        var fraction = 0.0
        // ISO 8601 allows a decimal comma.
        if text.count > 20, mark(19) == 46 || mark(19) == 44 {
            var unit = 0.1
            for byte in text[(text.startIndex + 20)...] {
                guard byte >= 48, byte <= 57 else { break }
                fraction += Double(byte - 48) * unit
                unit *= 0.1
            }
        }
        // Days since 1 March 1970's era, months counted from March.
        let y = month > 2 ? year : year - 1
        let m = (month + 9) % 12
        let days = 365 * y + y / 4 - y / 100 + y / 400 + (m * 306 + 5) / 10 + day - 1 - 719_468
        seconds =
            Double(days) * 86_400 + Double(hour * 3600 + minute * 60 + second) + fraction
    }
}
