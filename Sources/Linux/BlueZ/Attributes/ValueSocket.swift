import EventLoop
import Glibc

/// Our end of a pair of sockets that keep packets apart; the other end is bluetoothd's.
///
/// Values go in one direction only. All centrals share it: bluetoothd passes each value that it
/// reads to every subscribed central, and does not say which central wrote a value.
final class ValueSocket {
    /// The other end is closed.
    var onHangUp: () -> Void = {}
    /// There is something to read.
    var onInput: () -> Void = {}
    /// There is room again, after ``send(_:)`` found none.
    var onRoom: () -> Void = {}

    private let end: Descriptor
    private let loop: EventLoop
    private var watch: Watch?
    private var room: Watch?

    /// The size of the kernel's buffer, bookkeeping included: for about 80 short values.
    private static let sendBuffer: Int32 = 32_768

    /// A socket pair; nil if the process may not open any more.
    ///
    /// - Parameter reads: whether values are received rather than sent.
    static func pair(reads: Bool, on loop: EventLoop) -> (own: ValueSocket, other: Descriptor)? {
        // bluetoothd's end is non-blocking too: it has one thread, which a full socket must not
        // stop.
        guard let (own, other) = try? Descriptor.packetPair() else { return nil }
        own.setOption(SOL_SOCKET, SO_SNDBUF, to: sendBuffer)
        return (ValueSocket(own, reads: reads, on: loop), other)
    }

    private init(_ end: Descriptor, reads: Bool, on loop: EventLoop) {
        self.end = end
        self.loop = loop
        // Also watched: whether the other end is closed.
        watch = loop.watch(end.number, for: reads ? .readable : []) { [weak self] readiness in
            // A handler may release this socket.
            guard let self else { return }
            if readiness.contains(.readable) { onInput() }
            // Everything before the end has been read.
            if watch != nil, !readiness.isDisjoint(with: [.hungUp, .failed]) {
                close()
                onHangUp()
            }
        }
    }

    /// No handler is called any more.
    func close() {
        watch = nil
        room = nil
    }

    /// Whether the other end is closed, which the loop may not have reported yet.
    var isHungUp: Bool { end.isHungUp }

    /// Sends one value, or returns why not; ``onRoom`` follows `wouldWait`.
    func send(_ bytes: Span<UInt8>) -> Descriptor.Outcome {
        // The bytes do not outlive the call.
        let outcome = unsafe bytes.withUnsafeBytes { unsafe end.write($0) }
        if outcome == .wouldWait, room == nil {
            room = loop.watch(end.number, for: .writable) { [weak self] readiness in
                guard let self else { return }
                room = nil
                if readiness.contains(.writable) { onRoom() }
            }
        }
        return outcome
    }

    /// Reads one value into a buffer longer than any value; nil if there is none.
    func receive(into buffer: inout [UInt8]) -> Int? {
        // The kernel writes no more than the buffer's own count.
        let outcome = buffer.withUnsafeMutableBytes { end.read(into: $0) }
        guard case .done(let count) = outcome else { return nil }
        // A closed socket always reads as an empty value.
        return count == 0 && isHungUp ? nil : count
    }
}
