import Bluetooth
import Central
import Peripheral
import Simulation

/// What a radio alters of what goes through it.
struct Twist {
    /// What goes out instead of a packet.
    var written: ([UInt8]) -> [[UInt8]] = { [$0] }
    /// What arrives instead of a packet.
    var arrived: (Instant, [UInt8]) -> [[UInt8]] = { [$1] }
    /// What is read instead of a value.
    var read: (BluetoothUUID, [UInt8]) -> [UInt8] = { $1 }
    /// What is heard instead of an advertisement.
    var heard: (ScanReport) -> ScanReport? = { $0 }
    /// What the board is told before the host ends a link.
    var beforeEnd: [[UInt8]] = []
    /// The MTU that comes of an exchange.
    var mtu: Int?
    /// Whether the board is heard while it has a link.
    var isHeardOnLink = false
    /// Called when a link has ended.
    var ended: () -> Void = {}
}

/// A radio between a host and a board.
final class TwistedPort: RadioPort {
    private let port: AirPort
    let twist: Twist
    private let clock: Simulation
    var links = 0

    init(_ port: AirPort, _ twist: Twist, _ clock: Simulation) {
        self.port = port
        self.twist = twist
        self.clock = clock
    }

    var limits: AccessLimits { port.limits }
    var state: RadioState { port.state }
    var known: [Address] { port.known }
    var onState: () -> Void {
        get { port.onState }
        set { port.onState = newValue }
    }
    var onReport: (ScanReport) -> Void {
        get { port.onReport }
        set { port.onReport = { [twist] in if let report = twist.heard($0) { newValue(report) } } }
    }

    func scan(_ kind: ScanKind?, _ done: @escaping AccessCompletion<Void>) {
        port.scan(kind, done)
        guard kind != nil, twist.isHeardOnLink, links > 0, let address = known.first else { return }
        port.onReport(
            ScanReport(
                time: clock.now, address: address, rssi: -50, connectable: true, data: [],
                scanResponse: []))
    }

    func link(to peer: Address) -> any LinkPort { TwistedLink(port.link(to: peer), of: self) }
    /// The link vanishes, as of a board that is carried away.
    func lose() { for address in known { port.loseLink(to: address) } }
    func close() { port.close() }
}

/// A link of a ``TwistedPort``.
private final class TwistedLink: LinkPort {
    private let link: any LinkPort
    private let port: TwistedPort
    /// Where packets are written.
    private static let command: BluetoothUUID = "326A9001-85CB-9195-D9DD-464CFBBAE75A"

    init(_ link: any LinkPort, of port: TwistedPort) {
        self.link = link
        self.port = port
    }

    private func left() {
        port.links -= 1
        port.twist.ended()
    }

    var longestCommand: Int { link.longestCommand }
    var onEnd: (AccessError) -> Void {
        get { link.onEnd }
        set {
            link.onEnd = { [weak self] in
                self?.left()
                newValue($0)
            }
        }
    }

    func open(_ done: @escaping AccessCompletion<Void>) {
        link.open { [port] in
            if case .success = $0 { port.links += 1 }
            done($0)
        }
    }

    func close(_ done: @escaping () -> Void) {
        func close() {
            link.close { [weak self] in
                self?.left()
                done()
            }
        }
        guard let last = port.twist.beforeEnd.last else { return close() }
        for packet in port.twist.beforeEnd.dropLast() {
            link.write(packet, to: Self.command, .request) { _ in }
        }
        link.write(last, to: Self.command, .request) { _ in close() }
    }

    func exchangeMTU(_ request: Int, _ done: @escaping AccessCompletion<Int>) {
        link.exchangeMTU(request) { [port] in done($0.map { port.twist.mtu ?? $0 }) }
    }

    func discover(
        knowing known: [RemoteService]?, _ done: @escaping AccessCompletion<[RemoteService]>
    ) { link.discover(knowing: known, done) }

    func read(_ value: BluetoothUUID, _ done: @escaping AccessCompletion<[UInt8]>) {
        link.read(value) { [port] in done($0.map { port.twist.read(value, $0) }) }
    }

    func write(
        _ bytes: [UInt8], to value: BluetoothUUID, _ kind: WriteKind,
        _ done: @escaping AccessCompletion<Void>
    ) {
        let packets = value.matches(Self.command) ? port.twist.written(bytes) : [bytes]
        guard let last = packets.last else { return done(.success(())) }
        for packet in packets.dropLast() { link.write(packet, to: value, kind) { _ in } }
        link.write(last, to: value, kind, done)
    }

    func listen(to value: BluetoothUUID, _ take: ((Instant, Span<UInt8>) -> Void)?) {
        guard let take else { return link.listen(to: value, nil) }
        link.listen(to: value) { [port] time, bytes in
            for packet in port.twist.arrived(time, bytes.array()) { take(time, packet.span) }
        }
    }

    func configure(
        _ value: BluetoothUUID, _ kind: Subscription, _ done: @escaping AccessCompletion<Void>
    ) { link.configure(value, kind, done) }

    func readRSSI(_ done: @escaping AccessCompletion<Int>) { link.readRSSI(done) }
}
