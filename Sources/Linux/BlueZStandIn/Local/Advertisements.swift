import DBus
import Peripheral
import Simulation

/// `org.bluez.LEAdvertisingManager1`: the adapter advertises for applications.
///
/// Several advertisements take turns within the time of one, as several sets of a controller would
/// all be heard in that time. One by which a central has connected is silent until the link ends.
final class Advertisements: BusObject {
    static let name = "org.bluez.LEAdvertisingManager1"
    /// The most at once: the number of sets of our extended advertising controller.
    static let maximum = 16
    /// The kernel's usual interval.
    static let interval = Nanoseconds.milliseconds(1_280)

    let interface = description
    private unowned let peripheral: LocalPeripheral
    private let objects: ObjectServer
    /// In order of registration, including pending ones.
    private var registered: [LocalAdvertisement] = []
    /// Called before anything is registered.
    var onRegister: () -> Void = {}
    private var turn = 0
    private var turnTicket: UInt32 = 0

    init(on peripheral: LocalPeripheral, _ objects: ObjectServer) {
        self.peripheral = peripheral
        self.objects = objects
        peripheral.advertised = { [weak self] in self?.current }
        peripheral.onConnection = { [weak self] connection, isOpen in
            isOpen ? self?.occupy(connection) : self?.free(connection)
        }
    }

    private static let description = InterfaceDescription(
        name,
        methods: [
            .init("RegisterAdvertisement", in: ["advertisement": "o", "options": "a{sv}"]),
            .init("UnregisterAdvertisement", in: ["service": "o"]),
        ],
        properties: [
            .init("ActiveInstances", "y"), .init("SupportedInstances", "y"),
            .init("SupportedIncludes", "as"), .init("SupportedSecondaryChannels", "as"),
        ])

    func get(_ property: String) -> Value? {
        switch property {
        case "ActiveInstances": .byte(UInt8(clamping: registered.count))
        case "SupportedInstances": .byte(UInt8(clamping: Self.maximum - registered.count))
        case "SupportedIncludes": .strings(["tx-power", "appearance", "local-name"])
        case "SupportedSecondaryChannels": .strings(["1M", "2M"])
        default: nil
        }
    }

    func call(_ method: String, _ call: IncomingCall) {
        guard let path = call.arguments.first?.text else {
            return call.fail(Refusal.invalidArguments)
        }
        let known = registered.first { $0.owner == call.sender && $0.path == path }
        switch (method, known) {
        case ("RegisterAdvertisement", nil): register(path, call)
        case ("RegisterAdvertisement", _): call.fail(Refusal.alreadyExists)
        case (_, nil): call.fail(Refusal.doesNotExist)
        case (_, let known?):
            remove(known)
            call.reply()
        }
    }

    // MARK: Registering

