/// A rate in hertz.
public struct MWFrequency: Sendable, Equatable, CustomStringConvertible {
    /// Per second.
    public let hz: Double

    /// A rate in hertz.
    public init(hz: Double) { self.hz = hz }

    /// A rate by its period in milliseconds.
    public init(periodMs: Double) { hz = 1000 / periodMs }

    /// Milliseconds from one to the next.
    public var periodMs: Double { 1000 / hz }

    /// `100.0 Hz`.
    public var description: String { "\(hz) Hz" }

    /// 12.5 Hz.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let hz12_5 = MWFrequency(hz: 12.5)
    /// 25 Hz.
    public static let hz25 = MWFrequency(hz: 25)
    /// 50 Hz.
    public static let hz50 = MWFrequency(hz: 50)
    /// 100 Hz.
    public static let hz100 = MWFrequency(hz: 100)
    /// 200 Hz.
    public static let hz200 = MWFrequency(hz: 200)
    /// 400 Hz.
    public static let hz400 = MWFrequency(hz: 400)
    /// 800 Hz.
    public static let hz800 = MWFrequency(hz: 800)
    /// 1600 Hz.
    public static let hz1600 = MWFrequency(hz: 1600)
}
