public import Peripheral

/// A device in a scenario, with any firmware: what the world does to it, and what reports say about
/// it.
///
/// Features of some devices have protocols of their own (``ChargedDevice``, ``PinnedDevice``,
/// ``RecordingDevice``), which callers cast to.
public protocol SimulatedDevice: Peripheral {
    /// Observes what clients do with it; nil costs nothing.
    var witness: (any DeviceWitness)? { get set }
    /// The product, as scenarios and reports name it.
    var modelName: String { get }
    /// The firmware's version, as the device reports it.
    var firmwareRevision: String { get }
    /// Names of the behaviour switches that are on, sorted.
    var switchesOn: [String] { get }

    /// Whether a central is connected.
    var isConnected: Bool { get }
    /// False while the supply is cut or the device sleeps with its radio off.
    var isPowered: Bool { get }
    /// Resets of any cause, cut supplies included.
    var resets: Int { get }
    /// Its notifications since the run began, by their fate.
    var notifications: NotificationCounts { get }
    /// How bright a light is now, 0 to 1; 0 for one that the device does not have.
    func brightness(of light: Light) -> Double
    /// Whether a motor or buzzer runs now.
    var isVibrating: Bool { get }

    /// Presses or releases the button.
    func setButton(pressed: Bool)
    /// Charge of the battery, 0 to 100 %.
    var batteryLevel: Double { get }
    /// Charge of the battery, 0 to 100 %; beyond that it is clamped.
    func setBattery(level: Double)
    /// A fault: the sensor repeats its last value until this is undone.
    func setSensor(_ sensor: Sensor, isStuck: Bool)
    /// An external reset: volatile state is lost, and the link drops silently.
    func resetByPin()
    /// The supply is cut: all volatile state is lost at once, and the link drops silently.
    func powerOff()
    /// The supply is back: the firmware starts.
    func powerOn()
}

extension SimulatedDevice {
    /// Notifications that the link took.
    public var notificationsSent: Int { notifications.sent }
    /// Notifications dropped because the buffers were full.
    public var notificationsDropped: Int { notifications.dropped }
    /// Without a motor.
    public var isVibrating: Bool { false }
}

/// A light of a device.
public enum Light: Sendable, CaseIterable {
    case red, green, blue
}

/// A sensor of a device that a fault can affect.
public enum Sensor: Sendable, CaseIterable {
    case accelerometer, gyroscope, thermometer
}
