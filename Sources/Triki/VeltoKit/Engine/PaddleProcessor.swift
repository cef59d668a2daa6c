/// Turns the cap's rate of turn into a steering position (protocol, triki-motion 3.7).
public struct PaddleProcessor: Sendable, Equatable {
    /// The word at rest, in counts; meaningful once `isOffsetSet`.
    public private(set) var offset = 0.0
    /// Whether a first word set the offset.
    public private(set) var isOffsetSet = false
    /// The position, -`paddleSmoothMax` to `paddleSmoothMax`.
    public private(set) var steer = 0.0
    /// The smoothed word, in counts.
    public private(set) var filtered = 0.0
    private var isActive = false

    /// The position below which the paddle rests.
    public static let restThreshold = 0.02

    /// A paddle whose first word will be its centre.
    public init() {}

    /// Whether the position is that of rest.
    public var isAtRest: Bool { abs(steer) < Self.restThreshold }

    /// Moves one frame on with a word in counts; the frame lasted `scale` frames of 60 Hz.
    mutating func update(raw: Double, scale: Double, _ config: MotionConfig) {
        let share = config.paddleRawSmoothing
        filtered = isOffsetSet ? filtered * (1 - share) + raw * share : raw
        if !isOffsetSet {
            offset = filtered
            isOffsetSet = true
        }
        let limit = abs(config.paddleSpikeThreshold)
        var difference = MotionMath.clamp(filtered - offset, -limit, limit)
        if config.paddleAutoCalibEnabled, abs(difference) < config.paddleStillThreshold,
            abs(steer) < config.paddleAutoCalibMaxSteer
        {
            offset =
                offset * config.paddleAutoCalibRetain + filtered * config.paddleAutoCalibBlend
            difference = filtered - offset
        }
        let input = difference / max(1, config.paddleRawDivisor) * config.paddleInputGain
        let enter = config.paddleMicroDeadzone
        if isActive {
            if abs(input) < 0.65 * enter { isActive = false }
        } else if abs(input) > enter {
            isActive = true
        }
        move(to: isActive ? input : 0, scale: max(0.001, scale), config)
    }

    private mutating func move(to value: Double, scale: Double, _ config: MotionConfig) {
        if value != 0 {
            let retain = MotionMath.decay(config.paddleSmoothRetain, scale)
            steer = steer * retain + value * (1 - retain)
        } else {
            steer *= MotionMath.decay(config.paddleSmoothRetainIdle, scale)
            if abs(steer) < Self.restThreshold { steer = 0 }
        }
        let limit = max(0.1, config.paddleSmoothMax)
        steer = MotionMath.clamp(steer, -limit, limit)
        if !filtered.isFinite || !offset.isFinite { self = PaddleProcessor() }
    }

    /// Takes the word of now as the centre.
    mutating func calibrate() {
        offset = filtered
        isOffsetSet = true
        steer = 0
    }

    /// Forgets the centre: the next word is it.
    mutating func resetCenter() {
        isOffsetSet = false
        offset = 0
        steer = 0
    }

    /// Moves the position back to the centre.
    mutating func resetMotion() { steer = 0 }

    /// Mirrors the centre.
    mutating func flipOffset() {
        if isOffsetSet { offset = -offset }
    }
}
