import Bluetooth
import DBus
import EventLoop
import Peripheral
import Simulation

/// What an adapter provides to the peripheral side.
protocol LocalHost: AnyObject {
    var bus: Bus { get }
    var loop: EventLoop { get }
    /// The adapter's path, such as `/org/bluez/hci0`.
    var path: String { get }
    var address: Address { get }
    /// Its visible name.
    var alias: String { get }
    var isPowered: Bool { get }
    /// `Adapter1.Discoverable`.
    var isDiscoverable: Bool { get }
    /// Whether Device Information is a service of BlueZ's own here.
    var hasDeviceInformation: Bool { get }
    /// To be called before any outside input is passed on: virtual time must be that of the input.
    var beforeInput: () -> Void { get }
    /// A central has connected to this adapter; returns the path of its Device1.
    func centralConnected(_ connection: ConnectionID, from central: Address) -> String
    /// The link to that central has ended.
    func centralDisconnected(
        _ connection: ConnectionID, from central: Address, reason: DisconnectReason)
    /// `Adapter1.UUIDs` has changed, or is to be reported again.
    func serviceUUIDsChanged()
    /// Calls later, in virtual time, unless it is cancelled by the ticket, which is not 0.
    func after(_ time: Nanoseconds, _ action: @escaping () -> Void) -> UInt32
    func cancel(_ ticket: UInt32)
    /// `Device1.Trusted` of a connected central: it need not be authorized for anything.
    func isTrusted(_ device: String) -> Bool
}
