/// Lets the focus move only to a slot that is pointed at for a while (protocol, triki-motion 4.2).
public struct TrikiFocusGate: Sendable, Equatable {
    /// The slot that waits, and how long still, in seconds.
    private var pending: (slot: Int, remaining: Double)?
    private let tuning: NavigationTuning

    /// A gate with the dwells of a tuning.
    public init(_ tuning: NavigationTuning = .menu()) { self.tuning = tuning }

    /// The focus after a frame.
    ///
    /// - Parameters:
    ///   - raw: the slot that is pointed at.
    ///   - current: the focus so far; without one it moves at once.
    ///   - deltaTime: length of the frame in seconds.
    public mutating func resolve(raw: Int?, current: Int?, deltaTime: Double) -> Int? {
        guard let raw else {
            pending = nil
            return nil
        }
        guard let current, raw != current else {
            pending = nil
            return raw
        }
        guard let waiting = pending, waiting.slot == raw else {
            let dwell = abs(raw - current) == 1 ? tuning.adjacentDwell : tuning.jumpDwell
            if dwell <= 0 {
                pending = nil
                return raw
            }
            pending = (raw, dwell)
            return current
        }
        let remaining = waiting.remaining - (deltaTime.isFinite ? max(0, deltaTime) : 0)
        if remaining > 0 {
            pending = (raw, remaining)
            return current
        }
        pending = nil
        return raw
    }

    /// Forgets the slot that waits.
    public mutating func reset() { pending = nil }

    public static func == (a: TrikiFocusGate, b: TrikiFocusGate) -> Bool {
        a.tuning == b.tuning && a.pending?.slot == b.pending?.slot
            && a.pending?.remaining == b.pending?.remaining
    }
}
