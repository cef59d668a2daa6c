import CSoup
import EventLoop
import Glibc

/// An accepted connection, until libsoup closes it.
///
/// libsoup gets it with its first request: half of one would wait in libsoup for ever, and a head without an end would
/// grow there. Each connection has one request, so this holds for all of them.
final class Visitor {
    /// In the order in which they were accepted.
    let number: Int
    private let descriptor: Int32
    private let socket: UnsafeMutablePointer<GSocket>
    private let loop: EventLoop
    private unowned let listeners: Listeners
    private var watch: Watch?
    /// When it has to be done, on the clock of the loop; nil of an open page.
    private var deadline: Int64?
    private(set) var isHandedOver = false
    /// Of the other side; libsoup tells connections apart by it. Nil if it has gone already.
    let address: UnsafeMutablePointer<GSocketAddress>?

    /// Of the head of a request, in bytes: more than any browser sends.
    static let longestHead = 16_384
    /// How long a request and its answer may take, in nanoseconds.
    static let patience: Int64 = 15_000_000_000

    /// Takes over an accepted socket; nil if the system has none left for it.
    init?(_ accepted: Int32, number: Int, _ loop: EventLoop, _ listeners: Listeners) {
        guard let socket = g_socket_new_from_fd(accepted, nil) else {
            Glibc.close(accepted)
            return nil
        }
        self.socket = socket
        self.number = number
        self.loop = loop
        self.listeners = listeners
        descriptor = accepted
        address = g_socket_get_remote_address(socket, nil)
        deadline = EventLoop.now + Self.patience
        var on: Int32 = 1
        setsockopt(
            descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        watch = loop.watch(descriptor, for: .readable) { [unowned self] _ in look() }
    }

    deinit {
        if let address { g_object_unref(address) }
        g_object_unref(socket)
    }

    /// Looks whether the whole head of a request is there, and leaves it in the socket.
    private func look() {
        var head = [UInt8](repeating: 0, count: Self.longestHead)
        let count = recv(descriptor, &head, head.count, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        guard count > 0 else {
            if count < 0, errno == EAGAIN || errno == EINTR { return }
            return listeners.close(self)
        }
        // Anything else could bring a body, which libsoup would read to its end before it answers.
        guard head[..<count].isOfRead else { return listeners.close(self) }
        guard head[..<count].hasEmptyLine else {
            guard count < head.count else { return listeners.close(self) }
            // Called again when there is more, and not before.
            return wait(forBytes: Int32(count) + 1)
        }
        wait(forBytes: 1)
        watch = nil
        isHandedOver = true
        listeners.receive(self, stream: socket)
    }

    private func wait(forBytes count: Int32) {
        var count = count
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVLOWAT, &count, socklen_t(MemoryLayout<Int32>.size))
    }

    /// It is an open page from now on, which may stay as long as it likes.
    func stay() { deadline = nil }

    /// The page is closed: what libsoup still sends may take this long.
    func leave() { deadline = EventLoop.now + 1_000_000_000 }

    /// Whether it is an open page.
    var isPage: Bool { deadline == nil }

    /// Whether its time is over.
    func isLate(_ now: Int64) -> Bool { deadline.map { now > $0 } ?? false }

    /// Whether libsoup has closed it.
    var isClosed: Bool { g_socket_is_closed(socket) != 0 }

    /// How many bytes have come so far, by the system's count.
    var received: UInt64 {
        // tcpi_bytes_received of Linux's struct tcp_info, which glibc's has not.
        let place = 128
        var info = [UInt8](repeating: 0, count: 256)
        var length = socklen_t(info.count)
        guard getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &info, &length) == 0,
            length >= place + 8
        else { return 0 }
        return info[place..<place + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Ends it at once; libsoup notices, and frees its part.
    func cut() {
        watch = nil
        if isHandedOver {
            g_socket_shutdown(socket, 1, 1, nil)
        } else {
            g_socket_close(socket, nil)
        }
    }
}

extension ArraySlice<UInt8> {
    /// Whether this is the beginning of a request for a file.
    fileprivate var isOfRead: Bool {
        ["GET ", "HEAD "].contains { zip(self, $0.utf8).allSatisfy(==) }
    }

    /// Whether the head of a request ends within.
    fileprivate var hasEmptyLine: Bool {
        var matched = 0
        let end: [UInt8] = [13, 10, 13, 10]
        for byte in self {
            matched = byte == end[matched] ? matched + 1 : byte == 13 ? 1 : 0
            if matched == end.count { return true }
        }
        return false
    }
}
