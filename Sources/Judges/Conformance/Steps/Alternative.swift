import Declaration

package struct Alternative: Section {
    package static let example = """
        - either:
            - {follows: the C++ SDK, source: core 3.3 (cpp), expect: "0B 82"}
            - {follows: the Swift SDK, source: core 3.3 (swift), silence: 1 s}
        """

    package var follows = ""
    package var source = ""
    package var kind = Kind.silence(SilenceStep())

    package static let keys = Keys(Self(), "alternative") { keys in
        keys.about = "One of several documented behaviours."
        keys.required(
            \.follows, "follows",
            "The source that describes this behaviour, or the behaviour itself.")
        keys.optional(\.source, "source", "Where the source says so.")
        keys.exactlyOne(\.kind)
    }

    package enum Kind: OneOf {
        package static let title = "behaviour"
        case expect(ExpectStep)
        case silence(SilenceStep)
        case advertises(AdvertisesStep)

        package static let cases = Cases<Kind> { cases in
            cases(Kind.expect, Kind.silence, Kind.advertises)
        }
    }
}
