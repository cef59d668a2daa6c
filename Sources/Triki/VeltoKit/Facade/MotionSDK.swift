/// The cap's way into a game, under its published names, for the main actor
/// (protocol, triki-motion 3.10).
@MainActor
public final class MotionSDK {
    /// The same without an actor, for code that is synchronous anyway.
    public let session: MotionSession
    /// The engine behind it.
    public let engine: MotionEngine

    /// A facade with the paddle preset.
    ///
    /// - Parameters:
    ///   - version: which published version to reproduce.
    ///   - radio: what `connect` uses; nil: a machine without one.
    ///   - remembered: the `rememberedDevice` of an earlier session; the newest version opens it
    ///     without a scan.
    ///   - clock: seconds since any start, never backwards; nil: the sum of the polled frames.
    public convenience init(
        _ version: VeltoVersion = .seed, radio: (any CapRadio)? = nil,
        remembered: DiscoveredCap? = nil, clock: (() -> Double)? = nil
    ) {
        self.init(
            session: MotionSession(version, radio: radio, remembered: remembered, clock: clock))
    }

    /// A facade of a session that exists.
    public init(session: MotionSession) {
        self.session = session
        engine = MotionEngine(of: session)
    }

    /// Every setting; replacing them resets nothing.
    public var config: MotionConfig {
        get { session.config }
        set { session.config = newValue }
    }

    /// Changes the mode and forgets the motion; the settings stay as they are.
    public func setMode(_ mode: MotionMode) { session.setMode(mode) }

    /// Loads the preset of a use together with its mode.
    public func configure(for useCase: MotionUseCase) { session.configure(for: useCase) }

    /// What the gamepad of the newest version is tuned for; games until an app changes it.
    public var gamepadPurpose: GamepadTuning.Purpose {
        get { session.gamepadPurpose }
        set { session.gamepadPurpose = newValue }
    }

    /// Looks for a cap and connects when exactly one is found.
    public func connect() { session.connect() }
    /// Opens the last device again without a scan; the newest version alone.
    public func connectLastDevice() { session.connectLastDevice() }
    /// Whether `connectLastDevice` has a device to open.
    public var hasCachedBLEDevice: Bool { session.hasCachedBLEDevice }
    /// The device of the link, or of the last one: keep it for the next start of the app.
    public var rememberedDevice: DiscoveredCap? { session.rememberedDevice }
    /// Closes the link and forgets the motion.
    public func disconnect() { session.disconnect() }
    /// How far the connection is.
    public var connectionState: BLEManager.State { session.connectionState }
    /// Whether the link is open and the stream was asked for.
    public var isConnected: Bool { session.isConnected }
    /// Whether packets came in lately; a poll finds out that they stopped.
    public var isReceiving: Bool { session.isReceiving }

    /// Moves one frame on and says what the player does; `deltaTime` in seconds, nil: measured.
    @discardableResult
    public func pollInput(deltaTime: Double? = nil) -> GameInput {
        session.pollInput(deltaTime: deltaTime)
    }

    /// What the newest frame or poll made of the motion.
    public var input: GameInput { session.input }
    /// What the newest poll made of the motion.
    public var snapshotInput: GameInput { session.snapshotInput }
    /// A copy of the polled input that changes at most every 0.12 s, for displays.
    public var liveInput: GameInput { session.liveInput }

    /// Gives the engine what has arrived and moves one frame on; `deltaTime` in seconds, nil: measured.
    @discardableResult
    public func updateFrame(deltaTime: Double? = nil) -> MotionOutput {
        session.updateFrame(deltaTime: deltaTime)
    }

    /// A frame with a word in counts, and bytes of which only the button is read.
    @discardableResult
    public func update(
        rawX: Double? = nil, bytes: [UInt8]? = nil, deltaTime: Double? = nil
    ) -> MotionOutput {
        session.update(rawX: rawX, bytes: bytes, deltaTime: deltaTime)
    }

    /// Takes a notification of the cap that arrives now.
    public func enqueueBLE(_ packet: [UInt8]) { session.enqueueBLE(packet) }
    /// Gives the engine what has arrived.
    public func flushIngress() { session.flushIngress() }
    /// What stands in for the cap while no packet arrives.
    public func setIngressSupplement(_ sensors: MotionSensors) {
        session.setIngressSupplement(sensors)
    }
    /// Takes decoded axes, each -1 to 1, instead of bytes.
    public func ingestTrikiFrame(gyroX: Double, gyroY: Double, gyroZ: Double, rotation: Double) {
        session.ingestTrikiFrame(gyroX: gyroX, gyroY: gyroY, gyroZ: gyroZ, rotation: rotation)
    }

    /// Takes the pose of now as neutral.
    public func calibrateNeutralPose() { session.calibrateNeutralPose() }
    /// Paddle: forgets the centre; the next frame's word is it.
    public func resetPaddleCenter() { session.resetPaddleCenter() }
    /// Paddle: mirrors the centre.
    public func flipPaddleOffsetSign() { session.flipPaddleOffsetSign() }
    /// Forgets a press that waits to be published.
    public func discardStaleButtonInput() { session.discardStaleButtonInput() }
    /// Everything but the settings and the link as new.
    public func reset() { session.reset() }

    /// What the newest frame came to.
    public var output: MotionOutput { session.output }
    /// The state inside.
    public var debug: MotionDebug { session.debug }
}

extension MotionSDK: @MainActor InputProvider {}
