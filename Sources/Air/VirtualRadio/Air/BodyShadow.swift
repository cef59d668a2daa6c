internal import Motion
internal import Simulation

/// A body between a board and its hosts, as on a wrist or a waist.
///
/// Two things fade: the body turns, slowly, and each connection event uses another channel, on which
/// the paths around the body add up or cancel out. The mean of the slow part is log-normal and
/// forgets itself within a quarter of a second; a channel's power is exponential (Rayleigh fading). Both
/// constants are fitted to the nine recordings of RB26-50 to -52: how often a connection event
/// carried one, two or three notifications, which stream lost how much, and the 135 gaps of more
/// than 150 ms.
struct BodyShadow {
    /// The deviation of the slow part, in nepers of power.
    private static let spread = 1.7
    /// The slow part is renewed at this interval; this is what it keeps: exp(-30 ms / 250 ms).
    private static let step = Nanoseconds.milliseconds(30)
    private static let kept = 0.886_920_436_717_157_5
    private static let renewed = (1 - kept * kept).squareRoot()
    /// After that many steps nothing of the earlier value is left.
    private static let mostSteps = 60

    /// The mean of the needed power, as a natural logarithm.
    private let mean: Double
    private let normal = NormalDistribution.standard
    private var random: RandomStream
    private var slow: Double
    private var renewal = Instant.zero
    /// The power that a packet needs on average, in units of a channel's mean power.
    private var needed: Double
    /// The power on the channel of this event.
    private var channel = 1.0

    /// A body that lets nothing through in the share `loss` of the connection events: 0 to 1,
    /// without both.
    init(loss: Double, random: RandomStream) {
        self.random = random
        mean = Self.mean(for: loss)
        slow = normal.next(&self.random)
        needed = Elementary.exponential(mean + Self.spread * slow)
    }

    /// The next connection event, advertising event or request: another channel.
    mutating func event(at now: Instant) {
        if renewal <= now {
            let due = (now - renewal).count / Self.step.count + 1
            for _ in 0..<min(Int(clamping: due), Self.mostSteps) {
                slow = Self.kept * slow + Self.renewed * normal.next(&random)
            }
            renewal = renewal + Self.step * due
            needed = Elementary.exponential(mean + Self.spread * slow)
        }
        channel = -Elementary.logarithm(1 - random.uniform())
    }

    /// Whether the next packet of the event is lost. Near the limit some packets of an event get
    /// through and others do not.
    mutating func losesPacket() -> Bool { channel < 2 * needed * random.uniform() }

    /// The mean with which the first packet of an event is lost with this probability.
    private static func mean(for loss: Double) -> Double {
        var (low, high) = (-12.0, 12.0)
        for _ in 0..<40 {
            let middle = (low + high) / 2
            if Self.loss(middle) < loss { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }

    /// The probability that the first packet of an event is lost, over the slow part: the trapezoid
    /// rule over four deviations.
    private static func loss(_ mean: Double) -> Double {
        var (sum, weights) = (0.0, 0.0)
        for n in -32...32 {
            let x = Double(n) / 8
            let weight = Elementary.exponential(-0.5 * x * x)
            let twice = 2 * Elementary.exponential(mean + spread * x)
            // The mean of 1 - exp(-t) for t from 0 to `twice`.
            let lost =
                twice < 1e-6
                ? twice / 2 : 1 - (1 - Elementary.exponential(-twice)) / twice
            sum += weight * lost
            weights += weight
        }
        return sum / weights
    }
}
