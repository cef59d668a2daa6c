/// A day of the Gregorian calendar, without a time or a time zone.
public struct CivilDate: Sendable, Hashable, Comparable {
    /// 1 to 9999.
    public let year: Int
    /// 1 to 12.
    public let month: Int
    /// 1 to the last of the month.
    public let day: Int

    /// Nil for a day that does not exist.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.days(in: month, of: year)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Reads `2027-01-31`; nil for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The day, in universal time, of a moment counted in seconds since the first day of 1970; nil
    /// before it and after the year 9999.
    package init?(secondsSince1970 seconds: Int) {
        guard seconds >= 0 else { return nil }
        // Eras of 400 years that begin on the first of March: leap days are last in a year.
        let shifted = seconds / 86_400 + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        self.init(
            year: yearOfEra + era * 400 + (month >= 10 ? 1 : 0),
            month: month < 10 ? month + 3 : month - 9, day: dayOfYear - (153 * month + 2) / 5 + 1)
    }

    /// The last day that it can represent.
    package static let last = CivilDate(lastOf: 9999)

    private init(lastOf year: Int) {
        self.year = year
        month = 12
        day = 31
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }

    public static func < (a: Self, b: Self) -> Bool {
        (a.year, a.month, a.day) < (b.year, b.month, b.day)
    }
}

extension CivilDate: CustomStringConvertible {
    /// `2027-01-31`.
    public var description: String {
        func digits(_ number: Int, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
    }
}
