import Bluetooth
import Central
import Peripheral
import Simulation

/// A radio on which the first answer of some modules is lost, each answer of one is cut, or the last two bytes of some
/// packets are exchanged.
final class LatePort: RadioPort {
    private let port: any RadioPort
    private var losing: Set<UInt8>
    /// Its information comes without its last byte.
    private let cut: UInt8?
    /// What packets begin with whose last two bytes are exchanged.
    private let swapped: [[UInt8]]
    /// Modules whose answer was lost, in their order.
    private(set) var lost: [UInt8] = []

    init(
        _ port: any RadioPort, loses modules: Set<UInt8> = [], cuts module: UInt8? = nil,
        swaps packets: [[UInt8]] = []
    ) {
        swapped = packets
        self.port = port
        losing = modules
        cut = module
    }

    /// The way to the same board through this radio.
    func access(as other: BoardAccess) -> BoardAccess {
        BoardAccess(self, to: .address(known[0]), named: other.name, on: other.pump)
    }

    /// What arrives of a packet; nil if it is lost.
    func arrival(of packet: [UInt8]) -> [UInt8]? {
        var bytes = packet
        guard bytes.count > 1 else { return bytes }
        if swapped.contains(where: { bytes.starts(with: $0) }) {
            bytes.swapAt(bytes.count - 1, bytes.count - 2)
            return bytes
        }
        guard bytes[1] == 0x80 else { return bytes }
        if bytes[0] == cut { return bytes.dropLast() }
        guard losing.remove(bytes[0]) != nil else { return bytes }
        lost.append(bytes[0])
        return nil
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
        set { port.onReport = newValue }
    }

    func scan(_ kind: ScanKind?, _ done: @escaping AccessCompletion<Void>) { port.scan(kind, done) }
    func link(to peer: Address) -> any LinkPort { LateLink(port.link(to: peer), of: self) }
    func close() { port.close() }
}

/// A link of a ``LatePort``.
private final class LateLink: LinkPort {
    private let link: any LinkPort
    private let port: LatePort

    init(_ link: any LinkPort, of port: LatePort) {
        self.link = link
        self.port = port
    }

    func listen(to value: BluetoothUUID, _ take: ((Instant, Span<UInt8>) -> Void)?) {
        guard let take else { return link.listen(to: value, nil) }
        link.listen(to: value) { [port] time, bytes in
            if let arrived = port.arrival(of: bytes.array()) { take(time, arrived.span) }
        }
    }

    var longestCommand: Int { link.longestCommand }
    var onEnd: (AccessError) -> Void {
        get { link.onEnd }
        set { link.onEnd = newValue }
    }

    func open(_ done: @escaping AccessCompletion<Void>) { link.open(done) }
    func close(_ done: @escaping () -> Void) { link.close(done) }
    func exchangeMTU(_ request: Int, _ done: @escaping AccessCompletion<Int>) {
        link.exchangeMTU(request, done)
    }
    func discover(
        knowing known: [RemoteService]?, _ done: @escaping AccessCompletion<[RemoteService]>
    ) { link.discover(knowing: known, done) }
    func read(_ value: BluetoothUUID, _ done: @escaping AccessCompletion<[UInt8]>) {
        link.read(value, done)
    }
    func write(
        _ bytes: [UInt8], to value: BluetoothUUID, _ kind: WriteKind,
        _ done: @escaping AccessCompletion<Void>
    ) { link.write(bytes, to: value, kind, done) }
    func configure(
        _ value: BluetoothUUID, _ kind: Subscription, _ done: @escaping AccessCompletion<Void>
    ) { link.configure(value, kind, done) }
    func readRSSI(_ done: @escaping AccessCompletion<Int>) { link.readRSSI(done) }
}
