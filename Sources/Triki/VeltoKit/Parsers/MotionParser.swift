/// Turns notifications into smoothed sensors and impulses (protocol, triki-motion 3.3).
public struct MotionParser: Sendable {
    /// What happened since it was last asked; reading takes it.
    public struct Impulses: Sendable, Equatable {
        /// A click was registered.
        public var click = false
        /// A shake was registered.
        public var shake = false
    }

    /// A change of a value below this is noise, and is ignored.
    public static let noiseFloor = 0.001
    /// Least time between two clicks, in seconds.
    public static let clickCooldown = 0.12
    /// Least time between two shakes, in seconds.
    public static let shakeCooldown = 0.10
    /// How long `sensors.click` stays after a click, in seconds.
    public static let clickHold = 0.25

    private let traits: VersionTraits
    private var buffer = PacketBuffer(limit: 2048, kept: 1024)
    /// Blocks reach 25, and only what is published is limited.
    private var state = MotionSensors()
    private var impulses = Impulses()
    private var lastClick = -Double.infinity
    private var lastShake = -Double.infinity
    private var isButtonDown = false

    /// A parser that has seen nothing.
    public init(_ version: VeltoVersion = .seed) { traits = version.traits }

    /// Bytes that wait for the rest of their frame.
    public var waiting: Int { buffer.count }

    /// What was last read; the click is held for a moment after `now`, in seconds.
    public func sensors(at now: Double) -> MotionSensors {
        var sensors = state
        sensors.tiltX = MotionMath.clamp(state.tiltX)
        sensors.tiltY = MotionMath.clamp(state.tiltY)
        sensors.gyroX = MotionMath.clamp(state.gyroX)
        sensors.gyroY = MotionMath.clamp(state.gyroY)
        sensors.gyroZ = MotionMath.clamp(state.gyroZ)
        sensors.rotation = MotionMath.clamp(state.rotation)
        sensors.click = now - lastClick < Self.clickHold
        return sensors
    }

    /// Takes a notification that arrived at `now`, in seconds.
    public mutating func enqueue(_ packet: [UInt8], at now: Double) {
        buffer.append(packet)
        guard traits.button == .anyHeader else { return }
        ButtonDetector.scan(packet) { value in
            let isDown = value != 0
            if isDown, !isButtonDown { click(at: now) }
            isButtonDown = isDown
        }
    }

    /// Reads every complete frame; without one, blocks.
    public mutating func flush(at now: Double) {
        var newest: MotionSample?
        var hasShake = false
        TrikiMotionProtocol.drain(&buffer) { sample in
            if sample.isFull { newest = sample } else if sample.shake { hasShake = true }
        }
        if hasShake { shake(at: now) }
        guard let newest else { return refreshTilt() }
        let target = newest.sensors
        follow(
            tilt: (target.tiltX, target.tiltY), gyro: (target.gyroX, target.gyroY, target.gyroZ),
            rotation: target.rotation)
        state.speed = target.speed
        state.motion = TrikiMotionProtocol.motion(state)
        state.shake = newest.shake
        if newest.click { click(at: now) }
        if newest.shake { shake(at: now) }
    }

    /// Reads what waits as blocks: the first is tilt and rotation, the last the gyroscope.
    public mutating func refreshTilt() {
        let blocks = BLEGyroParser.drain(&buffer)
        guard let first = blocks.first, let last = blocks.last else { return }
        follow(
            tilt: (first.tilt.x, first.tilt.y), gyro: (last.x, last.y, last.z),
            rotation: first.tilt.x)
        state.speed = 0
        state.motion = TrikiMotionProtocol.motion(state)
        state.shake = false
    }

    /// A notification and all that can be read with it.
    public mutating func process(_ packet: [UInt8], at now: Double) {
        enqueue(packet, at: now)
        flush(at: now)
    }

    /// Hands over what happened since the last call.
    public mutating func consumeImpulses() -> Impulses {
        defer { impulses = Impulses() }
        return impulses
    }

    /// As new.
    public mutating func reset() {
        buffer.clear()
        state = MotionSensors()
        impulses = Impulses()
        lastClick = -.infinity
        lastShake = -.infinity
        isButtonDown = false
    }

    private mutating func click(at now: Double) {
        guard now - lastClick >= Self.clickCooldown else { return }
        lastClick = now
        impulses.click = true
    }

    private mutating func shake(at now: Double) {
        guard now - lastShake >= Self.shakeCooldown else { return }
        lastShake = now
        impulses.shake = true
    }

    private mutating func follow(
        tilt: (Double, Double), gyro: (Double, Double, Double), rotation: Double
    ) {
        Self.follow(&state.tiltX, tilt.0, traits.tiltBlend)
        Self.follow(&state.tiltY, tilt.1, traits.tiltBlend)
        Self.follow(&state.gyroX, gyro.0, traits.gyroBlend)
        Self.follow(&state.gyroY, gyro.1, traits.gyroBlend)
        Self.follow(&state.gyroZ, gyro.2, traits.gyroBlend)
        Self.follow(&state.rotation, rotation, traits.rotationBlend)
    }

    private static func follow(_ value: inout Double, _ target: Double, _ share: Double) {
        guard abs(target - value) >= noiseFloor else { return }
        value = MotionMath.smooth(value, target, share)
    }
}
