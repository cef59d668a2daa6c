import CGIO
import EventLoop
import Glibc

/// The socket of a connection to a bus: sends and receives bytes and descriptors without blocking.
///
/// Data that does not fit is queued in order and sent when there is room.
final class BusSocket: BusLink {
    /// What holds the socket open.
    private let stream: GObject?
    private var own: Descriptor?
    /// The socket's number in the system.
    let number: Int32
    /// Bytes that wait for room, with what keeping a message costs.
    private(set) var queuedBytes = 0
    /// Descriptors that wait for room.
    private(set) var queuedDescriptors = 0
    private let loop: EventLoop
    private var waiting: [Part] = []
    private var firstWaiting = 0
    private var room: Watch?
    /// Whether nothing can be sent any more.
    private var isBroken = false

    /// The unsent rest of a message, with the descriptors that accompany its first byte.
    private struct Part {
        var bytes: [UInt8]
        var start: Int
        var descriptors: [Descriptor]

        /// What it adds to ``BusSocket/queuedBytes`` as long as it waits.
        var cost: Int { bytes.count + 64 }
    }

    /// A stream that GIO has opened; it has to be a socket.
    init?(taking raw: OpaquePointer, on loop: EventLoop) {
        stream = GObject(taking: raw)
        self.loop = loop
        let instance = UnsafeMutableRawPointer(raw)
        // GLib's casts have checked the type before they change the pointer's.
        let isSocket = g_type_check_instance_is_a(
            instance.assumingMemoryBound(to: GTypeInstance.self), g_socket_connection_get_type())
        guard isSocket != 0,
            let socket = g_socket_connection_get_socket(
                instance.assumingMemoryBound(to: GSocketConnection.self))
        else { return nil }
        number = g_socket_get_fd(socket)
    }

    /// A connected socket.
    init(_ socket: Descriptor, on loop: EventLoop) {
        stream = nil
        own = socket
        number = socket.number
        self.loop = loop
    }

    deinit { close() }

    /// Whether it can carry descriptors.
    var takesDescriptors: Bool {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        // A socket's address may be read as one of any kind.
        return withUnsafeMutableBytes(of: &address) { bytes in
            let start = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            return start.map { getsockname(number, $0, &length) } == 0
        } && Int32(address.ss_family) == AF_UNIX
    }

    /// Calls `handler` in each turn in which there is something to read.
    func watch(_ handler: @escaping () -> Void) -> AnyObject? {
        loop.watch(number, for: .readable) { _ in handler() }
    }

    /// Waits until there is something to read; false on timeout.
    func waitToRead(milliseconds: Int32) -> Bool {
        var state = pollfd(
            fd: number, events: Int16(POLLIN | (isIdle ? 0 : POLLOUT)), revents: 0)
        let count = poll(&state, 1, milliseconds)
        if state.revents & Int16(POLLOUT) != 0 { drain() }
        return count != 0
    }

    /// Nothing more is sent or received.
    func close() {
        isBroken = true
        room = nil
        forget()
        if let ended = own {
            ended.endConnection()
            own = nil
            // The other side sees the end.
            loop.noteOutput()
        }
        guard let stream else { return }
        g_io_stream_close(
            UnsafeMutableRawPointer(stream.raw).assumingMemoryBound(to: GIOStream.self), nil, nil)
    }
}

/// What goes out.
extension BusSocket {
    /// Whether nothing is queued.
    private var isIdle: Bool { firstWaiting == waiting.count }

    /// Sends a message after everything queued; descriptors are duplicated if they are queued too.
    func send(_ bytes: [UInt8], descriptors: [Int32]) {
        guard !isBroken else { return }
        var done = 0
        if isIdle {
            done = bytes.withUnsafeBytes { write($0, descriptors) } ?? 0
            guard !isBroken, done < bytes.count else { return }
        }
        let kept =
            done > 0
            ? [] : descriptors.map { Descriptor(fcntl($0, F_DUPFD_CLOEXEC, Int32(3))) }
        wait(Part(bytes: bytes, start: done, descriptors: kept))
    }

    private func wait(_ part: Part) {
        waiting.append(part)
        queuedBytes += part.cost
        queuedDescriptors += part.descriptors.count
        if room == nil {
            room = loop.watch(number, for: .writable) { [unowned self] _ in drain() }
        }
    }

    private func forget() {
        waiting = []
        firstWaiting = 0
        queuedBytes = 0
        queuedDescriptors = 0
    }

    /// Sends a message unless something is or would be queued; then returns false and keeps nothing
    /// of it.
    func sendNow(_ bytes: [UInt8]) -> Bool {
        guard !isBroken else { return true }
        if !isIdle { drain() }
        guard isIdle else { return false }
        guard let done = bytes.withUnsafeBytes({ write($0, []) }) else { return isBroken }
        // A partial message would garble all that follows: the rest must be sent as well.
        if done < bytes.count {
            wait(Part(bytes: bytes, start: done, descriptors: []))
        }
        return true
    }

    /// Sends queued data, as far as there is room.
    func drain() {
        while !isBroken, firstWaiting < waiting.count {
            let part = waiting[firstWaiting]
            let done = part.bytes.withUnsafeBytes {
                write(
                    UnsafeRawBufferPointer(rebasing: $0[part.start...]),
                    part.descriptors.map(\.number))
            }
            guard let done else { break }
            waiting[firstWaiting].start += done
            waiting[firstWaiting].descriptors = []
            queuedDescriptors -= part.descriptors.count
            guard waiting[firstWaiting].start == part.bytes.count else { continue }
            waiting[firstWaiting].bytes = []
            queuedBytes -= part.cost
            firstWaiting += 1
        }
        guard isIdle || isBroken else {
            // A reader that is always a little behind must not let it grow.
            if firstWaiting > 1024, firstWaiting > waiting.count / 2 {
                waiting.removeFirst(firstWaiting)
                firstWaiting = 0
            }
            return
        }
        forget()
        room = nil
    }

    /// Waits until everything is sent, or cannot be.
    func flush() {
        drain()
        while !isIdle, !isBroken {
            var state = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
            poll(&state, 1, -1)
            drain()
        }
    }

    /// How many bytes were sent; nil if none, for lack of room or because the socket is broken.
    private func write(_ bytes: UnsafeRawBufferPointer, _ descriptors: [Int32]) -> Int? {
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        let count =
            descriptors.isEmpty
            ? Glibc.send(number, bytes.baseAddress, bytes.count, flags)
            : ControlMessage.send(bytes, descriptors, over: number, flags)
        if count >= 0 {
            loop.noteOutput()
            return count
        }
        if errno != EAGAIN && errno != EINTR {
            // Reading reports the end, and everything that came before it.
            isBroken = true
        }
        return nil
    }
}

/// What comes in.
extension BusSocket {
    /// Reads what is available, up to a limit that leaves other sources their turn.
    func read(into bytes: inout [UInt8], _ descriptors: inout [Descriptor]) -> BusRead {
        let longest = 1 << 16
        // The system writes into it, and no reference is kept.
        return withUnsafeTemporaryAllocation(byteCount: longest, alignment: 16) { buffer in
            let count = ControlMessage.receive(buffer, &descriptors, over: number)
            guard count > 0 else {
                return count < 0 && (errno == EAGAIN || errno == EINTR) ? .nothing : .ended
            }
            bytes.append(contentsOf: buffer[..<count])
            return .bytes
        }
    }
}
