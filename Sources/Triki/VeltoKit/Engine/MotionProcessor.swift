/// Turns the mapped input of a frame into a position: the paddle's way in paddle mode, the pointer's in
/// the others (protocol, triki-motion 3.7 and 3.8).
public struct MotionProcessor: Sendable, Equatable {
    /// A place, or a difference of two.
    public struct Position: Sendable, Equatable {
        /// Left and right.
        public internal(set) var x = 0.0
        /// Back and forth.
        public internal(set) var y = 0.0
    }

    /// Offset, filter and position of the paddle.
    public private(set) var paddle = PaddleProcessor()
    /// Rotation and reference of the pointer.
    public private(set) var pointer = PointerProcessor()
    /// What games see.
    public private(set) var position = Position()
    /// The position relative to neutral, before it is limited.
    public private(set) var relative = Position()

    /// A processor at rest.
    public init() {}

    /// Moves one frame of paddle mode on, with the word of now in counts.
    mutating func steer(raw: Double, scale: Double, _ config: MotionConfig) {
        paddle.update(raw: raw, scale: scale, config)
        position = Position(x: paddle.steer, y: 0)
        relative = position
    }

    /// Moves one frame of the other modes on, with inputs of -1 to 1.
    mutating func point(
        x: Double, y: Double, scale: Double, isPrimed: Bool, _ config: MotionConfig
    ) {
        pointer.update(x: x, y: y, scale: scale, config)
        relative = Position(x: pointer.x.relative, y: pointer.y.relative)
        let output = config.pointerOutputSmoothing * (isPrimed ? 0.28 : 1)
        position = Position(
            x: MotionMath.clamp(relative.x), y: MotionMath.clamp(relative.y * output))
    }

    mutating func calibratePaddle() { paddle.calibrate() }
    mutating func resetPaddleCenter() { paddle.resetCenter() }
    mutating func resetPaddleMotion() { paddle.resetMotion() }
    mutating func flipPaddleOffset() { paddle.flipOffset() }
    mutating func resetPointerBaseline() { pointer.resetBaseline() }

    /// Moves the position back to neutral.
    mutating func rest() {
        position = Position()
        relative = Position()
    }
}
