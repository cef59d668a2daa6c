/// Detects turns of a body without a gyroscope by the magnetic field: during a turn a changing
/// force is gravity, otherwise it is an acceleration.
///
/// A turn about the field's own direction cannot be detected.
struct TurnWatch: Sendable {
    /// Time constants in seconds: of the present field, which removes the noise, of the earlier
    /// field, and of the recent acceleration.
    static let (nowTime, earlierTime, stirTime) = (0.05, 0.4, 0.5)
    /// Differences of the field in µT: without turning, and certainly turning.
    static let (still, sure) = (1.0, 2.0)
    /// µT more for each g of recent deviation from 1 g: a shake must not look like a turn.
    static let stirWeight = 8.0

    private var now: Vector3?
    private var earlier = Vector3.zero
    private var stir = 0.0

    /// From 0 for a body that does not turn to 1 for one that does.
    private(set) var turning = 0.0

    /// Takes the size of a force in g.
    mutating func take(force: Double, interval: Double) {
        stir = max((force - 1).magnitude, stir - stir * min(1, interval / Self.stirTime))
    }

    /// Takes a field in µT, body, `interval` seconds after the last.
    mutating func take(field: Vector3, interval: Double) {
        guard let last = now else {
            (now, earlier) = (field, field)
            return
        }
        let smooth = last + (field - last) * min(1, interval / Self.nowTime)
        now = smooth
        let change = smooth - earlier
        earlier += change * min(1, interval / Self.earlierTime)
        let beyond = change.length - Self.still - Self.stirWeight * stir
        turning = max(0, min(1, beyond / (Self.sure - Self.still)))
    }
}
