import Bluetooth
import DBus
import DaemonBus
import EventLoop
import LibCrypto
import Pairing
import Peripheral
import Simulation
import Testing
import VirtualRadio

@testable import BlueZStandIn

/// A stand-in on a bus of its own with boards on its air, and clients; what arrives at the first one is
/// written down in order, a line each.
final class StandInBench {
    let loop: EventLoop
    /// Another connection to the bus.
    let connect: () throws -> Bus
    let simulation = Simulation()
    let air: Air
    let standIn: StandIn
    let client: Bus
    /// `> call` is not written down; `reply`, `error Name words` and signals are.
    private(set) var log: [String] = []
    private var subscription: SignalSubscription?

    /// Whose bus it is.
    enum Kind: String, CaseIterable {
        /// That of a run: all clients are in this process.
        case inner
        case daemon
    }

    init(
        on kind: Kind = .daemon, adapters: Int = 1, security: SecurityOptions? = nil,
        boards: [TestBoard]
    ) throws {
        loop = try EventLoop()
        connect =
            switch kind {
            case .inner: { [bus = try InnerBus(on: loop)] in try bus.connect() }
            case .daemon:
                { [bus = try PrivateBus(), loop] in try Bus(at: bus.address, on: loop) }
            }
        air = Air(simulation)
        for board in boards {
            air.add(
                board, security: security.map { SecuritySetup($0, cryptography: OpenSSL()) })
        }
        standIn = try StandIn(
            on: connect(), air, loop,
            StandInSettings(adapters: adapters, cryptography: OpenSSL()))
        client = try connect()
        subscription = client.subscribe(sender: standIn.bus.uniqueName) { [unowned self] signal in
            log.append(Self.line(signal))
        }
        _ = client.owner(of: "org.bluez")
    }

    static let adapter = "/org/bluez/hci0"

    /// Turns the loop until a condition holds; a wait that does not end is a failure.
    func wait(_ isDone: () -> Bool) {
        var isLate = false
        let bound = loop.after(milliseconds: 30_000) { isLate = true }
        while !isDone(), !isLate {
            loop.turn(mayBlock: true)
            standIn.flush()
        }
        #expect(!isLate, "nothing came for 30 s")
        withExtendedLifetime(bound) {}
    }

    /// Until everything that was sent has arrived.
    func settle(_ bus: Bus? = nil) {
        var isBack = false
        (bus ?? client).call(
            standIn.bus.uniqueName, "/", "org.freedesktop.DBus.Peer", "Ping"
        ) { _ in isBack = true }
        wait { isBack }
    }

    /// Lets virtual time go on, in steps in which messages come and go.
    func run(for span: Nanoseconds, while isWaiting: () -> Bool = { true }) {
        let end = simulation.now + span
        while simulation.now < end, isWaiting() {
            simulation.run(until: min(end, simulation.now + .milliseconds(50)))
            standIn.flush()
            settle()
        }
    }

    /// Calls, and writes down what comes of it; nothing waits for virtual time.
    func start(
        _ path: String, _ member: String, _ arguments: [Value] = [], as name: String = "",
        by bus: Bus? = nil
    ) {
        let parts = member.split(separator: ".")
        let interface = parts[0] == "Properties" ? "org.freedesktop.DBus" : "org.bluez"
        (bus ?? client).call(
            "org.bluez", path, "\(interface).\(parts[0])", String(parts[1]), arguments,
            timeout: 120_000
        ) { [unowned self] result in
            log.append(name + Self.line(result))
        }
    }

    /// Calls, lets virtual time go on until the answer is there and for so long after it, and gives
    /// what was written down since.
    func call(
        _ path: String, _ member: String, _ arguments: [Value] = [], by bus: Bus? = nil,
        then span: Nanoseconds = .zero, limit: Nanoseconds = .seconds(60)
    ) -> [String] {
        settle()
        let start = log.count
        var isAnswered: Bool {
            log[start...].contains { $0.hasPrefix("reply") || $0.hasPrefix("error") }
        }
        self.start(path, member, arguments, by: bus)
        settle(bus)
        run(for: limit) { !isAnswered }
        run(for: span)
        settle()
        return Array(log[start...])
    }

    func set(_ path: String, _ interface: String, _ property: String, _ value: Value) -> [String] {
        call(
            path, "Properties.Set",
            [.string("org.bluez." + interface), .string(property), .variant(value)])
    }

    func get(_ path: String, _ interface: String, _ property: String) -> String {
        call(path, "Properties.Get", [.string("org.bluez." + interface), .string(property)])
            .joined(separator: " ")
    }

    /// What comes within a time.
    func heard(in span: Nanoseconds) -> [String] {
        let start = log.count
        settle()
        run(for: span)
        return Array(log[start...])
    }

    private static func line(_ result: Result<Reply, DBusError>) -> String {
        switch result {
        case .success(let reply):
            "reply" + reply.values.map { " " + $0.brief }.joined()
        case .failure(let error):
            "error \(error.name.split(separator: ".").last ?? "") \(error.message)"
        }
    }

    private static func line(_ signal: Signal) -> String {
        let path = signal.path.split(separator: "/").last ?? "/"
        guard signal.member == "PropertiesChanged", signal.values.count == 3 else {
            let about = (signal.values.first?.text ?? "").split(separator: "/").last ?? "/"
            let interfaces =
                signal.values[1].texts
                ?? signal.values[1].members?.map(\.key) ?? []
            let names = interfaces.compactMap { $0.split(separator: ".").last }
                .filter { $0 != "Introspectable" && $0 != "Properties" }
            return "\(signal.member) \(about) \(names.joined(separator: " "))"
        }
        let gone = signal.values[2].texts ?? []
        return "\(path) \(signal.values[1].brief)"
            + (gone.isEmpty ? "" : " without " + gone.joined(separator: " "))
    }
}

extension Value {
    /// In few words, for comparison.
    var brief: String {
        switch self {
        case .string(let text), .path(let text): text
        case .bool(let flag): "\(flag)"
        case .variant(let value): value.brief
        case .bytes(let bytes): bytes.map { String($0, radix: 16) }.joined(separator: " ")
        case .array(_, let values): "[" + values.map(\.brief).joined(separator: ", ") + "]"
        case .dictionary(_, _, let entries):
            "{" + entries.map { $0.key.brief + ": " + $0.value.brief }.joined(separator: ", ") + "}"
        default: number.map { "\($0)" } ?? "\(self)"
        }
    }
}
