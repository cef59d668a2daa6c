import ClientJudge

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension CivilDate {
    /// The day by the wall clock, in universal time; nil if the machine's clock is invalid.
    static var today: CivilDate? { CivilDate(secondsSince1970: Int(time(nil))) }

    /// The day of a second, in universal time.
    init?(secondsSince1970 seconds: Int) {
        // Days to a date over eras of 400 years that begin on the first of March.
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
}
