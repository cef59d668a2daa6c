/// The engine of a `MotionSDK` on the main actor: modes, calibration, frames without bytes.
@MainActor
public final class MotionEngine {
    private let session: MotionSession

    /// An engine of its own with the paddle preset.
    public convenience init(_ version: VeltoVersion = .seed) {
        self.init(of: MotionSession(version))
    }

    init(of session: MotionSession) { self.session = session }

    /// Every setting.
    public var config: MotionConfig {
        get { session.config }
        set { session.config = newValue }
    }

    /// The mode of the settings.
    public var mode: MotionMode { session.config.mode }

    /// Changes the mode and forgets the motion.
    public func setMode(_ mode: MotionMode) { session.setMode(mode) }

    /// Moves one frame on with the input that the engine already has.
    @discardableResult
    public func updateFrame(deltaTime: Double? = nil) -> MotionOutput {
        session.updateEngineFrame(deltaTime: deltaTime)
    }

    /// Paddle: takes the word of now as the centre.
    public func calibrateCenter() { session.calibrateCenter() }
    /// Paddle: forgets the centre; the next frame's word is it.
    public func resetCenter() { session.engine.resetCenter() }
    /// Paddle: moves the position back to the centre.
    public func resetPaddleMotion() { session.resetPaddleMotion() }
    /// Pointer, gesture: makes the position of now neutral and forgets the pull.
    public func resetGestureBaseline() { session.resetGestureBaseline() }

    /// What the newest frame came to.
    public var output: MotionOutput { session.output }
    /// The state inside.
    public var debug: MotionDebug { session.debug }
}
