public import YAML

/// One data processor of a chain.
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
    public var mark = Mark.start

    public init() {}

    public mutating func declare(_ keys: Keys) { keys.exactlyOne(&kind) }

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

        public static func declare(_ cases: Cases<Kind>) {
            cases("pass", Kind.pass)
            cases("count", Kind.count)
            cases("sum", Kind.sum)
            cases("average", Kind.average)
            cases("high-pass", Kind.highPass)
            cases("compare", Kind.compare)
            cases("rms", Kind.rms)
            cases("rss", Kind.rss)
            cases("time", Kind.time)
            cases("math", Kind.math)
            cases("delay", Kind.delay)
            cases("pulse", Kind.pulse)
            cases("delta", Kind.delta)
            cases("threshold", Kind.threshold)
            cases("average-channels", Kind.averageChannels)
            cases("buffer", Kind.buffer)
            cases("pack", Kind.pack)
            cases("account", Kind.account)
            cases("average-quaternion", Kind.averageQuaternion)
            cases("fuse", Kind.fuse)
            cases("raw", Kind.raw)
        }
    }
}
