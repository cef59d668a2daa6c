/// Lets a press through once, and then none for a while (protocol, triki-motion 3.11).
public struct TrikiButtonGate: Sendable, Equatable {
    /// Least time between two presses that pass, in seconds.
    public static let refractory = 0.65

    private var wasDown = false
    private var remaining = 0.0

    /// A gate that has seen no button.
    public init() {}

    /// Takes the level of a frame that lasted `deltaTime` seconds; true where a press passes.
    public mutating func update(isDown: Bool, deltaTime: Double) -> Bool {
        elapse(deltaTime)
        return update(isDown: isDown)
    }

    /// Lets time pass, in seconds, without a look at the button.
    public mutating func elapse(_ seconds: Double) {
        remaining = max(0, remaining - max(0, seconds.finite))
    }

    /// Takes the level of now; true where a press passes.
    public mutating func update(isDown: Bool) -> Bool {
        let isEdge = isDown && !wasDown
        wasDown = isDown
        guard isEdge, remaining <= 0 else { return false }
        remaining = Self.refractory
        return true
    }

    /// Takes the level without letting a press through: what is down now must be released first.
    public mutating func record(isDown: Bool) { wasDown = isDown }

    /// As new.
    public mutating func reset() { self = TrikiButtonGate() }
}
