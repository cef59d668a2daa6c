public import Peripheral

/// A device that a scenario can hold, whatever firmware it runs: what the world does to it, and what
/// reports tell of it.
///
/// What only some devices have is a protocol of its own (``ChargedDevice``, ``PinnedDevice``,
/// ``RecordingDevice``) and asked for by a cast.
public protocol SimulatedDevice: Peripheral {
    /// Who sees what clients do with it; nil for nobody, which costs nothing.
    var witness: (any DeviceWitness)? { get set }
    /// The product, as scenarios and reports name it.
    var modelName: String { get }
    /// The firmware's version, as the device itself says it.
    var firmwareRevision: String { get }
    /// Switches of the firmware's behaviour that are on, by name, sorted.
    var switchesOn: [String] { get }

    /// Whether a central is connected.
    var isConnected: Bool { get }
    /// False while the supply is cut or the device sleeps so deep that no radio runs.
    var isPowered: Bool { get }
    /// Resets of any cause, cut supplies included.
    var resets: Int { get }
    /// Its notifications since the run began, by what became of them.
    var notifications: NotificationCounts { get }
    /// What it streams to its host now, a word each, for the status line.
    var streaming: [String] { get }
    /// How bright a light is now, 0 to 1; 0 for one that the device does not have.
    func brightness(of light: Light) -> Double
    /// Whether a motor or buzzer runs now.
    var isVibrating: Bool { get }

    /// The button is pressed or let go.
    func setButton(pressed: Bool)
    /// Charge of the battery, 0 to 100 %.
    var batteryLevel: Double { get }
    /// Charge of the battery, 0 to 100 %; beyond that it is clamped.
    func setBattery(level: Double)
    /// A fault: the sensor repeats its last value, until it is told otherwise.
    func setSensor(_ sensor: Sensor, isStuck: Bool)
    /// A reset from outside; volatile state is lost, the link ends without a word.
    func resetByPin()
    /// The supply is gone: everything volatile is lost at once, the link without a word.
    func powerOff()
    /// The supply is back: the firmware starts.
    func powerOn()
}

extension SimulatedDevice {
    /// Notifications that the link took.
    public var notificationsSent: Int { notifications.sent }
    /// Notifications that found the buffers full.
    public var notificationsDropped: Int { notifications.dropped }
    /// Without a motor.
    public var isVibrating: Bool { false }
}

/// A light of a device.
public enum Light: Sendable, CaseIterable {
    case red, green, blue
}

/// A sensor of a device that a fault can take hold of.
public enum Sensor: Sendable, CaseIterable {
    case accelerometer, gyroscope, thermometer
}
