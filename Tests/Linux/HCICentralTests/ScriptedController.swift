import Bluetooth
import Central
import EventLoop
import Glibc

@testable import HCICentral

/// A controller that does what a test wants, good or bad, at the other end of a pair of sockets; time
/// passes when nothing else happens.
final class ScriptedController {
    let loop: EventLoop
    /// What it gets, as H4 packets.
    private(set) var received: [[UInt8]] = []
    /// What it sends when it gets a packet: any number of bytes.
    var answer: ([UInt8]) -> [UInt8] = { ScriptedController.usual($0) }
    /// Called each time when nothing happens, before time passes.
    var whenIdle: () -> Void = {}
    /// The host of the board that was opened.
    /// Weak, because the clock of the host holds the controller.
    private(set) weak var host: HCIHost?
    private var socket: ControllerSocket?
    private let number: Int32
    private var framer = H4Framer()
    private var watch: Watch?
    private var wall: Int64 = 1

    init() throws {
        loop = try EventLoop()
        var pair: [Int32] = [0, 0]
        guard
            socketpair(
                AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0, &pair) == 0
        else { throw EventLoopFailure() }
        number = pair[1]
        socket = Self.socket(pair[0], loop)
        watch = loop.watch(number, for: .readable) { [unowned self] _ in read() }
    }

    struct EventLoopFailure: Error {}

    deinit { if watch != nil { close(number) } }

    /// Opens the board's side of it.
    func board() throws(AccessError) -> BoardAccess {
        guard let socket else { throw .broken("used up") }
        self.socket = nil
        let clock = LiveClock(
            wall: { [self] in wall },
            turn: { [self] limit in
                guard !loop.turn(mayBlock: false) else { return }
                whenIdle()
                wall = min(max(limit, wall), wall + 1_000_000_000)
            })
        let host = HCIHost(socket, at: "there", clock)
        self.host = host
        let access = BoardAccess(
            HCIHostPort(on: nil) { host }, to: .address(Address(0xE100_0000_0001)), named: "there",
            on: clock)
        try access.open()
        return access
    }

    /// The host's link to the board.
    var link: HostLink? { host?.links.first }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(number, &buffer, buffer.count, 0)
        guard count > 0 else { return hangUp() }
        try? framer.receive(buffer.span.extracting(first: count)) { packet in
            let bytes = packet.array()
            received.append(bytes)
            say(answer(bytes))
        }
    }

    func say(_ bytes: [UInt8]) {
        if !bytes.isEmpty, watch != nil {
            _ = send(number, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }
    }

    func hangUp() {
        guard watch != nil else { return }
        watch = nil
        close(number)
    }

    // MARK: Good answers

    /// What a plain controller says; of an LE Create Connection that it came about with handle 0x40.
    static func usual(_ packet: [UInt8]) -> [UInt8] {
        guard packet[0] == 1 else { return [4, 0x13, 5, 1, packet[1], packet[2] & 0x0F, 1, 0] }
        switch packet[1..<3] {
        // LE Read Buffer Size: 27 bytes, 2 of them.
        case [0x02, 0x20]: return complete(packet, [0, 27, 0, 2])
        case [0x18, 0x20]: return complete(packet, [0, 1, 2, 3, 4, 5, 6, 7, 8])
        case [0x0C, 0x20] where packet[4] == 1: return complete(packet, [0]) + report
        case [0x0D, 0x20]: return status(packet) + connected
        case [0x06, 0x04]: return status(packet) + [4, 5, 4, 0, 0x40, 0, 0x16]
        default: return complete(packet, [0])
        }
    }

    static func complete(_ packet: [UInt8], _ returned: [UInt8]) -> [UInt8] {
        [4, 0x0E, UInt8(returned.count + 3), 1, packet[1], packet[2]] + returned
    }

    static func status(_ packet: [UInt8], _ status: UInt8 = 0) -> [UInt8] {
        [4, 0x0F, 4, status, 1, packet[1], packet[2]]
    }

    /// A connectable advertisement of E1:00:00:00:00:01, without data, at -60 dBm.
    static let report: [UInt8] = [4, 0x3E, 12, 2, 1, 0, 1, 1, 0, 0, 0, 0, 0xE1, 0, 0xC4]
    static let connected: [UInt8] =
        [4, 0x3E, 19, 1, 0, 0x40, 0, 0, 1, 1, 0, 0, 0, 0, 0xE1] + [24, 0, 0, 0, 0xF4, 1, 0]

    /// An attribute PDU of the board in an ACL packet of its own.
    static func attribute(_ pdu: [UInt8]) -> [UInt8] {
        [2, 0x40, 0x20, UInt8(pdu.count + 4), 0, UInt8(pdu.count), 0, 4, 0] + pdu
    }
}
