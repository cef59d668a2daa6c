/// Keeps the heading of a board that lies still while its own field is not yet known: the field then
/// says nothing about north, but that the board has not turned.
struct RestHeading: Sendable {
    /// Seconds over which the field of a rest is averaged, and in which the heading returns to it.
    private static let (meanTime, returnTime) = (2.0, 5.0)

    private var time = 0.0
    private var angle = 0.0

    /// The body has moved.
    mutating func forget() { time = 0 }

    /// The turn in rad that takes the heading back to where it was when the rest began.
    ///
    /// - Parameter seen: what the field alone would turn it by, in rad.
    mutating func turn(_ seen: Double, interval: Double) -> Double {
        time += interval
        if time == interval { angle = seen }
        let away = Self.wrapped(seen - angle)
        guard time > Self.meanTime else {
            angle += away * min(1, interval / time)
            return 0
        }
        return away * min(1, interval / Self.returnTime)
    }

    private static func wrapped(_ angle: Double) -> Double {
        angle - (angle / (2 * .pi)).rounded() * 2 * .pi
    }
}
