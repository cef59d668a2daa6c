/// What tells the published versions apart, as data: one row for each of them.
///
/// The presets of `MotionConfig` differ as well; they are beside the other settings.
public struct VersionTraits: Sendable, Equatable {
    /// Share of the way to a new tilt that the parser takes, 0 to 1 (protocol, triki-motion 3.3).
    public var tiltBlend: Double
    /// The same for the gyroscope.
    public var gyroBlend: Double
    /// The same for the rotation.
    public var rotationBlend: Double
    /// Where a pressed button is looked for, and what counts as one (protocol, triki-motion 3.4).
    public var button: ButtonRule
    /// How long a click is published, in seconds; 0 for a single poll (protocol, triki-motion 3.4).
    public var clickDuration: Double
    /// Seconds without a packet after which a cap is no longer received, by the mode of the stream
    /// (protocol, triki-motion 3.10).
    public var receivingWindow: ModeTable<Double>
    /// Whether the start commands are written once more when the subscription is confirmed
    /// (protocol, triki-motion 2).
    public var repeatsStart: Bool
    /// Delay before a lost link is opened again, in seconds; nil: never (protocol, triki-motion 2).
    public var reconnectDelay: Double?
    /// Whether the start commands are repeated to a cap that fell silent in low power
    /// (protocol, triki-motion 2).
    public var wakesSilentCap: Bool
    /// Whether the gamepad stack runs beside the engine (protocol, triki-motion 3.11).
    public var hasGamepad: Bool

    /// The version that the published documents describe.
    public static let seed = VersionTraits(
        tiltBlend: 0.18, gyroBlend: 0.32, rotationBlend: 0.22, button: .firstByteIsOne,
        clickDuration: 0, receivingWindow: ModeTable(0.35), repeatsStart: false,
        reconnectDelay: nil, wakesSilentCap: false, hasGamepad: false)

    /// The newest version.
    public static let current = VersionTraits(
        tiltBlend: 1, gyroBlend: 1, rotationBlend: 1, button: .anyHeader, clickDuration: 0.12,
        receivingWindow: ModeTable(fast: 0.45, normal: 0.75, lowPower: 3.5, unknown: 0.55),
        repeatsStart: true, reconnectDelay: 1.5, wakesSilentCap: true, hasGamepad: true)
}

/// How a version finds the button in a notification.
public enum ButtonRule: Sendable {
    /// Byte 1 of a notification that begins with the header, pressed if exactly 1.
    case firstByteIsOne
    /// The byte after every header byte, pressed if not 0.
    case anyHeader
}

/// One value for each mode of the stream.
public struct ModeTable<Value: Sendable & Equatable>: Sendable, Equatable {
    /// In mode fast.
    public var fast: Value
    /// In mode normal.
    public var normal: Value
    /// In mode low power.
    public var lowPower: Value
    /// While the mode is not known.
    public var unknown: Value

    /// Four values.
    public init(fast: Value, normal: Value, lowPower: Value, unknown: Value) {
        self.fast = fast
        self.normal = normal
        self.lowPower = lowPower
        self.unknown = unknown
    }

    /// The same value in every mode.
    public init(_ value: Value) {
        self.init(fast: value, normal: value, lowPower: value, unknown: value)
    }

    /// The value of one mode.
    public subscript(mode: BLEMode) -> Value {
        switch mode {
        case .fast: fast
        case .normal: normal
        case .lowPower: lowPower
        case .unknown: unknown
        }
    }
}
