package import Bluetooth
package import Central
package import DBus
package import EventLoop

/// A client of `org.bluez`: its current objects, and calls, which are answered in a turn of the loop.
package final class BlueZClient {
    /// The name of bluetoothd on the bus.
    package static let service = "org.bluez"

    let place: String
    let clock: LiveClock
    package let objects: RemoteObjects
    /// Why nothing works any more.
    package private(set) var failure: AccessError?
    /// Called for every change: path, interface, properties.
    package var onChange: (_ path: String, _ interface: String, _ names: [String]) -> Void = {
        _, _, _ in
    }

    private let bus: Bus
    private var subscriptions: [SignalSubscription] = []

    /// A client; ``load(_:)`` is next.
    ///
    /// - Parameter address: of the only device that matters; nil if all do.
    package init(
        _ bus: Bus, of address: Address? = nil, at place: String, _ clock: LiveClock
    ) {
        self.bus = bus
        self.place = place
        self.clock = clock
        objects = RemoteObjects(of: address)
        bus.onClosed = { [weak self] in
            self?.fail("the bus has closed the connection; start again once it is running")
        }
        objects.onAdded = { [unowned self] path, interface in
            onChange(path, interface, (objects[path, interface] ?? [:]).keys.sorted())
        }
        objects.onRemoved = { [unowned self] path, interface in onChange(path, interface, []) }
        objects.onTold = { [unowned self] path, interface, names in
            onChange(path, interface, names)
        }
        subscriptions = [
            bus.subscribe(sender: Self.service) { [unowned self] signal in objects.take(signal) },
            bus.watch(name: Self.service) { [unowned self] owner in
                if owner == nil { fail("bluetoothd has stopped; start again once it is running") }
            },
        ]
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

    private func fail(_ why: String) {
        guard failure == nil else { return }
        failure = .broken("\(place): \(why)")
        let paths = objects.paths(with: RemoteObjects.device)
        objects.clear()
        for path in paths { onChange(path, RemoteObjects.device, ["Connected"]) }
    }

    package func close() {
        onChange = { _, _, _ in }
        for subscription in subscriptions { subscription.cancel() }
        bus.close()
    }

    // MARK: Calls

    /// Calls a method and waits for its answer.
    ///
    /// - Parameter seconds: the longest wait, in wall-clock time.
    @discardableResult
    func call(
        _ path: String, _ interface: String, _ method: String, _ arguments: [Value] = [],
        seconds: Int32 = 30
    ) throws(AccessError) -> Reply {
        switch try answer(path, interface, method, arguments, seconds: seconds) {
        case .success(let reply): return reply
        case .failure(let error): throw refusal(error, of: method)
        }
    }

    /// Calls a method and waits for its answer, whether result or error.
    func answer(
        _ path: String, _ interface: String, _ method: String, _ arguments: [Value] = [],
        seconds: Int32 = 30
    ) throws(AccessError) -> Result<Reply, DBusError> {
        if let failure { throw failure }
        var outcome: Result<Reply, DBusError>?
        start(path, interface, method, arguments, seconds: seconds) { outcome = $0 }
        // The bus's own time limit ends it, or this one a little later.
        let limit = clock.wall &+ Int64(seconds + 5) * 1_000_000_000
        try wait(untilWall: limit) { outcome != nil }
        return outcome ?? .failure(.noReply)
    }

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

    /// Starts an operation and waits until it is complete.
    func complete<Value>(
        _ start: (@escaping (Result<Value, AccessError>) -> Void) -> Void
    ) throws(AccessError) -> Value {
        var outcome: Result<Value, AccessError>?
        start { outcome = $0 }
        try wait(untilWall: .max) { outcome != nil }
        guard let outcome else { throw failure ?? .broken("\(place): no answer") }
        return try outcome.get()
    }

    /// Returns when everything that bluetoothd has sent until now has arrived.
    func fence() throws(AccessError) {
        _ = try answer("/", "org.freedesktop.DBus.Peer", "Ping")
    }

    /// Turns until a condition holds; false if it did not before a wall-clock time.
    @discardableResult
    func wait(untilWall limit: Int64, _ isDone: () -> Bool) throws(AccessError) -> Bool {
        let isOver = clock.wait(untilWall: limit) { failure != nil || isDone() }
        if let failure, !isDone() { throw failure }
        return isOver
    }
}
