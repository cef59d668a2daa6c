package import Central
package import DBus

/// A client of `org.bluez`: its current objects, and calls, which are answered in a turn of the loop.
package final class BlueZClient {
    /// The name of bluetoothd on the bus.
    package static let service = "org.bluez"

    let place: String
    package let objects: RemoteObjects
    /// Called for every change: path, interface, properties.
    package var onChange: (_ path: String, _ interface: String, _ names: [String]) -> Void = {
        _, _, _ in
    }

    private let bus: Bus
    private var subscription: SignalSubscription?

    /// A client; ``load(_:)`` is next.
    package init(_ bus: Bus, at place: String) {
        self.bus = bus
        self.place = place
        objects = RemoteObjects.bluez()
        objects.onAdded = { [unowned self] path, interface in
            onChange(path, interface, (objects[path, interface] ?? [:]).keys.sorted())
        }
        objects.onRemoved = { [unowned self] path, interface in onChange(path, interface, []) }
        objects.onTold = { [unowned self] path, interface, names in
            onChange(path, interface, names)
        }
        subscription = bus.subscribe(sender: Self.service) { [unowned self] signal in
            objects.take(signal)
        }
    }

    /// Gets the objects that there are; calls no handler but this.
    package func load(_ done: @escaping (Result<Void, AccessError>) -> Void) {
        start("/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects", seconds: 30) {
            [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let listing):
                objects.load(listing.first)
                done(.success(()))
            case .failure(let error)
            where ["ServiceUnknown", "NameHasNoOwner"].contains(Self.kind(error)):
                done(
                    .failure(
                        .broken(
                            "\(place): bluetoothd is not running; install Debian's package bluez"
                                + " and start it (`systemctl start bluetooth`)")))
            case .failure(let error): done(.failure(refusal(error, of: "GetManagedObjects")))
            }
        }
    }

    package func close() {
        onChange = { _, _, _ in }
        subscription?.cancel()
        bus.close()
    }

    // MARK: Calls

    /// Makes a call.
    package func start(
        _ path: String, _ interface: String, _ method: String, _ arguments: [Value] = [],
        seconds: Int32 = 120, _ done: @escaping (Result<Reply, DBusError>) -> Void
    ) {
        bus.call(
            Self.service, path, interface, method, arguments, timeout: seconds &* 1_000,
            completion: done)
    }

    /// Makes a call; what bluetoothd refuses is an error of an access.
    package func perform(
        _ path: String, _ interface: String, _ method: String, _ arguments: [Value] = [],
        seconds: Int32 = 120, _ done: @escaping (Result<Reply, AccessError>) -> Void
    ) {
        start(path, interface, method, arguments, seconds: seconds) { [weak self] result in
            guard let self else { return }
            done(result.mapError { self.refusal($0, of: method) })
        }
    }
}
