/// The cap's whole way into a game, from notifications to `GameInput` (protocol, triki-motion 3.6 and 3.10).
///
/// Synchronous, for one thread, and with time from outside: simulations and tests use it directly.
/// `MotionSDK` is the same for the main actor, under the published names.
public final class MotionSession: InputProvider {
    /// Which published version it reproduces.
    public let version: VeltoVersion
    /// Every setting; replacing them resets nothing.
    public var config: MotionConfig {
        get { engine.config }
        set { engine.config = newValue }
    }
    // Unchecked are numbers, flags and structs of them; what contains arrays is not (decision 0008).

    /// The engine, for its own frames and its debugging values.
    @exclusivity(unchecked) public internal(set) var engine: EngineCore
    /// What the newest frame or poll made of the motion.
    @exclusivity(unchecked) public internal(set) var input = GameInput()
    /// What the newest poll made of the motion; polling alone changes it.
    @exclusivity(unchecked) public internal(set) var snapshotInput = GameInput()
    /// A copy of the polled input that changes at most every 0.12 s, for displays.
    @exclusivity(unchecked) public internal(set) var liveInput = GameInput()
    /// Whether packets came in lately; a poll finds out that they stopped.
    @exclusivity(unchecked) public internal(set) var isReceiving = false

    /// Least time between two changes of `liveInput`, in seconds.
    public static let liveInterval = 0.12

    let traits: VersionTraits
    private let clock: (() -> Double)?
    /// The time without a clock: the sum of the frames.
    @exclusivity(unchecked) private var played = 0.0
    @exclusivity(unchecked) private var lastTime: Double?

    var manager: BLEManager
    /// Whether `connect` was called: only then do polls read sensors.
    @exclusivity(unchecked) var hasPipeline = false
    @exclusivity(unchecked) var button: ButtonDetector
    var parser: MotionParser
    var ingress = PacketBuffer(limit: 512, kept: 256)
    @exclusivity(unchecked) var supplement = MotionSensors()
    @exclusivity(unchecked) var pendingRaw: Double?
    @exclusivity(unchecked) var lastPacket: Double?
    @exclusivity(unchecked) var lastEdge = -Double.infinity
    @exclusivity(unchecked) var lastLive = -Double.infinity
    @exclusivity(unchecked) var lastPosition = (x: 0.0, y: 0.0)
    @exclusivity(unchecked) var monitor = TrikiBLEMonitor()
    var gamepadParser = TrikiParser()
    @exclusivity(unchecked) var gamepad = TrikiMotionEngine()
    var gamepadFrames: [GamepadFrame] = []
    @exclusivity(unchecked) var gamepadEvents = GamepadEvents()
    var throwWatch = ThrowWatch()

    /// A session with the paddle preset.
    ///
    /// - Parameters:
    ///   - version: which published version to reproduce.
    ///   - radio: what `connect` uses; nil: a machine without one.
    ///   - remembered: the `rememberedDevice` of an earlier session; the newest version opens it
    ///     without a scan.
    ///   - clock: seconds since any start, never backwards; nil: the sum of the polled frames.
    public init(
        _ version: VeltoVersion = .seed, radio: (any CapRadio)? = nil,
        remembered: DiscoveredCap? = nil, clock: (() -> Double)? = nil
    ) {
        self.version = version
        traits = version.traits
        self.clock = clock
        engine = EngineCore(.preset(for: .paddle, version))
        manager = BLEManager(version, radio: radio, remembered: remembered)
        button = ButtonDetector(version)
        parser = MotionParser(version)
    }

    /// Now, in seconds.
    public var now: Double {
        guard let clock else { return played }
        return clock().finite
    }

    /// What the newest frame came to.
    public var output: MotionOutput {
        var output = engine.output
        output.didShoot = output.didShoot || input.primaryAction
        return output
    }

    /// The state inside, for settings screens and tests.
    public var debug: MotionDebug { engine.debug }

    /// Byte 1 of the newest notification that began with the header.
    public var lastSeenButtonByte: UInt8 { button.lastSeenButtonByte }

    /// The message for a player while no packets come in; the newest version alone.
    public var idleMessage: String? {
        traits.hasGamepad && monitor.mode == .lowPower ? "Bezruch — czekam na ruch" : nil
    }

