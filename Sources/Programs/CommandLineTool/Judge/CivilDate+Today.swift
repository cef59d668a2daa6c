import ClientJudge

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension CivilDate {
    /// The day by the wall clock, in universal time; nil if the machine's clock is invalid.
    static var today: CivilDate? { CivilDate(secondsSince1970: Int(time(nil))) }
}
