import Bluetooth
import DBus
import EventLoop
import Peripheral

/// A board on an adapter of this machine's BlueZ: its services as a GATT application, its
/// advertisement, and its link to the centrals that connect.
///
/// It has its own connection to the bus, so that BlueZ treats it as a separate application.
/// Everything happens in turns of the loop.
package final class BlueZPeripheral {
    /// BlueZ's name on the bus.
    static let service = "org.bluez"

    /// Called before any input is passed to the firmware.
    package var beforeInput: () -> Void = {}
    /// A sentence for the user: each limitation once, and whenever BlueZ stops or returns.
    package var onNotice: (String) -> Void = { _ in }
    /// Lines about events on the link; nil if they are not wanted.
    package var onTrace: ((String) -> Void)?
    /// It cannot continue: the bus is gone, or BlueZ refuses permanently. Called once.
    package var onFailure: (BlueZError) -> Void = { _ in }

    let peripheral: any Peripheral
    let options: BlueZOptions
    let bus: Bus
    let loop: EventLoop
    let remote = RemoteObjects(keeping: RemoteObjects.isKept)
    let objects: ObjectServer
    let advertising: AdvertisingSession
    let settings: AdapterSettings
    let signals: SignalWindow
    var state = State.waiting
    /// Counts set-ups, to recognise answers to earlier ones.
    var ticket = 0
    /// The adapter's object; nil while there is none.
    var adapter: String?
    var characteristics: [CharacteristicObject] = []
    var servicePaths: [String] = []
    var centrals: [BlueZCentral] = []
    /// Devices that were connected before the board existed.
    var strangers: Set<String> = []
    /// Devices that the machine already knew, such as its own mouse.
    var acquaintances: Set<String> = []
    /// Devices that have paired with the board.
    var ours: Set<String> = []
    /// Subscriptions that BlueZ keeps for a bonded central, by its object.
    var kept: [String: [ValueID]] = [:]
    var nextConnection: UInt16
    let firstConnection: UInt16
    /// For input from sockets; longer than any value.
    var buffer = [UInt8](repeating: 0, count: 1_024)
    var failure: BlueZError?
    private var subscriptions: [SignalSubscription] = []
    private var noticed: Set<String> = []
    var retry: Watch?
    var attempts = 0
    /// The advertisement that BlueZ refused, and how often.
    var refused: (advertisement: Advertisement, times: Int)?
    /// Whether the user was informed that the board is not advertising.
    var isMissed = false
    /// Whether a caller is waiting for the first set-up.
    var isStarting = false

    enum State {
        /// For bluetoothd, or for the adapter.
        case waiting
        case settingUp, running, closed
    }

    /// Connects to the bus; nothing is registered yet.
    ///
    /// - Parameters:
    ///   - address: of the bus; nil for the machine's own.
    ///   - firstConnection: the number of the first connection, the lowest free one.
    package init(
        _ peripheral: any Peripheral, on loop: EventLoop, bus address: String? = nil,
        options: BlueZOptions = BlueZOptions(), firstConnection: UInt16 = 1
    ) throws(BlueZError) {
        self.peripheral = peripheral
        self.options = options
        self.loop = loop
        self.firstConnection = firstConnection
        nextConnection = firstConnection
        do throws(DBusError) {
            let system = address == nil ? try Bus.systemAddress() : ""
            bus = try Bus(at: address ?? system, on: loop)
        } catch {
            throw .noBus(error.message.isEmpty ? error.name : error.message)
        }
        objects = ObjectServer(bus, root: Self.root + "/application")
        advertising = AdvertisingSession(objects, root: Self.root + "/advertisement", on: loop)
        settings = AdapterSettings(bus)
        signals = SignalWindow(bus)
        watchBus()
    }

    /// The parent path of all our objects.
    static let root = "/io/boardsim"

    deinit { bus.close() }

    /// `hci0`; empty while there is no adapter.
    package var adapterName: String { adapter.map(Self.name) ?? "" }

    /// The adapter's address, which is also the board's: BlueZ has no other.
    package var address: String { adapterProperty("Address")?.text ?? "" }

    static func name(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    func adapterProperty(_ name: String) -> Value? {
        adapter.flatMap { remote[$0, RemoteObjects.adapter] }?[name]
    }

    /// Processes outside input at its own virtual time, and reports the results to the bus.
    func input(_ body: () -> Void) {
        beforeInput()
        body()
        objects.flush()
    }

    /// Reports the changes since then to the bus.
    package func flush() { objects.flush() }

    func notice(_ text: String) {
        if noticed.insert(text).inserted { onNotice(text) }
    }

    func trace(_ text: @autoclosure () -> String) {
        if let onTrace { onTrace("bluez  \(text())") }
    }

    /// Ends it, with the reason; registrations end with the connection.
    func fail(_ error: BlueZError) {
        guard failure == nil, state != .closed else { return }
        failure = error
        onFailure(error)
    }

    private func watchBus() {
        let dispatch = bus.onCall
        bus.onCall = { [unowned self] call in
            input {
                // What the central wrote before is in the sockets.
                drainWrites()
                dispatch(call)
            }
        }
        bus.onClosed = { [unowned self] in
            input { lose(.connectionTimeout) }
            fail(.busClosed)
        }
        remote.onAdded = { [unowned self] in added($0, $1) }
        remote.onRemoved = { [unowned self] in removed($0, $1) }
        remote.onChanged = { [unowned self] in changed($0, $1, $2) }
        advertising.onStarted = { [unowned self] in trace("advertises") }
        advertising.onRefused = { [unowned self] in advertisementRefused($0) }
        signals.onRoom = { [unowned self] in input { tellRoom() } }
        let take: (Signal) -> Void = { [unowned self] signal in
            input { remote.take(signal) }
        }
        let properties = "org.freedesktop.DBus.Properties"
        subscriptions = [
            bus.watch(name: Self.service) { [unowned self] owner in
                input { ownerChanged(owner) }
            },
            bus.subscribe(
                sender: Self.service, interface: "org.freedesktop.DBus.ObjectManager", take),
            bus.subscribe(
                sender: Self.service, interface: properties, argument: RemoteObjects.device, take),
            bus.subscribe(
                sender: Self.service, interface: properties, argument: RemoteObjects.adapter, take),
            bus.subscribe(
                sender: Self.service, interface: properties,
                argument: RemoteObjects.advertisingManager, take),
        ]
    }

    /// The bus's name for the board's connection, such as `:1.42`.
    package var busName: String { bus.uniqueName }

    /// Waits until everything is sent.
    package func settle() { bus.flush() }

    /// Shuts down: unregisters everything, and restores the adapter.
    package func close() {
        guard state != .closed else { return }
        let wasRunning = state == .running
        state = .closed
        ticket += 1
        retry = nil
        subscriptions = []
        bus.onClosed = {}
        for central in centrals where !central.isLeaving { disconnectDevice(central.device) }
        centrals = []
        for object in characteristics {
            object.closeWrites()
            object.closeNotify()
        }
        advertising.stop()
        if let adapter, bus.isOpen {
            if wasRunning {
                _ = try? bus.callAndWait(
                    Self.service, adapter, RemoteObjects.gattManager, "UnregisterApplication",
                    [.path(Self.root + "/application")], timeout: 2_000)
            }
            settings.restore(at: adapter, name: adapterProperty("Name")?.text)
        }
        bus.close()
    }
}
