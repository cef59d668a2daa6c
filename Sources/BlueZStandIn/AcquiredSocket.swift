import EventLoop
import Glibc

/// A socket between a client and a characteristic (`AcquireNotify`, `AcquireWrite`), packet by packet.
///
/// A client that does not read loses packets once the socket is full: bluetoothd drops them too.
final class AcquiredSocket {
    /// The client's end, until the client has it.
    private(set) var theirs: Descriptor?
    /// What did not fit.
    private(set) var dropped = 0
    private let ours: Descriptor
    private let loop: EventLoop
    private var watch: Watch?
    private var isPaused = false
    private let onPacket: ([UInt8]) -> Void
    private let onHangUp: () -> Void

    /// bluetoothd reads into as many bytes; the rest of a packet is lost.
    private static let longest = 512
    /// So many packets in a row, then it is somebody else's turn.
    private static let burst = 64

    /// - Parameters:
    ///   - onPacket: called with each packet from the client.
    ///   - onHangUp: called once, when the client has closed its end.
    /// - Throws: the system's error number.
    init(
        on loop: EventLoop, onPacket: @escaping ([UInt8]) -> Void, onHangUp: @escaping () -> Void
    ) throws(SocketError) {
        var pair: [Int32] = [-1, -1]
        let kind =
            Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
            | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else { throw SocketError(number: errno) }
        ours = Descriptor(pair[0])
        theirs = Descriptor(pair[1])
        self.loop = loop
        self.onPacket = onPacket
        self.onHangUp = onHangUp
        listen()
    }

    /// Why there is no socket.
    struct SocketError: Error {
        let number: Int32

        var words: String { String(cString: strerror(number)) }
    }

    /// Closes our copy of the client's end: the client has its own.
    func handedOver() { theirs = nil }

    /// Sends one packet, or drops it.
    func send(_ packet: Span<UInt8>) {
        let outcome = packet.withUnsafeBytes { ours.write($0) }
        if case .done = outcome { return }
        dropped += 1
    }

    /// Takes no packets until ``resume()``.
    func pause() {
        guard !isPaused else { return }
        isPaused = true
        listen()
    }

    func resume() {
        guard isPaused else { return }
        isPaused = false
        listen()
    }

    private func listen() {
        // A hang-up is always told.
        watch = loop.watch(ours.number, for: isPaused ? [] : .readable) { [weak self] readiness in
            self?.ready(readiness)
        }
    }

    private func ready(_ readiness: Readiness) {
        let isOver = !readiness.isDisjoint(with: [.hungUp, .failed])
        // What was sent before the hang-up is still there.
        var left = isOver ? Int.max : Self.burst
        while left > 0, !isPaused || isOver, take() { left -= 1 }
        guard isOver, watch != nil else { return }
        watch = nil
        onHangUp()
    }

    /// One packet; false if there was none.
    private func take() -> Bool {
        withUnsafeTemporaryAllocation(byteCount: Self.longest, alignment: 1) { buffer in
            switch ours.read(into: buffer) {
            case .done(let count) where count > 0:
                onPacket(Array(buffer[..<count]))
                return true
            default: return false
            }
        }
    }
}
