/// Turns the time that a focus is held into a confirmation (protocol, triki-motion 4.3).
public struct TrikiHoldTracker: Sendable, Equatable {
    /// How much `decay` takes in a second.
    public static let decayRate = 2.5

    /// How far the hold is, 0 to 1.
    public private(set) var progress = 0.0
    /// Whether the newest frame completed it.
    public private(set) var isCompleted = false

    /// A hold that has not begun.
    public init() {}

    /// Holds for a frame; true in the frame that completes it. Both times in seconds; a duration that
    /// is not positive is never complete, and a frame that is not adds nothing.
    @discardableResult
    public mutating func update(deltaTime: Double, duration: Double) -> Bool {
        isCompleted = false
        guard duration > 0, deltaTime.isFinite, deltaTime > 0 else { return false }
        progress += deltaTime / duration
        guard progress >= 1 else { return false }
        progress = 0
        isCompleted = true
        return true
    }

    /// Lets go for a frame of `deltaTime` seconds.
    public mutating func decay(deltaTime: Double, rate: Double = decayRate) {
        isCompleted = false
        guard deltaTime.isFinite, deltaTime > 0, rate.isFinite, rate > 0 else { return }
        progress = max(0, progress - deltaTime * rate)
    }

    /// As new.
    public mutating func reset() { self = TrikiHoldTracker() }
}
