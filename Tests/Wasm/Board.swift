import Bluetooth
import MetaWearBoard
import Motion
import Peripheral
import Simulation
import TrikiCap
import Wire

/// One board or cap in a world of its own, and one central that talks to it in ATT PDUs.
final class Board: PeripheralLink {
    /// The products by name; a product's number is its place here.
    static let products = BoardProfile.all.map { $0.name } + [TrikiCap.product]

    let simulation: Simulation
    let peripheral: any Peripheral
    /// What was exchanged, a line a packet: nanoseconds, direction, bytes.
    let packets = Text()
    /// The trace, if it was asked for.
    let trace = Text()
    /// FNV-1a of all packets and their times, also of those that are not kept.
    private(set) var digest = Digest()
    private(set) var notifications = 0
    /// Whether there is a link.
    private(set) var isConnected = false
    private let server: AttributeServer
    private let id = ConnectionID(1)
    private var buffer: [UInt8] = []

    init(product: Int, seed: UInt64, isTraced: Bool) {
        let text = trace
        simulation = Simulation(
            seed: seed, trace: isTraced ? Trace { text.add($0) } : Trace())
        let body = Self.body
        let address = Address(0xE8C9_8F52_7B07)
        if product < BoardProfile.all.count {
            peripheral = MetaWearBoard(
                BoardProfile.all[product], name: "wrist", address: address, body: body,
                environment: SimpleEnvironment(), in: simulation)
        } else {
            peripheral = TrikiCap(
                name: "cap", address: address, body: body, environment: SimpleEnvironment(),
                in: simulation)
        }
        server = AttributeServer(peripheral)
        peripheral.attach(to: self)
    }

    /// It walks, swings and spins for half an hour.
    private static var body: ScriptedBody {
        let moves: [Move] = [
            .rest(Rest(duration: 1)), .walk(Walk(steps: 2_000)), .swing(Swing(cycles: 400)),
            .spin(Spin(rate: 3, duration: 300)), .shake(Shake(duration: 60)),
        ]
        // They are valid moves.
        return (try? ScriptedBody(moves)) ?? ScriptedBody()
    }

    // MARK: The central

    func connect() {
        isConnected = true
        server.open(id)
        peripheral.connected(
            id, to: Address(0x1122_3344),
            ConnectionParameters(
                interval: .milliseconds(15), latency: 0, supervisionTimeout: .seconds(4 as Int64)))
    }

    /// Lets the link end by its supervision timeout, if there is one.
    func drop() {
        guard isConnected else { return }
        close()
        peripheral.disconnected(id, reason: .connectionTimeout)
    }

    /// Passes a PDU of the central to the board; returns the response, if there is one.
    @discardableResult
    func request(_ pdu: [UInt8]) -> [UInt8] {
        note(">", pdu)
        var response: [UInt8] = []
        server.handle(pdu.span, from: id, into: &response)
        if !response.isEmpty { note("<", response) }
        return response
    }

    func advance(milliseconds: Int) {
        simulation.run(for: .milliseconds(Int64(milliseconds)))
    }

    private func note(_ direction: String, _ pdu: [UInt8]) {
        for byte in pdu { digest.add(byte) }
        digest.add(simulation.now.nanoseconds)
        guard packets.isKept else { return }
        packets.add("\(simulation.now.nanoseconds) \(direction) \(Hex.text(pdu))")
    }

    private func close() {
        isConnected = false
        server.close(id)
    }

    // MARK: The board's link

    func notify(
        _ bytes: Span<UInt8>, of characteristic: ValueID, to connection: ConnectionID
    ) -> NotificationFate {
        buffer.removeAll(keepingCapacity: true)
        guard server.notification(bytes, of: characteristic, to: connection, into: &buffer) else {
            return .discarded(.notSubscribed)
        }
        notifications += 1
        note("<", buffer)
        return .sent
    }

    func indicate(
        _ bytes: Span<UInt8>, of characteristic: ValueID, to connection: ConnectionID
    ) -> NotificationFate {
        buffer.removeAll(keepingCapacity: true)
        let fate = server.indication(bytes, of: characteristic, to: connection, into: &buffer)
        if fate == .sent { note("<", buffer) }
        return fate
    }

    func disconnect(_ connection: ConnectionID) {
        close()
        peripheral.disconnected(connection, reason: .localHostTerminated)
    }

    func vanish(_ connection: ConnectionID) { close() }
    func request(_ parameters: ConnectionParameterRequest, from connection: ConnectionID) {}
    func advertisementChanged() {}
    func servicesChanged() { server.rebuild() }
}

/// Lines, all of them or only their digest.
final class Text {
    /// The lines as UTF-8.
    private(set) var bytes: [UInt8] = []
    private(set) var digest = Digest()
    /// Whether lines are kept.
    var isKept = true

    func add(_ line: String) {
        for byte in line.utf8 {
            digest.add(byte)
            if isKept { bytes.append(byte) }
        }
        if isKept { bytes.append(UInt8(ascii: "\n")) }
    }
}

/// FNV-1a.
struct Digest {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    mutating func add(_ number: Int64) {
        value = (value ^ UInt64(bitPattern: number)) &* 0x100_0000_01B3
    }
}
