import VeltoKit

/// The cap that a player holds, whatever it is: it brings packets to a motion session.
protocol PlayersCap: AnyObject {
    /// What the page calls it: `simulated`, `scripted` or `real`.
    var kind: String { get }
    /// The engine that it feeds.
    var session: MotionSession { get }
    /// When the first packet came that the page has not shown yet, in seconds of the page's time.
    var firstUnshown: Double? { get }
    /// What a hand in the browser can do with it; nil if it is not moved from there.
    var hand: VirtualCap? { get }
    /// Moves on to `now`, in seconds since the page was opened: what has arrived reaches the session.
    func advance(to now: Double)
    /// The page shows everything that has arrived.
    func shown()
}

extension PlayersCap {
    var hand: VirtualCap? { nil }
}
