/// What the player does, as games read it (protocol, triki-motion 3.10). Every number is finite.
public struct GameInput: Sendable, Equatable {
    /// Raw input of x: counts in paddle mode, else -1 to 1.
    public var moveX = 0.0
    /// Raw input of y, -1 to 1.
    public var moveY = 0.0
    /// Raw input of z, -1 to 1.
    public var moveZ = 0.0
    /// Rotation, -1 to 1.
    public var rotation = 0.0
    /// How lively the motion is, 0 to 1.
    public var intensity = 0.0
    /// Tilt about y, -1 to 1.
    public var pitch = 0.0
    /// Tilt about x, -1 to 1.
    public var roll = 0.0
    /// Whether the cap was shaken.
    public var shake = false
    /// Whether the cap was flicked; the newest version alone.
    public var flick = false
    /// Speed of the turn, 0 to 1.
    public var spin = 0.0
    /// Whether the cap is held to the left; the newest version alone.
    public var tiltLeft = false
    /// Whether the cap is held to the right; the newest version alone.
    public var tiltRight = false
    /// The click of the button, or a throw.
    public var primaryAction = false
    /// A second action, for providers that have one.
    public var secondaryAction: Bool?
    /// The sensors of the newest packet.
    public var sensors = MotionSensors()
    /// As `posX`.
    public var lateral = 0.0
    /// As `lateral`.
    public var lateralSmooth = 0.0
    /// -1 to 1.
    public var tiltX = 0.0
    /// -1 to 1.
    public var tiltY = 0.0
    /// Position of x relative to neutral, -2 to 2.
    public var deltaX = 0.0
    /// Position of y relative to neutral, -2 to 2.
    public var deltaY = 0.0
    /// Position: -1 to 1; in paddle mode -2 to 2, with the preset -1.7 to 1.7.
    public var posX = 0.0
    /// Position, -1 to 1.
    public var posY = 0.0
    /// As `deltaY`.
    public var velocityY = 0.0
    /// Whether a throw was fired in this frame.
    public var shotTriggered = false
    /// How hard the throw was, 0 to 1; 0 without one.
    public var throwPower = 0.0
    /// How fast the cap was thrown, in m/s, in the poll in which that is known; 0 in all others.
    ///
    /// Measured from the acceleration of a physical cap (`ThrowMeter`), which the published engine
    /// does not do. It comes when the cap slows down, some frames after `shotTriggered`.
    public var throwSpeed = 0.0
    /// Whether a thrust will fire.
    public var gesturePrimed = false
    /// Where the pointer points.
    public var pointerDirection = PointerDirection.center

    /// The button, for a moment after it went down; the newest version alone.
    public var bleButtonClick = false
    /// The mode of the stream; the newest version alone.
    public var bleMode = BLEMode.unknown
    /// Change of `posX` since the poll before; the newest version alone.
    public var frameDeltaX = 0.0
    /// Change of `posY` since the poll before; the newest version alone.
    public var frameDeltaY = 0.0
    /// Speed of the gamepad axis in units a second; the newest version alone.
    public var trikiVelocity = 0.0
    /// Whether the gamepad axis moves; the newest version alone.
    public var isMoving = false

    /// Nothing is done.
    public init() {}

    /// The button was clicked, or a throw was fired.
    public var didShoot: Bool { primaryAction || shotTriggered }
}
