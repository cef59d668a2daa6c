import DBus

/// The relevant BlueZ objects: adapters, with what they offer, and devices.
extension RemoteObjects {
    static let adapter = "org.bluez.Adapter1"
    static let device = "org.bluez.Device1"
    static let gattManager = "org.bluez.GattManager1"
    static let advertisingManager = "org.bluez.LEAdvertisingManager1"
    static let agentManager = "org.bluez.AgentManager1"
    private static let kept: Set = [adapter, device, gattManager, advertisingManager]

    /// Whether an interface of any object matters.
    static func isKept(_ path: String, _ interface: String) -> Bool { kept.contains(interface) }
}
