/// Every setting of the engine (protocol, triki-motion 3.12).
///
/// A value that is not finite counts as zero.
public struct MotionConfig: Sendable, Equatable {
    /// What the engine makes of the motion.
    public var mode = MotionMode.paddle
    /// Which signals become x and y.
    public var axisMapping = AxisMapping()

    /// Pointer, gesture: share of a new input in the smoothed one, 0 to 1; 1 is no smoothing.
    public var inputSmoothing = 0.15
    /// Pointer, gesture: whether the reference follows the position slowly.
    public var referenceDriftEnabled = true
    /// Pointer, gesture: share of the reference that stays in a frame, 0 to 1.
    public var referenceRetain = 0.995
    /// Pointer, gesture: share of the position that enters the reference in a frame, 0 to 1.
    public var referenceBlend = 0.005
    /// Pointer, gesture: change of the position by an input of 1, in a frame of 60 Hz.
    public var pointerSensitivity = 0.03
    /// Pointer, gesture: share of the position that stays in a frame of 60 Hz; 0 and 1 switch it off.
    public var pointerRotDamping = 0.98
    /// Pointer, gesture: factor of `posY`.
    public var pointerOutputSmoothing = 0.15

    /// Gesture: least time between two throws, in seconds.
    public var gestureCooldown = 0.4
    /// Gesture: forward speed of a throw, in units a frame of 60 Hz.
    public var gestureMinThrustSpeed = 0.12
    /// Gesture: backward speed that arms early, in units a frame of 60 Hz.
    public var gesturePullSpeed = 0.04
    /// Gesture: way back that arms.
    public var gesturePullbackDelta = 0.07

    /// Paddle: factor of the input.
    public var paddleInputGain = 0.3
    /// Paddle: input below which it rests; it rests again below 0.65 of this.
    public var paddleMicroDeadzone = 0.5
    /// Paddle: the offset follows while the difference is below this, in counts.
    public var paddleStillThreshold = 3.0
    /// Paddle: share of the offset that stays in a frame of following, 0 to 1.
    public var paddleAutoCalibRetain = 0.98
    /// Paddle: share of the input that enters the offset in a frame of following, 0 to 1.
    public var paddleAutoCalibBlend = 0.02
    /// Paddle: whether the offset follows at all.
    public var paddleAutoCalibEnabled = true
    /// Paddle: the offset follows while the position is below this.
    public var paddleAutoCalibMaxSteer = 0.06
    /// Paddle: share of the position that stays in a frame of 60 Hz while it is steered, 0 to 1.
    public var paddleSmoothRetain = 0.72
    /// Paddle: share of the input in the position; the engine takes what `paddleSmoothRetain` leaves.
    public var paddleSmoothBlend = 0.28
    /// Paddle: share of the position that stays in a frame of 60 Hz at rest, 0 to 1.
    public var paddleSmoothRetainIdle = 0.86
    /// Paddle: largest position, at least 0.1.
    public var paddleSmoothMax = 2.0
    /// Paddle: counts of one unit of input, at least 1.
    public var paddleRawDivisor = 100.0
    /// Paddle: share of a new word in the filtered one, 0 to 1; 1 is no filter.
    public var paddleRawSmoothing = 0.35
    /// Paddle: largest difference to the offset, in counts.
    public var paddleSpikeThreshold = 500.0
    /// Games: pixels of one unit of position, on a canvas 160 wide.
    public var paddleScreenScale = 66.0

    // The engine reads none of the following; settings screens show them.

    /// Not read by the engine.
    public var deadzone = 0.01
    /// Not read by the engine.
    public var gestureThreshold = 0.35
    /// Not read by the engine.
    public var gestureMinRelY = 0.08
    /// Not read by the engine.
    public var sensorInput = SensorInput.gyro
    /// Not read by the engine.
    public var paddleRawDeadband = 8.0
    /// Not read by the engine.
    public var paddleRawDeadbandRelease = 3.0
    /// Not read by the engine.
    public var paddleReturnDecay = 0.88
    /// Not read by the engine.
    public var paddleIntegrateRate = 0.0
    /// Not read by the engine.
    public var paddlePositionGain = 2.5
    /// Not read by the engine.
    public var paddlePositionFollow = 0.2
    /// Not read by the engine.
    public var paddleZeroSnap = 0.02
    /// Not read by the engine.
    public var paddleDamping = 0.98
    /// Not read by the engine.
    public var paddleBiasRetain = 0.995
    /// Not read by the engine.
    public var paddleBiasBlend = 0.005
    /// Not read by the engine.
    public var paddleGyroAssist = 0.0
    /// Not read by the engine.
    public var paddleVelocityRetain = 0.0
    /// Not read by the engine.
    public var paddleVelocityBlend = 0.0
    /// Not read by the engine.
    public var paddleSnapThreshold = 0.0
    /// Not read by the engine.
    public var paddleSnapBoost = 0.0
    /// Not read by the engine.
    public var paddleIdleVelocityDecay = 0.0
    /// Not read by the engine.
    public var paddleVelocityStop = 0.0
    /// Not read by the engine.
    public var paddleBiasLearnMax = 0.0
    /// Not read by the engine.
    public var paddleMaxVelocity = 0.0
    /// Not read by the engine.
    public var paddleOutputSmoothing = 0.0
    /// Not read by the engine.
    public var paddleRestHysteresis = 0.0
    /// Not read by the engine.
    public var paddleActiveThreshold = 0.0

    /// The defaults, which are no preset.
    public init() {}
}
