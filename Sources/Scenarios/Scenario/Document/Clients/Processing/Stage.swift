import Declaration

public struct Stage: Section {
    public static let title = "processor"
    public static let about =
        "One data processor of a chain (module 0x09). Its sizes and signs follow from what comes in."
    public static let example = """
        - process:
            from: acceleration
            chain: [rss, {average: 4}, {threshold: {at: 2 g, output: binary}}]
            as: shakes
        """

    /// What it does.
    public var kind = Kind.rss(RSS())

    public static let keys = Keys(Self()) { keys in keys.exactlyOne(\.kind) }

    /// What it does.
    public enum Kind: OneOf {
        public static let title = "kind of processor"
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

        public static let cases = Cases<Kind> { cases in
            cases(
                Kind.pass, Kind.count, Kind.sum, Kind.average, Kind.highPass, Kind.compare,
                Kind.rms, Kind.rss, Kind.time, Kind.math, Kind.delay, Kind.pulse, Kind.delta,
                Kind.threshold, Kind.averageChannels, Kind.buffer, Kind.pack, Kind.account,
                Kind.averageQuaternion, Kind.fuse, Kind.raw)
        }
    }
}
