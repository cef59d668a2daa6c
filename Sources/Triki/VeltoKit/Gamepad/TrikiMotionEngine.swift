/// The cap as a gamepad: direction, tilt, shake, swing and action from one axis
/// (protocol, triki-motion 3.11).
public struct TrikiMotionEngine: Sendable {
    /// What one frame brought.
    public struct Output: Sendable, Equatable {
        /// Where it points, -1 to 1.
        public var direction: Float = 0
        /// Speed of the axis in units a second, 0 or more.
        public var velocity: Float = 0
        /// Whether it moves.
        public var isMoving = false
        /// Whether it was shaken.
        public var shake = false
        /// Whether it was swung.
        public var swing = false
        /// Button, swing, or speed.
        public var action = false
        /// Whether it is held to the left.
        public var tiltLeft = false
        /// Whether it is held to the right.
        public var tiltRight = false
    }

    /// What the input is for.
    public var purpose: GamepadTuning.Purpose
    /// What the newest frame brought.
    public private(set) var output = Output()

    private var now = 0.0
    private var last: (y: Float, speed: Float) = (0, 0)
    private var lastShake = -Double.infinity
    private var lastAction = -Double.infinity
    private var heldRight = 0
    private var heldLeft = 0
    private var peak: (speed: Float, age: Int) = (0, 0)

    /// An engine at rest.
    public init(_ purpose: GamepadTuning.Purpose = .game) { self.purpose = purpose }

    /// Takes the axis of a frame.
    ///
    /// - Parameters:
    ///   - y: the axis; not limited.
    ///   - button: whether the button went down with it.
    ///   - deltaTime: seconds since the frame before, held within 0.001 and 0.1 for the speed.
    @discardableResult
    public mutating func update(
        y: Float, button: Bool, deltaTime: Double, mode: BLEMode
    ) -> Output {
        let tuning = GamepadTuning.of(mode, purpose)
        let y = y.isFinite ? y : 0
        let seconds = Float(MotionMath.clamp(deltaTime, 0.001, 0.1))
        now += max(0, deltaTime.finite)
        var speed = (y - last.y) / seconds
        var acceleration = (speed - last.speed) / seconds
        if mode == .lowPower {
            speed = 0
            acceleration = 0
        }
        last = (y, speed)

        output = Output()
        output.velocity = abs(speed)
        output.direction = direction(y, speed, mode, tuning)
        if let threshold = tuning.moving {
            output.isMoving =
                abs(speed) > threshold || mode != .fast && abs(y) > threshold
        }
        if abs(acceleration) > tuning.shake, now - lastShake >= tuning.shakeCooldown {
            lastShake = now
            output.shake = true
        }
        output.swing = swing(abs(speed), tuning)
        let isFast = tuning.actionSpeed.map { abs(speed) > $0 } ?? false
        if button || output.swing || isFast, now - lastAction >= tuning.actionCooldown {
            lastAction = now
            output.action = true
        }
        heldRight = y > tuning.tilt ? min(heldRight + 1, tuning.tiltFrames) : 0
        heldLeft = y < -tuning.tilt ? min(heldLeft + 1, tuning.tiltFrames) : 0
        output.tiltRight = heldRight >= tuning.tiltFrames
        output.tiltLeft = heldLeft >= tuning.tiltFrames
        return output
    }

    /// As new, for the same purpose.
    public mutating func reset() { self = TrikiMotionEngine(purpose) }

    private func direction(
        _ y: Float, _ speed: Float, _ mode: BLEMode, _ tuning: GamepadTuning
    ) -> Float {
        func limited(_ value: Float) -> Float { min(max(value, -1), 1) }
        switch mode {
        case .fast:
            return abs(speed) > tuning.directionSpeed
                ? limited(speed * tuning.directionGain) : limited(y * tuning.directionLevel)
        case .lowPower: return y > tuning.tilt ? 0.35 : y < -tuning.tilt ? -0.35 : 0
        case .normal, .unknown: return limited(y)
        }
    }

    private mutating func swing(_ speed: Float, _ tuning: GamepadTuning) -> Bool {
        guard let swing = tuning.swing else {
            peak = (0, 0)
            return false
        }
        if speed > peak.speed {
            peak = (speed, 0)
            return false
        }
        peak.age += 1
        guard peak.speed > swing.peak, peak.age <= swing.frames else {
            peak = (speed, 0)
            return false
        }
        guard speed < swing.drop * peak.speed else { return false }
        peak = (0, 0)
        return true
    }
}
