import Bluetooth
import Central
import DBus
import EventLoop
import Pairing
import Peripheral
import Simulation
import VirtualRadio

/// `org.bluez.Adapter1`: a machine's radio, which is a central on the virtual air.
final class Adapter {
    static let name = "org.bluez.Adapter1"

    unowned let standIn: StandIn
    /// `/org/bluez/hci0`.
    let path: String
    let address: Address
    let central: Central
    let objects: ObjectServer
    let bus: Bus
    let loop: EventLoop
    private(set) lazy var discovery = Discovery(of: self)
    /// In the order in which they were found.
    var devices: [RemoteDevice] = []

    /// Nil for the machine's name.
    var ownAlias: String?
    var isPowered = true
    var isDiscoverable = false
    var discoverableTimeout: UInt32 = 180
    var isPairable = false
    var pairableTimeout: UInt32 = 0
    var isDiscovering = false
    /// When those two end.
    var discoverableTicket: UInt32 = 0
    var pairableTicket: UInt32 = 0
    /// Became discoverable for a client's discovery, until that ends.
    var isDiscoverableForDiscovery = false
    /// UUIDs of services that local applications have registered.
    var localServices: () -> [BluetoothUUID] = { [] }
    /// Ends the link of a central to this adapter.
    var disconnectIncoming: (ConnectionID) -> Void = { _ in }
    /// To be called before any input is passed on.
    var beforeInput: () -> Void = {} {
        didSet { for device in devices { device.gatt.beforeInput = beforeInput } }
    }

    init(_ index: Int, _ address: Address, of standIn: StandIn) {
        self.standIn = standIn
        self.address = address
        path = "\(StandIn.path)/hci\(index)"
        objects = standIn.objects
        bus = standIn.bus
        loop = standIn.loop
        central = Central(on: standIn.air, name: "hci\(index)", address: address)
        if let cryptography = standIn.settings.cryptography {
            var options = SecurityOptions()
            options.asksBeforeJustWorks = true
            options.numbersAgree = nil
            options.maximumBonds = 1_024
            central.setUp(security: SecuritySetup(options, cryptography: cryptography))
        }
    }

    /// Its visible name.
    var alias: String { ownAlias ?? standIn.settings.hostName }

    func publish() {
        objects.add(self, at: path)
        let local = makeLocalSide()
        objects.add(local.applications, at: path)
        objects.add(Media(on: bus), at: path)
        objects.add(local.advertisements, at: path)
    }

    /// Removes it with all its devices, as bluetoothd does when it stops.
    func close() {
        onClose()
        turnOff()
        changed("Powered")
        changed("Discovering")
        for device in devices.reversed() { remove(device) }
        objects.removeAll(below: path)
        central.leave()
    }

    /// How long the kernel takes to answer bluetoothd.
    static let kernelTime = Nanoseconds.milliseconds(1)

    func changed(_ property: String) { objects.changed(property, of: Self.name, at: path) }

    /// Calls later, in virtual time, unless it is cancelled by the ticket, which is not 0.
    func after(_ time: Nanoseconds, _ action: @escaping () -> Void) -> UInt32 {
        standIn.air.medium.at(standIn.air.simulation.now + time, action)
    }

    func cancel(_ ticket: UInt32) {
        if ticket != 0 { standIn.air.medium.cancel(ticket) }
    }

    // MARK: Power

    /// Ends all activity of the radio.
    func turnOff() {
        guard isPowered else { return }
        for device in devices.reversed() where device.isTemporary && !device.isConnected {
            remove(device)
        }
        for device in devices { device.powerOff() }
        isPowered = false
        for client in discovery.removeAll() {
            standIn.clients.forget(client.watch)
            client.call?.fail(Refusal.notPowered)
        }
        isDiscovering = false
        isDiscoverableForDiscovery = false
        if isDiscoverable {
            isDiscoverable = false
            changed("Discoverable")
        }
        onChange()
    }

    /// Called when it is removed.
    var onClose: () -> Void = {}
    /// Called when it was switched on or off, or its name or discoverability has changed.
    var onChange: () -> Void = {}
}
