internal import Bluetooth
internal import Central
internal import DBus
internal import EventLoop
internal import Peripheral
internal import Simulation

/// A link through BlueZ, which also exchanges the MTU and discovers.
final class BlueZLink: LinkPort {
    var onEnd: (AccessError) -> Void = { _ in }
    private let peer: Address
    private let port: BlueZPort
    private var device: BlueZDevice?
    private var whenOpen: AccessCompletion<Void>?
    private var whenDown: (() -> Void)?
    private var isUp = false
    private var pause: Watch?
    /// The last signal strength that BlueZ has reported; it reports none of links.
    private var rssi: Int?
    /// Paths of characteristics, by their UUIDs of 128 bits.
    private var paths: [BluetoothUUID: String] = [:]
    private var listeners: [String: (Instant, Span<UInt8>) -> Void] = [:]
    /// Sockets that BlueZ has not noticed yet to be closed.
    private var releases: [(path: String, done: AccessCompletion<Void>)] = []
    private var release: Watch?

    /// Between two attempts, in milliseconds.
    private static let pause: UInt32 = 50
    /// How long BlueZ takes at most to notice that a socket is closed, in milliseconds.
    private static let releasing: UInt32 = 1_000

    init(to peer: Address, through port: BlueZPort) {
        self.peer = peer
        self.port = port
    }

    // MARK: Connecting

    func open(_ done: @escaping AccessCompletion<Void>) {
        whenOpen = done
        attempt()
    }

    private func attempt() {
        guard whenOpen != nil else { return }
        guard let client = port.client, let path = port.device(peer) else {
            return opened(.failure(.missing("BlueZ does not know \(peer)")))
        }
        let device = BlueZDevice(path, client, on: port.loop)
        self.device = device
        noteRSSI()
        device.attempt { [weak self, weak device] result in
            guard let self, let device, device === self.device, whenDown == nil else { return }
            switch result {
            case .success(true): begin(device)
            case .success(false): tryAgain()
            case .failure(let error): opened(.failure(error))
            }
        }
    }

    /// An attempt that failed does not count: BlueZ gives up after some time of its own.
    private func tryAgain() {
        device = nil
        pause = port.loop.after(milliseconds: Self.pause) { [weak self] in self?.attempt() }
    }

    private func begin(_ device: BlueZDevice) {
        isUp = true
        for path in device.characteristics {
            guard let uuid = device.uuid(of: path)?.expanded, paths[uuid] == nil else { continue }
            paths[uuid] = path
        }
        opened(.success(()))
    }

    private func opened(_ result: Result<Void, AccessError>) {
        let done = whenOpen.take()
        done?(result)
    }

    /// Something on the bus has changed.
    func changed(_ path: String, _ interface: String, _ names: [String]) {
        guard let device else { return }
        if path == device.path { noteRSSI() }
        let wasUp = isUp
        device.changed(path, interface, names)
        if !releases.isEmpty { checkReleases() }
        guard wasUp, path == device.path, !device.isConnected else { return }
        lost(.ended("BlueZ has lost the link"))
    }

    private func noteRSSI() {
        rssi = device?.property("RSSI")?.number ?? rssi ?? port.rssi(of: peer)
    }

    /// The link is down, or BlueZ is gone.
    func lost(_ error: AccessError) {
        let wasUp = isUp
        isUp = false
        pause = nil
        device?.close()
        device = nil
        listeners = [:]
        endReleases { _ in true }
        if let done = whenDown.take() {
            done()
        } else if wasUp {
            onEnd(error)
        } else {
            opened(.failure(error))
        }
    }

    func close(_ done: @escaping () -> Void) {
        whenOpen = nil
        pause = nil
        guard let device else { return done() }
        let wasUp = isUp
        whenDown = done
        // It ends an attempt, too, of which no property tells the end.
        device.disconnect { [weak self] result in
            guard let self, whenDown != nil else { return }
            if case .success = result, wasUp, device.isConnected { return }
            lost(.ended("disconnected"))
        }
    }

    // MARK: GATT

    func exchangeMTU(_ request: Int, _ done: @escaping AccessCompletion<Int>) {
        done(.failure(.unable("BlueZ chooses the MTU by itself")))
    }

    func discover(
        knowing known: [RemoteService]?, _ done: @escaping AccessCompletion<[RemoteService]>
    ) {
        guard isUp, let device else { return done(.failure(.ended("it is not open"))) }
        // BlueZ remembers them by itself.
        done(.success(device.services))
    }

    /// BlueZ raises the MTU to 517, or what the peripheral takes, and refuses what is too long.
    var longestCommand: Int { 512 }

    func read(_ value: BluetoothUUID, _ done: @escaping AccessCompletion<[UInt8]>) {
        run(value, done) { device, path in device.read(path, done) }
    }

    func write(
        _ bytes: [UInt8], to value: BluetoothUUID, _ kind: WriteKind,
        _ done: @escaping AccessCompletion<Void>
    ) {
        run(value, done) { device, path in
            device.write(bytes, to: path, isAnswered: kind == .request) { done($0.map { _ in }) }
        }
    }

    func listen(to value: BluetoothUUID, _ take: ((Instant, Span<UInt8>) -> Void)?) {
        if let path = paths[value.expanded] { listeners[path] = take }
    }

    func configure(
        _ value: BluetoothUUID, _ kind: Subscription, _ done: @escaping AccessCompletion<Void>
    ) {
        run(value, done) { device, path in
            guard !kind.isEmpty else {
                return device.unsubscribe(from: path) { [weak self] result in
                    guard let self, case .success = result else { return done(result) }
                    releases.append((path, done))
                    checkReleases()
                }
            }
            device.subscribe(
                to: path,
                onValue: { [weak self] bytes in
                    guard let self, let take = listeners[path] else { return }
                    take(port.now, bytes.span)
                }, done)
        }
    }

    /// If its socket is closed, bluetoothd notices that a little later.
    private func checkReleases() {
        endReleases { [device] path in device?.isAcquired(path) != true }
        guard !releases.isEmpty, release == nil else { return }
        release = port.loop.after(milliseconds: Self.releasing) { [weak self] in
            self?.release = nil
            self?.endReleases { _ in true }
        }
    }

    private func endReleases(where isOver: (String) -> Bool) {
        let over = releases.filter { isOver($0.path) }
        releases.removeAll { isOver($0.path) }
        if releases.isEmpty { release = nil }
        for each in over { each.done(.success(())) }
    }

    private func run<Value>(
        _ value: BluetoothUUID, _ done: @escaping AccessCompletion<Value>,
        _ start: (BlueZDevice, String) -> Void
    ) {
        guard isUp, let device else { return done(.failure(.ended("it is not open"))) }
        guard let path = paths[value.expanded] else {
            let isHidden = Self.hidden.contains(where: value.matches)
            return done(
                .failure(
                    isHidden
                        ? .unable("BlueZ does not expose \(value)")
                        : .missing("BlueZ exposes no characteristic \(value)")))
        }
        start(device, path)
    }

    /// Of GAP and GATT: bluetoothd reads them itself.
    private static let hidden: [BluetoothUUID] = [
        .short(0x2A00), .short(0x2A01), .short(0x2A02), .short(0x2A03), .short(0x2A04),
        .short(0x2A05), .short(0x2AA6), .short(0x2B29), .short(0x2B2A), .short(0x2B3A),
    ]

    func readRSSI(_ done: @escaping AccessCompletion<Int>) {
        done(
            rssi.map(Result.success)
                ?? .failure(
                    .unable(
                        "BlueZ reports the signal strength only of advertisements, and has heard"
                            + " none of this board")))
    }
}
