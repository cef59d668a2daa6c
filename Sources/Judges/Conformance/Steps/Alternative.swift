public import Declaration

public struct Alternative: Section {
    public static let title = "alternative"
    public static let about = "One of several behaviours, and who says so."
    public static let example = """
        - either:
            - {follows: the C++ SDK, source: core 3.3 (cpp), expect: "0B 82"}
            - {follows: the Swift SDK, source: core 3.3 (swift), silence: 1 s}
        """

    public var follows = ""
    public var source = ""
    public var kind = Kind.silence(SilenceStep())

    public static let keys = Keys(Self()) { keys in
        keys.required(
            \.follows, "follows", "Whom a board follows that behaves so, or what it does.")
        keys.optional(\.source, "source", "Where that is written.")
        keys.exactlyOne(\.kind)
    }

    /// What it is.
    public enum Kind: OneOf {
        public static let title = "behaviour"
        case expect(ExpectStep)
        case silence(SilenceStep)
        case advertises(AdvertisesStep)

        public static let cases = Cases<Kind> { cases in
            cases(Kind.expect, Kind.silence, Kind.advertises)
        }
    }
}
