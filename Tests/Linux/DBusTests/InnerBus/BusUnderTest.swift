import DaemonBus
import EventLoop
import Glibc
import Testing

@testable import DBus

/// Ours, or the one that everybody has: a test that holds for both says the same of both.
final class BusUnderTest {
    enum Kind: String, CaseIterable, CustomTestStringConvertible {
        case inner, daemon

        var testDescription: String { self == .inner ? "our bus" : "dbus-daemon" }
    }

    let kind: Kind
    let path: String
    let loop: EventLoop
    let inner: InnerBus?
    private let daemon: PrivateBus?

    init(_ kind: Kind, limits: BusLimits = BusLimits()) throws {
        self.kind = kind
        loop = try EventLoop()
        (inner, daemon) =
            switch kind {
            case .inner: (try InnerBus(on: loop, limits: limits), nil)
            case .daemon: (nil, try PrivateBus())
            }
        let address = inner?.address ?? daemon?.address ?? ""
        path = String(address.dropFirst("unix:path=".count).prefix { $0 != "," })
    }

    /// Turns, and lets clients read, until something is so; false if it does not come about. Ours has nothing under way
    /// when a turn finds nothing to do.
    func wait(for clients: [RawClient], _ isDone: () -> Bool) -> Bool {
        for _ in 0..<2_000 {
            var hasDone = loop.turn(mayBlock: false)
            for client in clients where client.read() { hasDone = true }
            if isDone() { return true }
            guard !hasDone else { continue }
            if inner != nil { return false }
            var states = clients.filter { !$0.isClosed }
                .map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
            var count: Int32
            // The end of a daemon of another test interrupts it.
            repeat {
                count = poll(&states, nfds_t(states.count), 10_000)
            } while count < 0 && errno == EINTR
            guard count > 0 else { return false }
        }
        return false
    }
}

/// Another program on a bus, byte by byte.
final class RawClient {
    private let socket: Descriptor
    private(set) var bytes: [UInt8] = []
    private(set) var descriptors: [Descriptor] = []
    /// By the bus.
    private(set) var isClosed = false
    var lastSerial: UInt32 = 0
    /// What was still to be sent.
    private var unsent: [UInt8] = []

    init(at path: String) throws {
        socket = try SocketAddress(path: path).connect(patience: 1_000)
    }

    var number: Int32 { socket.number }

    /// Sends as much as there is room for, and the rest when it reads.
    func write(_ bytes: [UInt8], descriptors: [Int32] = []) {
        if descriptors.isEmpty {
            unsent += bytes
            push()
        } else {
            _ = bytes.withUnsafeBytes {
                ControlMessage.send($0, descriptors, over: socket.number, Int32(MSG_NOSIGNAL))
            }
        }
    }

    private func push() {
        while !unsent.isEmpty, case .done(let count) = unsent.withUnsafeBytes({ socket.write($0) })
        {
            unsent.removeFirst(count)
        }
    }

    /// Takes what is there; true if there was something.
    @discardableResult
    func read() -> Bool {
        guard !isClosed else { return false }
        push()
        return withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
            let count = ControlMessage.receive(buffer, &descriptors, over: socket.number)
            if count > 0 { bytes.append(contentsOf: buffer[..<count]) }
            if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { isClosed = true }
            return count >= 0 || isClosed
        }
    }

    /// Lines that have come; takes them.
    func takeText() -> String {
        defer { bytes = [] }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Messages that have come; takes them.
    func takeMessages() -> [BusMessage] {
        var messages: [BusMessage] = []
        while bytes.count >= BusMessage.prefixLength,
            let length = BusMessage.length(of: bytes[...]),
            bytes.count >= length
        {
            if let message = BusMessage(Array(bytes[..<length])) { messages.append(message) }
            bytes.removeFirst(length)
        }
        return messages
    }

    func takeDescriptors() -> [Descriptor] {
        defer { descriptors = [] }
        return descriptors
    }

    /// Hexadecimal, as mechanisms have it.
    static var user: String { String(getuid()).utf8.map { String($0, radix: 16) }.joined() }
}
