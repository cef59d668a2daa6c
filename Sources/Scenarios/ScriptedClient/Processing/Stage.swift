import Declaration

package struct Stage: Section {
    package static let example = """
        - process:
            from: acceleration
            chain: [rss, {average: 4}, {threshold: {at: 2 g, output: binary}}]
            as: shakes
        """

    package var kind = Kind.rss(RSS())

    package static let keys = Keys(Self(), "processor") { keys in
        keys.about =
            "One data processor of a chain (module 0x09). Its sizes and signs depend on its input."
        keys.exactlyOne(\.kind)
    }

    package enum Kind: OneOf {
        package static let title = "kind of processor"
        case pass(Pass)
        case count(Count)
        case sum(Sum)
        case average(Average)
        case highPass(HighPass)
        case compare(Compare)
        case rms(RMS)
        case rss(RSS)
        case time(Time)
        case math(Math)
        case delay(Delay)
        case pulse(Pulse)
        case delta(Delta)
        case threshold(Threshold)
        case averageChannels(AverageChannels)
        case buffer(Buffer)
        case pack(Pack)
        case account(Account)
        case averageQuaternion(AverageQuaternion)
        case fuse(Fuse)
        case raw(Raw)

        package static let cases = Cases<Kind> { cases in
            cases(
                Kind.pass, Kind.count, Kind.sum, Kind.average, Kind.highPass, Kind.compare,
                Kind.rms, Kind.rss, Kind.time, Kind.math, Kind.delay, Kind.pulse, Kind.delta,
                Kind.threshold, Kind.averageChannels, Kind.buffer, Kind.pack, Kind.account,
                Kind.averageQuaternion, Kind.fuse, Kind.raw)
        }
    }
}
