import DBus
import EventLoop

/// Keeps the wanted advertisement on an adapter, or none.
///
/// BlueZ accepts changes one at a time: later ones are sent after the answer.
final class AdvertisingSession {
    private enum State {
        case idle
        case registering(AdvertisementObject)
        case registered(AdvertisementObject)
        case unregistering
    }

    /// The advertisement was started, or replaced.
    var onStarted: () -> Void = {}
    /// BlueZ refuses it; it will be tried again, with what is wanted then.
    var onRefused: (DBusError) -> Void = { _ in }
    /// Where objects are exported.
    private let objects: ObjectServer
    private let root: String
    private var adapter: String?
    private var wanted: AdvertisementPlan?
    private var state = State.idle
    private var path = ""
    /// Counts advertisements, so that each has its own path, and answers can be matched.
    private var count: UInt64 = 0
    private var retry: Watch?
    private let loop: EventLoop
    /// Between two attempts, in milliseconds.
    static let pause: UInt32 = 1_000

    /// - Parameter root: what the paths of advertisements begin with.
    init(_ objects: ObjectServer, root: String, on loop: EventLoop) {
        self.objects = objects
        self.root = root
        self.loop = loop
    }

    /// Whether the wanted advertisement is active.
    var isSettled: Bool {
        switch state {
        case .idle: wanted == nil
        case .registered(let object): object.plan == wanted
        case .registering, .unregistering: false
        }
    }

    /// How many parts of the wanted advertisement could be left out.
    var partCount: Int { wanted?.partCount ?? 0 }

    /// Uses the adapter at this path from now on.
    func start(on adapter: String) {
        self.adapter = adapter
        proceed()
    }

    /// The adapter is gone, and its registrations with it.
    func stop() {
        adapter = nil
        retry = nil
        forget()
    }

    /// Sets the wanted advertisement; nil for none.
    func want(_ plan: AdvertisementPlan?) {
        wanted = plan
        proceed()
    }

    private func proceed() {
        guard let adapter, retry == nil else { return }
        switch state {
        case .idle: if let wanted { register(wanted, adapter) }
        case .registered(let object): if object.plan != wanted { unregister(adapter) }
        case .registering, .unregistering: break
        }
    }

    private func forget() {
        if case .idle = state { return }
        objects.remove(AdvertisementObject.name, at: path)
        count &+= 1
        state = .idle
    }

    private func register(_ plan: AdvertisementPlan, _ adapter: String) {
        count &+= 1
        path = "\(root)\(count)"
        let object = AdvertisementObject(plan)
        object.onRelease = { [weak self, weak object] in self?.released(object) }
        objects.add(object, at: path)
        state = .registering(object)
        let ticket = count
        objects.bus.call(
            BlueZPeripheral.service, adapter, RemoteObjects.advertisingManager,
            "RegisterAdvertisement", [.path(path), .options([])]
        ) { [weak self] answer in
            guard let self, ticket == count else { return }
            switch answer {
            case .success:
                state = .registered(object)
                onStarted()
                proceed()
            case .failure(let error):
                forget()
                tryLater()
                onRefused(error)
                if wanted != plan {
                    retry = nil
                    proceed()
                }
            }
        }
    }

    private func unregister(_ adapter: String) {
        state = .unregistering
        let ticket = count
        objects.bus.call(
            BlueZPeripheral.service, adapter, RemoteObjects.advertisingManager,
            "UnregisterAdvertisement", [.path(path)]
        ) { [weak self] _ in
            // If there was none any more, that is fine too.
            guard let self, ticket == count else { return }
            forget()
            proceed()
        }
    }

    private func released(_ object: AdvertisementObject?) {
        guard case .registered(let current) = state, current === object else { return }
        forget()
        tryLater()
    }

    private func tryLater() {
        retry = loop.after(milliseconds: Self.pause) { [weak self] in
            self?.retry = nil
            self?.proceed()
        }
    }
}
