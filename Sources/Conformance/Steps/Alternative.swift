public import Scenario
public import YAML

/// One of several behaviours that the sources allow.
public struct Alternative: Section {
    public static let title = "alternative"
    public static let about = "One of several behaviours, and who says so."
    public static let example = """
        - either:
            - {follows: the C++ SDK, source: core 3.3 (cpp), expect: "0B 82"}
            - {follows: the Swift SDK, source: core 3.3 (swift), silence: 1 s}
        """

    /// Who says so.
    public var follows = ""
    /// Where.
    public var source = ""
    /// What it is.
    public var kind = Kind.silence(SilenceStep())
    public var mark = Mark.start

    public init() {}

    public mutating func declare(_ keys: Keys) {
        keys.required(&follows, "follows", "Whom a board follows that behaves so, or what it does.")
        keys.optional(&source, "source", "Where that is written.")
        keys.exactlyOne(&kind)
    }

    /// What it is.
    public enum Kind: OneOf {
        public static let title = "behaviour"
        case expect(ExpectStep)
        case silence(SilenceStep)
        case advertises(AdvertisesStep)

        public static func declare(_ cases: Cases<Kind>) {
            cases("expect", Kind.expect)
            cases("silence", Kind.silence)
            cases("advertises", Kind.advertises)
        }
    }
}
