import EventLoop
import Glibc

/// Our end of a pair of sockets that keep packets apart; the other end is bluetoothd's.
///
/// Values go one way only. All centrals share it: bluetoothd gives each value that it reads to every
/// central that subscribed, and does not say whose the values are that it writes.
final class ValueSocket {
    /// The other end is gone.
    var onHangUp: () -> Void = {}
    /// There is something to read.
    var onInput: () -> Void = {}
    /// There is room again, after ``send(_:)`` had found none.
    var onRoom: () -> Void = {}

    private let end: Descriptor
    private let loop: EventLoop
    private var watch: Watch?
    private var room: Watch?

    /// Bytes of the kernel that values take on their way, bookkeeping included: for about 80 short
    /// ones.
    private static let sendBuffer: Int32 = 32_768

    /// A pair of sockets; nil if the process may open no more.
    ///
    /// - Parameter reads: whether values come in rather than go out.
    static func pair(reads: Bool, on loop: EventLoop) -> (own: ValueSocket, other: Descriptor)? {
        // bluetoothd's end does not wait either: it has one thread, which a full socket must not stop.
        guard let (own, other) = try? Descriptor.packetPair() else { return nil }
        own.setOption(SOL_SOCKET, SO_SNDBUF, to: sendBuffer)
        return (ValueSocket(own, reads: reads, on: loop), other)
    }

    private init(_ end: Descriptor, reads: Bool, on loop: EventLoop) {
        self.end = end
        self.loop = loop
        // What is watched for besides: that the other end is gone.
        watch = loop.watch(end.number, for: reads ? .readable : []) { [weak self] readiness in
            // What a handler does may let go of this socket.
            guard let self else { return }
            if readiness.contains(.readable) { onInput() }
            // What came before the end has been read.
            if watch != nil, !readiness.isDisjoint(with: [.hungUp, .failed]) {
                close()
                onHangUp()
            }
        }
    }

    /// Nothing is called any more.
    func close() {
        watch = nil
        room = nil
    }

    /// Whether the other end is gone, which the loop may not have told yet.
    var isHungUp: Bool {
        var question = pollfd(fd: end.number, events: 0, revents: 0)
        return poll(&question, 1, 0) > 0
    }

    /// Sends one value, or says why not; ``onRoom`` comes after `wouldWait`.
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

    /// Reads one value into a buffer that is longer than any; nil if there is none.
    func receive(into buffer: inout [UInt8]) -> Int? {
        // The kernel writes no more than the buffer's own count.
        let outcome = buffer.withUnsafeMutableBytes { end.read(into: $0) }
        guard case .done(let count) = outcome else { return nil }
        // An end reads as an empty value for ever.
        return count == 0 && isHungUp ? nil : count
    }
}
