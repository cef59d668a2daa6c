/// Turns the cap's rates of turn into a position on a plane (protocol, triki-motion 3.8).
public struct PointerProcessor: Sendable, Equatable {
    /// One of the two axes.
    public struct Axis: Sendable, Equatable {
        /// The smoothed input, -1 to 1.
        public internal(set) var smooth = 0.0
        /// How far it has turned, -1 to 1.
        public internal(set) var rotation = 0.0
        /// Where neutral is, -1 to 1.
        public internal(set) var reference = 0.0
        /// How far it is from neutral, -2 to 2.
        public var relative: Double { rotation - reference }

        mutating func update(_ input: Double, scale: Double, decay: Double, _ config: MotionConfig)
        {
            let share = config.inputSmoothing
            smooth = smooth * (1 - share) + input * share
            if !smooth.isFinite { smooth = 0 }
            rotation += smooth * config.pointerSensitivity * scale
            rotation = MotionMath.clamp(rotation * decay)
            if config.referenceDriftEnabled {
                reference =
                    reference * config.referenceRetain + rotation * config.referenceBlend
                if !reference.isFinite { reference = 0 }
            }
        }
    }

    /// Left and right.
    public private(set) var x = Axis()
    /// Back and forth.
    public private(set) var y = Axis()

    /// A pointer at rest.
    public init() {}

    /// Moves one frame on; the frame lasted `scale` frames of 60 Hz.
    mutating func update(x inputX: Double, y inputY: Double, scale: Double, _ config: MotionConfig)
    {
        let damping = config.pointerRotDamping
        let decay = damping > 0 && damping < 1 ? MotionMath.decay(damping, scale) : 1
        x.update(inputX, scale: scale, decay: decay, config)
        y.update(inputY, scale: scale, decay: decay, config)
    }

    /// Makes the position of now neutral.
    mutating func resetBaseline() {
        x.reference = x.rotation
        y.reference = y.rotation
    }
}
