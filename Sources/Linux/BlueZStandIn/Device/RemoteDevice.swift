import Bluetooth
import Central
import DBus
import Peripheral
import Simulation
import VirtualRadio

/// `org.bluez.Device1`: a device that an adapter has heard of.
final class RemoteDevice {
    static let name = "org.bluez.Device1"

    unowned let adapter: Adapter
    let address: Address
    /// `/org/bluez/hci0/dev_E1_00_00_00_00_01`.
    let path: String
    let gatt: RemoteGATT
    private(set) lazy var battery = Battery(of: self)

    // MARK: What it reported

    var givenName: String?
    var appearance: UInt16?
    var modalias: String?
    /// In dBm; nil once the discovery has ended.
    var rssi: Int?
    /// In dBm.
    var txPower: Int?
    var manufacturerData: [(company: UInt16, bytes: [UInt8])] = []
    var serviceData: [(uuid: BluetoothUUID, bytes: [UInt8])] = []
    var advertisedServices: [BluetoothUUID] = []
    /// The discovered services, sorted; none before the first connection.
    var knownServices: [String] = []

    // MARK: What a client set

    /// Nil for its own name.
    var ownAlias: String?
    var isTrusted = false
    var isBlocked = false

    // MARK: Its link

    /// The link that this adapter initiated.
    var connection: Connection?
    /// The link that the device initiated, to this adapter's advertising.
    var incoming: ConnectionID?
    /// The callers that wait for the link.
    var connectCall: IncomingCall?
    /// When the current connection attempt times out; nil if there is none.
    var deadline: Instant?
    /// Distinguishes an attempt from earlier ones.
    var attempt = 0
    /// The callers that wait for the end of the link.
    var disconnectCalls: [IncomingCall] = []
    var disconnectTicket: UInt32 = 0
    /// Remove it on disconnect.
    var isLeaving = false
    var isResolved = false
    /// The result of an earlier discovery.
    var cache: [RemoteService]?

    // MARK: Its keys

    var bonding: Bonding?
    var isPaired = false
    var isBonded = false
    /// It is paired, which is to be reported once its services are known.
    var owesPaired = false
    /// The pairing that ends now was refused on this side.
    var isRefusing = false
    /// The link on which an agent has refused: protected values cause no further questions on it.
    var refusedLink: ConnectionID?

    // MARK: Its stay

    /// When to remove it if it is not heard any more.
    var isTemporary = true
    /// It was removed.
    private var isGone = false
    private var lastSeen: Instant
    private var expiryTicket: UInt32 = 0
    /// `TemporaryTimeout` of bluetoothd's main.conf.
    static let stay = Nanoseconds.seconds(30)

    init(_ address: Address, of adapter: Adapter) {
        self.address = address
        self.adapter = adapter
        let digits = String(address.description.map { $0 == ":" ? "_" : $0 })
        path = "\(adapter.path)/dev_\(digits)"
        lastSeen = adapter.standIn.air.simulation.now
        gatt = RemoteGATT(devicePath: path, objects: adapter.objects, loop: adapter.loop)
        gatt.beforeInput = adapter.beforeInput
        gatt.elevate = { [weak self] completion in
            if let self { protect(completion) } else { completion(false) }
        }
        isBonded = adapter.central.bond(with: address) != nil
        isPaired = isBonded
    }

    var now: Instant { adapter.standIn.air.simulation.now }
    var isConnected: Bool { connection != nil || incoming != nil }
    var isConnecting: Bool { deadline != nil }

    func changed(_ property: String) {
        adapter.objects.changed(property, of: Self.name, at: path)
    }

    /// Keep it, whether it is heard or not.
    func keep() { isTemporary = false }

    /// It was heard of.
    func seen() {
        lastSeen = now
        limit()
    }

    /// Schedules its removal in case it is not heard any more.
    func limit() {
        guard isTemporary, expiryTicket == 0, !isGone else { return }
        expiryTicket = adapter.after(lastSeen + Self.stay - now) { [weak self] in
            guard let self else { return }
            expiryTicket = 0
            guard isTemporary, !isConnected, !isConnecting, bonding == nil else { return }
            if now - lastSeen < Self.stay { limit() } else { adapter.remove(self) }
        }
    }

    /// `RemoveDevice`: deletes its keys, and removes it once it is disconnected.
    func remove(_ call: IncomingCall) {
        isTemporary = true
        adapter.central.forgetBond(with: address)
        guard isConnected else {
            adapter.remove(self)
            return call.reply()
        }
        isLeaving = true
        disconnect(call)
    }

    /// Removes it while connected, without answering waiting callers; its link ends then.
    func vanish() {
        isGone = true
        adapter.cancel(expiryTicket)
        adapter.cancel(disconnectTicket)
        disconnectTicket = 0
        let link = connection
        link?.onDisconnect = nil
        connection = nil
        battery.withdraw()
        gatt.remove()
        adapter.objects.remove(Self.name, at: path)
        adapter.forget(self)
        link?.disconnect()
    }

    /// Removes its objects, and pending calls.
    func withdraw() {
        isGone = true
        adapter.cancel(expiryTicket)
        cut()
        adapter.objects.flush()
        battery.withdraw()
        gatt.remove()
        adapter.objects.remove(Self.name, at: path)
    }
}
