/// Input of the sample games from the gamepad stack (protocol, triki-motion 3.11).
public struct TrikiGameInputManager: Sendable {
    /// A throw that a frame fired.
    public struct Throw: Sendable, Equatable {
        /// Whether one was fired.
        public var fired = false
        /// How hard, 0 to 1; 0 without one.
        public var power = 0.0
    }

    /// What the games read of the input.
    ///
    /// The documents name both without saying when each is read. The thresholds of darts and bowling
    /// are those of the change: no position reaches them.
    public enum Source: Sendable, CaseIterable {
        /// A hundred times the change of position since the frame before.
        case change
        /// The position.
        case position
    }

    private let source: Source
    private var sinceThrow = Double.infinity
    private var peak = 0.0
    private var last = 0.0

    /// A manager at rest.
    public init(_ source: Source = .change) { self.source = source }

    /// The signal that the games read.
    public func signal(_ input: GameInput) -> Double {
        switch source {
        case .change: input.frameDeltaX.finite * 100
        case .position: input.posX.finite
        }
    }

    /// Pong: speed of the paddle.
    public func pong(_ input: GameInput) -> Double {
        let raw = MotionMath.clamp(MotionMath.deadzone(signal(input), 0.3), -8, 8)
        return raw * 2.5 * (input.bleMode == .fast ? 1.08 : 1)
    }

    /// Darts: fires above 7, at most every 0.5 s.
    public mutating func dart(_ input: GameInput, deltaTime: Double) -> Throw {
        sinceThrow += max(0, deltaTime.finite)
        let signal = signal(input)
        guard signal > 7, sinceThrow >= 0.5 else { return Throw() }
        sinceThrow = 0
        return Throw(fired: true, power: MotionMath.clamp(signal / 12, 0, 1))
    }

    /// Bowling: fires with the first decrease after more than 6, at most every 0.7 s.
    public mutating func bowling(_ input: GameInput, deltaTime: Double) -> Throw {
        sinceThrow += max(0, deltaTime.finite)
        let signal = signal(input)
        defer { last = signal }
        peak = max(peak, signal)
        guard signal < last, peak > 6 else { return Throw() }
        let power = MotionMath.clamp(peak / 12, 0, 1)
        peak = 0
        guard sinceThrow >= 0.7 else { return Throw() }
        sinceThrow = 0
        return Throw(fired: true, power: power)
    }
}
