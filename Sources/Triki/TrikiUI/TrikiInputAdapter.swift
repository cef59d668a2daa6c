public import VeltoKit

/// `MotionSDK` with the calibration prompt, as the sample app uses it.
@MainActor
public final class TrikiInputAdapter {
    /// The facade below.
    public let motionSDK: MotionSDK
    private var prompt: CalibrationPrompt
    private var wasConnected = false

    /// An adapter of a facade; without one, of a new facade of the published documents.
    public init(_ motionSDK: MotionSDK? = nil) {
        self.motionSDK = motionSDK ?? MotionSDK()
        prompt = CalibrationPrompt(self.motionSDK.session.version)
    }

    /// Looks for a cap and connects when exactly one is found.
    public func connect() { motionSDK.connect() }

    /// Closes the link; the next connection asks for a calibration again.
    public func disconnect() {
        motionSDK.disconnect()
        prompt.disconnected()
        wasConnected = false
    }

    /// Changes the mode and loads its preset; the axes stay as they are but for the paddle.
    public func setInputMode(_ mode: MotionMode) {
        let axes = motionSDK.config.axisMapping
        motionSDK.setMode(mode)
        var config = MotionConfig.preset(for: mode, motionSDK.session.version)
        if mode != .paddle { config.axisMapping = axes }
        motionSDK.config = config
    }

    /// Moves one frame on and says what the player does; `deltaTime` in seconds, nil: measured.
    @discardableResult
    public func pollInput(deltaTime: Double? = nil) -> GameInput {
        let input = motionSDK.pollInput(deltaTime: deltaTime)
        if wasConnected, !isConnected { prompt.disconnected() }
        wasConnected = isConnected
        prompt.polled(isConnected: isConnected, isReceiving: isReceiving)
        return input
    }

    /// A copy of the polled input that changes at most every 0.12 s, for displays.
    public var liveInput: GameInput { motionSDK.liveInput }
    /// Whether the link is open and the stream was asked for.
    public var isConnected: Bool { motionSDK.isConnected }
    /// Whether packets came in lately.
    public var isReceiving: Bool { motionSDK.isReceiving }
    /// Whether the player is asked to hold the cap still.
    public var showsCalibrationPrompt: Bool { prompt.isShown }
    /// How far the calibration is.
    public var calibrationState: CalibrationPrompt.State { prompt.state }

    /// Asks the player to hold the cap still; without a connection nothing happens.
    public func presentCalibration() { prompt.present(isConnected: isConnected) }
    /// The player does not want to.
    public func skipCalibration() { prompt.skip() }
    /// Takes the pose of now as neutral.
    public func performCalibration() {
        motionSDK.calibrateNeutralPose()
        prompt.perform()
    }
}

extension TrikiInputAdapter: @MainActor MenuControl {
    /// Whether the cap can be used now.
    public var isControlAvailable: Bool { motionSDK.session.isControlAvailable }
    /// Loads the tuning for menus.
    public func applyUIMode() { motionSDK.session.applyUIMode() }
    /// Forgets a press from before the screen.
    public func discardStaleButtonInput() { motionSDK.discardStaleButtonInput() }
}

/// The name under which the sample app provides its input.
public typealias MotionInputProvider = TrikiInputAdapter