    /// What the gamepad of the newest version is tuned for; games until an app changes it.
    ///
    /// The documents have thresholds for games and for smooth input, and do not say what selects
    /// them: no mode, preset or use case does.
    public var gamepadPurpose: GamepadTuning.Purpose {
        get { gamepad.purpose }
        set { gamepad.purpose = newValue }
    }

    /// The mode of the stream; unknown in the version of the documents.
    public var bleMode: BLEMode { traits.hasGamepad ? monitor.mode : .unknown }

    /// Changes the mode and forgets the motion; the settings stay as they are.
    public func setMode(_ mode: MotionMode) {
        guard config.mode != mode else { return }
        config.mode = mode
        resetRuntime()
    }

    /// Everything but the settings and the link as new.
    public func reset() {
        resetRuntime()
        isReceiving = false
        lastPacket = nil
        lastLive = -.infinity
        monitor = TrikiBLEMonitor()
        liveInput = GameInput()
        snapshotInput = GameInput()
    }

    func resetRuntime() {
        engine.reset()
        button.reset()
        parser.reset()
        ingress.clear()
        supplement = MotionSensors()
        pendingRaw = nil
        lastEdge = -.infinity
        lastPosition = (0, 0)
        gamepadParser.reset()
        gamepad.reset()
        gamepadFrames.removeAll(keepingCapacity: true)
        gamepadEvents = GamepadEvents()
        throwWatch = ThrowWatch()
        input = GameInput()
    }

    /// The length of this frame in seconds, 0 to 0.05; measured if it was not given.
    func frameTime(_ deltaTime: Double?) -> Double {
        if let deltaTime, clock == nil { played += max(0, deltaTime.finite) }
        let now = now
        defer { lastTime = now }
        guard let deltaTime else {
            return lastTime.map { MotionMath.clamp(now - $0, 0, 0.05) } ?? 0
        }
        return MotionMath.clamp(deltaTime, 0, 0.05)
    }
}

extension MotionSession {
    /// Takes the pose of now as neutral: a poll that lasts as long as the clock says, then the
    /// paddle's centre.
    public func calibrateNeutralPose() {
        poll(frameTime(nil))
        engine.calibrateCenter()
        engine.resetPaddleMotion()
        refreshLive()
    }

    /// Paddle: forgets the centre; the next frame's word is it.
    public func resetPaddleCenter() {
        engine.resetCenter()
        refreshLive()
    }

    /// Paddle: takes the word of now as the centre, without a poll.
    public func calibrateCenter() { engine.calibrateCenter() }

    /// Paddle: moves the position back to the centre.
    public func resetPaddleMotion() { engine.resetPaddleMotion() }

    /// Pointer, gesture: makes the position of now neutral and forgets the pull.
    public func resetGestureBaseline() { engine.resetGestureBaseline() }

    /// Paddle: mirrors the centre.
    public func flipPaddleOffsetSign() {
        engine.flipPaddleOffsetSign()
        refreshLive()
    }

    /// Forgets a press that waits to be published.
    public func discardStaleButtonInput() {
        button.discardClick()
        lastEdge = -.infinity
        _ = parser.consumeImpulses()
    }

    /// Loads a preset together with its mode: `pong` and `menu` the paddle, the others their own.
    public func configure(for useCase: MotionUseCase) {
        setMode(useCase.mode)
        config = .preset(for: useCase.mode, version)
    }

    private func refreshLive() {
        let output = engine.output
        input.posX = output.x
        input.posY = output.y
        snapshotInput.posX = output.x
        snapshotInput.posY = output.y
        snapshotInput.lateral = output.x
        snapshotInput.lateralSmooth = output.x
        liveInput = snapshotInput
        lastLive = now
    }
}

/// What a program uses the cap for.
public enum MotionUseCase: String, Sendable, CaseIterable {
    case pong
    case menu
    case pointerGame
    case gestureGame

    /// The mode that serves it.
    public var mode: MotionMode {
        switch self {
        case .pong, .menu: .paddle
        case .pointerGame: .pointer
        case .gestureGame: .gesture
        }
    }
}
