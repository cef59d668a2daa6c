/// The engine without its ways in: axes in, position and throws out (protocol, triki-motion 3.7 to 3.9).
public struct EngineCore: Sendable {
    /// Every setting; the mode is one of them. What is not finite counts as zero.
    public var config: MotionConfig {
        didSet { config = config.finite }
    }

    /// Paddle: the word of now, in counts.
    public internal(set) var rawX = 0.0
    /// Pointer, gesture: the mapped input of now, -1 to 1.
    public internal(set) var inputX = 0.0
    /// Pointer, gesture: the mapped input of now, -1 to 1.
    public internal(set) var inputY = 0.0
    /// Number of the block that the input came from; 0 for the first or for none.
    public internal(set) var blockIndex = 0
    /// The gyroscope's z that came with it; for debugging.
    var gyroZ = 0.0
    /// The rotation that came with it; for debugging.
    var rotation = 0.0

    private var processor = MotionProcessor()
    private var gesture = GestureDetector()
    private var throwOfFrame = GestureDetector.Result()

    /// An engine with settings.
    public init(_ config: MotionConfig) { self.config = config.finite }

    /// The mode of the settings.
    public var mode: MotionMode { config.mode }
    /// Whether a thrust will fire.
    public var isPrimed: Bool { mode == .gesture && gesture.isPrimed }

    /// Moves one frame on.
    ///
    /// - Parameters:
    ///   - deltaTime: its length in seconds, held within 0 and 0.05.
    ///   - now: in seconds, for the time between two throws.
    public mutating func updateFrame(deltaTime: Double, now: Double) {
        let scale = MotionMath.frameScale(deltaTime)
        throwOfFrame = GestureDetector.Result()
        if mode == .paddle {
            return processor.steer(raw: rawX, scale: scale, config)
        }
        processor.point(x: inputX, y: inputY, scale: scale, isPrimed: isPrimed, config)
        guard mode == .gesture else { return }
        throwOfFrame = gesture.update(
            y: processor.relative.y, scale: scale, now: now, config)
    }

    /// Takes an input of -1 to 1 for both axes.
    mutating func feed(x: Double, y: Double, blockIndex: Int) {
        inputX = MotionMath.clamp(x.finite)
        inputY = MotionMath.clamp(y.finite)
        self.blockIndex = blockIndex
    }

    /// Paddle: takes the word of now as the centre. The other modes keep theirs.
    public mutating func calibrateCenter() {
        processor.calibratePaddle()
        if mode == .paddle { processor.rest() }
    }

    /// Paddle: forgets the centre; the next frame's word is it.
    public mutating func resetCenter() {
        processor.resetPaddleCenter()
        if mode == .paddle { processor.rest() }
    }

    /// Paddle: moves the position back to the centre.
    public mutating func resetPaddleMotion() {
        processor.resetPaddleMotion()
        if mode == .paddle { processor.rest() }
    }

    /// Paddle: mirrors the centre.
    public mutating func flipPaddleOffsetSign() { processor.flipPaddleOffset() }

    /// Pointer, gesture: makes the position of now neutral and forgets the pull.
    public mutating func resetGestureBaseline() {
        processor.resetPointerBaseline()
        gesture.reset()
        throwOfFrame = GestureDetector.Result()
        processor.rest()
    }

    /// Everything but the settings as new.
    public mutating func reset() { self = EngineCore(config) }

    /// What the engine makes of the newest frame.
    public var output: MotionOutput {
        MotionOutput(
            x: processor.position.x, y: processor.position.y, didShoot: throwOfFrame.shot,
            throwPower: throwOfFrame.power,
            velocityX: 0, paddleAtRest: mode == .paddle && processor.paddle.isAtRest)
    }

    /// The state inside, for settings screens and tests.
    public var debug: MotionDebug {
        let isPaddle = mode == .paddle
        let (paddle, pointer) = (processor.paddle, processor.pointer)
        let (position, relative) = (processor.position, processor.relative)
        let difference = rawX - paddle.offset
        return MotionDebug(
            rawX: isPaddle ? rawX : inputX, rawY: isPaddle ? 0 : inputY,
            smoothX: isPaddle ? paddle.filtered : pointer.x.smooth,
            smoothY: isPaddle ? 0 : pointer.y.smooth, relX: relative.x, relY: relative.y,
            velocityX: 0, posX: position.x, posY: position.y, rotX: pointer.x.rotation,
            rotY: pointer.y.rotation, gyroBlockIndex: blockIndex, biasX: paddle.offset,
            paddleRotation: rotation, paddleGyroZ: gyroZ, paddleSteer: paddle.steer,
            paddleInput: difference, paddleRawDelta: difference,
            paddleOffsetLocked: paddle.isOffsetSet,
            paddleDirection: PaddleDirection(of: paddle.steer))
    }
}