    private func register(_ path: String, _ call: IncomingCall) {
        guard registered.count < Self.maximum, let host = peripheral.host else {
            return call.fail(Refusal.tooManyAdvertisements)
        }
        onRegister()
        let advertisement = LocalAdvertisement(call.sender, path)
        registered.append(advertisement)
        // BlueZ asks for both at once, and needs only the second.
        host.bus.call(
            call.sender, path, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
        host.bus.call(
            call.sender, path, "org.freedesktop.DBus.Properties", "GetAll",
            [.string(LocalAdvertisement.interface)]
        ) { [weak self] result in
            guard let self else {
                return call.fail(Refusal.failed("Failed to complete registration"))
            }
            peripheral.host?.beforeInput()
            do throws(DBusError) {
                try publish(advertisement, (try? result.get().first)?.properties ?? [:])
                call.reply()
            } catch {
                registered.removeAll { $0 === advertisement }
                cancelTimers(of: advertisement)
                call.fail(error)
            }
        }
    }

    private func publish(
        _ advertisement: LocalAdvertisement, _ properties: [String: Value]
    ) throws(DBusError) {
        guard registered.contains(where: { $0 === advertisement }) else {
            throw Refusal.failed("Failed to complete registration")
        }
        guard let content = AdvertisementContent(properties) else {
            throw Refusal.failed("Failed to parse advertisement.")
        }
        advertisement.content = content
        guard let host = peripheral.host, host.isPowered else {
            throw Refusal.failed("Failed to register advertisement")
        }
        // The power that the controller chose.
        host.bus.call(
            advertisement.owner, advertisement.path, "org.freedesktop.DBus.Properties", "Set",
            [.string(LocalAdvertisement.interface), "TxPower", .variant(.int16(0))])
        guard let packed = pack(content) else {
            throw Refusal.failed("Failed to register advertisement")
        }
        advertisement.packed = packed
        watch(advertisement)
        startTimers(of: advertisement)
        instancesChanged()
        update()
    }

    private func pack(_ content: AdvertisementContent) -> PackedAdvertisement? {
        PackedAdvertisement(
            content, alias: peripheral.host?.alias ?? "",
            isDiscoverable: peripheral.host?.isDiscoverable ?? false)
    }

    /// Its owner may change it, and may disconnect.
    private func watch(_ advertisement: LocalAdvertisement) {
        guard let bus = peripheral.host?.bus else { return }
        advertisement.watches = [
            bus.watch(name: advertisement.owner) { [weak self, weak advertisement] owner in
                guard owner == nil, let self, let advertisement else { return }
                peripheral.host?.beforeInput()
                remove(advertisement)
            },
            bus.subscribe(
                sender: advertisement.owner, path: advertisement.path,
                interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged"
            ) { [weak self, weak advertisement] signal in
                guard let self, let advertisement else { return }
                peripheral.host?.beforeInput()
                changed(advertisement, signal)
            },
        ]
    }

    private func changed(_ advertisement: LocalAdvertisement, _ signal: Signal) {
        guard signal.values.count == 3,
            case .string(LocalAdvertisement.interface) = signal.values[0],
            case .dictionary(_, _, let entries) = signal.values[1],
            case .array("s", let invalidated) = signal.values[2],
            var content = advertisement.content
        else { return }
        let changes =
            entries.map { entry -> (String, Value?) in
                guard case .variant(let value) = entry.value else { return ("", nil) }
                return (entry.key.text ?? "", value)
            } + invalidated.map { ($0.text ?? "", nil) }
        for (name, value) in changes where content.read(name, value) {
            advertisement.content = content
            if name == "Timeout" || name == "DiscoverableTimeout" { startTimers(of: advertisement) }
            if let packed = pack(content) { advertisement.packed = packed }
        }
        update()
    }

    private func remove(_ advertisement: LocalAdvertisement) {
        advertisement.watches = []
        cancelTimers(of: advertisement)
        let count = registered.count
        registered.removeAll { $0 === advertisement }
        guard registered.count != count else { return }
        instancesChanged()
        update()
    }

    private func release(_ advertisement: LocalAdvertisement) {
        peripheral.host?.bus.call(
            advertisement.owner, advertisement.path, LocalAdvertisement.interface, "Release")
    }

    /// Informs all owners of the end.
    func release() {
        for advertisement in registered {
            advertisement.watches = []
            cancelTimers(of: advertisement)
            release(advertisement)
        }
        registered = []
    }

    private func instancesChanged() {
        guard let path = peripheral.host?.path else { return }
        objects.changed("SupportedInstances", of: Self.name, at: path)
        objects.changed("ActiveInstances", of: Self.name, at: path)
    }

    // MARK: Time

    private func startTimers(of advertisement: LocalAdvertisement) {
        cancelTimers(of: advertisement)
        guard let host = peripheral.host, let content = advertisement.content else { return }
        if content.timeout > 0 {
            advertisement.endTicket = host.after(.seconds(Int64(content.timeout))) {
                [weak self, weak advertisement] in
                guard let self, let advertisement else { return }
                release(advertisement)
                remove(advertisement)
            }
        }
        guard let seconds = content.discoverableTimeout else { return }
        advertisement.discoverableTicket = host.after(.seconds(Int64(seconds))) {
            [weak self, weak advertisement] in
            guard let self, let advertisement else { return }
            advertisement.content?.removeFlags()
            if let packed = advertisement.content.flatMap(pack) { advertisement.packed = packed }
            update()
        }
    }

    private func cancelTimers(of advertisement: LocalAdvertisement) {
        for ticket in [advertisement.endTicket, advertisement.discoverableTicket] where ticket != 0
        {
            peripheral.host?.cancel(ticket)
        }
        advertisement.endTicket = 0
        advertisement.discoverableTicket = 0
    }

    // MARK: On the air

    private var onAir: [LocalAdvertisement] { registered.filter(\.isOnAir) }

    /// The current advertising.
    private var current: Advertisement? {
        let onAir = onAir
        guard !onAir.isEmpty else { return nil }
        return onAir[turn % onAir.count].advertisement(among: onAir.count)
    }

    /// The advertisements, or the adapter's name or state, may have changed.
    func refresh() {
        for advertisement in registered where advertisement.packed != nil {
            if let packed = advertisement.content.flatMap(pack) { advertisement.packed = packed }
        }
        update()
    }

    private func update() {
        peripheral.advertisementChanged()
        takeTurns()
    }

    private func takeTurns() {
        guard turnTicket == 0, onAir.count > 1, let host = peripheral.host, host.isPowered else {
            return
        }
        turnTicket = host.after(Nanoseconds(Self.interval.count / Int64(onAir.count))) {
            [weak self] in
            guard let self else { return }
            turnTicket = 0
            turn &+= 1
            update()
        }
    }

    private func occupy(_ connection: ConnectionID) {
        let onAir = onAir
        guard !onAir.isEmpty else { return }
        onAir[turn % onAir.count].occupant = connection
        update()
    }

    private func free(_ connection: ConnectionID) {
        for advertisement in registered where advertisement.occupant == connection {
            advertisement.occupant = nil
        }
        update()
    }
}
