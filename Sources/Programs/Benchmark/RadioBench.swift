import Bluetooth
import Central
import EventLoop
import Glibc
import HCITransport
import LibCrypto
import LiveRun
import Simulation
import VirtualRadio

/// Boards on an air, and hosts in processes of their own.
final class RadioBench {
    let loop: EventLoop
    let world = BenchWorld()
    let server: HCIServer
    let handles: BenchHandles
    private(set) var ports: [MeteredPort] = []
    private(set) var pacer: LivePacer
    private let path = "/tmp/boardsim-bench-\(getpid())"

    /// Nil if the machine has no socket for it.
    init?(boards: Int) {
        guard let loop = try? EventLoop(), let handles = Self.readHandles() else { return nil }
        self.loop = loop
        self.handles = handles
        let cryptography = OpenSSL()
        let air = world.air
        var keep: (MeteredPort) -> Void = { _ in }
        server = HCIServer(on: loop) { host, _ in
            let port = MeteredPort(
                Controller(
                    on: air, name: "host \(host)", publicAddress: Address(UInt64(host)),
                    cryptography: cryptography))
            keep(port)
            return port
        }
        pacer = Self.pacer(1000, loop, world.simulation)
        for _ in 0..<boards { world.addBoard() }
        keep = { [unowned self] in ports.append($0) }
        pace(1000)
    }

    private static func pacer(
        _ speed: Double, _ loop: EventLoop, _ simulation: Simulation
    ) -> LivePacer {
        LivePacer(
            loop, speed: speed, from: simulation.now, nextEvent: { simulation.clock.nextEvent },
            advance: { simulation.run(until: $0) })
    }

    /// From now on at this speed.
    func pace(_ speed: Double) {
        let pacer = Self.pacer(speed, loop, world.simulation)
        self.pacer = pacer
        server.beforeInput = { pacer.catchUp() }
    }

    func turn() { pacer.turn { server.flush() } }

    /// Turns until something holds; false if it takes more than 20 s.
    func turn(until condition: () -> Bool) -> Bool {
        let end = EventLoop.now + 20_000_000_000
        while !condition() {
            guard EventLoop.now < end else { return false }
            turn()
        }
        return true
    }

    /// Measures while hosts do their tasks.
    func withHosts(_ tasks: [BenchHost.Task], _ measure: () -> [Measurement]) -> [Measurement] {
        guard (try? server.open(.unix(path: path))) != nil else { return [] }
        let hosts = tasks.compactMap { BenchHost(path: path, $0) }
        defer {
            server.close()
            for host in hosts { host.wait() }
        }
        pacer.longestWait = 100_000_000
        guard turn(until: { ports.count == tasks.count }) else { return [] }
        return measure()
    }

    /// Every board of a kind has the same.
    private static func readHandles() -> BenchHandles? {
        let world = BenchWorld()
        world.addConnectedBoard()
        let link = world.links[0]
        guard let command = try? link.characteristic("326A9001-85CB-9195-D9DD-464CFBBAE75A"),
            let notification = try? link.characteristic("326A9006-85CB-9195-D9DD-464CFBBAE75A"),
            let battery = try? link.characteristic("2A19"),
            let configuration = notification.configuration
        else { return nil }
        return BenchHandles(
            command: command.valueHandle, configuration: configuration.handle,
            batteryLevel: battery.valueHandle)
    }
}

/// Counts what a host sends to its controller.
final class MeteredPort: HCIPort {
    private let port: any HCIPort
    /// ACL packets of the host.
    private(set) var dataPackets = 0
    /// LE Create Connection commands of the host.
    private(set) var connects = 0

    init(_ port: any HCIPort) { self.port = port }

    func receive(_ packet: Span<UInt8>) {
        if packet[0] == H4PacketType.acl.rawValue { dataPackets += 1 }
        if packet[0] == H4PacketType.command.rawValue, packet.word(at: 1) == 0x200D {
            connects += 1
        }
        port.receive(packet)
    }

    func takeOutput(into buffer: inout [UInt8]) { port.takeOutput(into: &buffer) }

    var onOutput: (() -> Void)? {
        get { port.onOutput }
        set { port.onOutput = newValue }
    }

    var isHostSlow: Bool {
        get { port.isHostSlow }
        set { port.isHostSlow = newValue }
    }

    func detach() { port.detach() }
}
