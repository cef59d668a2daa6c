/// How much a browser may send: a number of bytes at once, and so many more with each second.
///
/// No browser gets near it; a program that floods the server does within a moment.
struct Allowance {
    /// In bytes.
    let most: Double
    let perSecond: Double
    private var left: Double
    private var since: Int64

    /// - Parameter now: nanoseconds.
    init(most: Double, perSecond: Double, now: Int64) {
        self.most = most
        self.perSecond = perSecond
        left = most
        since = now
    }

    /// False if this is too much.
    mutating func spend(_ count: Int, now: Int64) -> Bool {
        left = min(most, left + Double(now - since) * 1e-9 * perSecond) - Double(count)
        since = now
        return left >= 0
    }

    mutating func refill() { left = most }
}
