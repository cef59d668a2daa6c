import AttitudeStream
import EventLoop
import Glibc

/// The sender's end of a stream of attitudes.
///
/// A receiver that is slow gets the newest attitude when it has room again; the ones in between are
/// counted, and nothing piles up.
package final class AttitudeConnection {
    /// Called once when the stream has ended from outside, with the reason.
    package var onEnd: (String) -> Void = { _ in }
    /// What was taken, replaced and refused.
    package private(set) var sender: AttitudeSender
    /// Where the receiver is.
    package let place: NetworkPlace
    /// Frames that are sent, or will be before any newer one.
    package private(set) var sent = 0
    package var isOpen: Bool { descriptor != nil }

    private let loop: EventLoop
    /// Nil once it is closed.
    private var descriptor: Descriptor?
    private var reader: Watch?
    /// From a write to the next turn of the loop, and while there is no room.
    private var writer: Watch?
    /// Whole frames of this turn after the first one: a burst shares a system call.
    private var output: [UInt8] = []
    /// Whether the system had no room at the last write.
    private var isFull = false
    /// When the system last took a byte, or had nothing to take; in the loop's nanoseconds.
    private var progress = EventLoop.now

    /// Milliseconds until a receiver must have accepted.
    private static let patience: Int32 = 5_000
    /// A receiver that takes nothing for as many nanoseconds has stopped.
    private static let longestStall: Int64 = 10_000_000_000
    /// Bytes of a burst that are sent together: what fits into a packet.
    private static let segment = 1448
    /// What the system keeps for a slow receiver: half a second at 60 Hz, for its bookkeeping counts.
    private static let buffer: Int32 = 16_384

    /// Connects to a receiver.
    package init(
        to place: NetworkPlace, _ format: AttitudeFormat = .versioned, on loop: EventLoop
    ) throws(AttitudeTransportError) {
        self.loop = loop
        self.place = place
        sender = AttitudeSender(format)
        let descriptor = try Self.connect(place)
        self.descriptor = descriptor
        // Otherwise a frame is delayed until a segment is full.
        descriptor.setOption(Int32(IPPROTO_TCP), TCP_NODELAY, to: 1)
        descriptor.setOption(SOL_SOCKET, SO_SNDBUF, to: Self.buffer)
        reader = loop.watch(descriptor.number, for: .readable) { [unowned self] _ in read() }
    }

    private static func connect(_ place: NetworkPlace) throws(AttitudeTransportError) -> Descriptor
    {
        guard case .success(let addresses) = SocketAddress.resolve(place.host, port: place.port)
        else { throw AttitudeTransportError(place, "unknown host; write another name") }
        var problem = SystemError(number: EADDRNOTAVAIL)
        for address in addresses {
            do throws(SystemError) { return try address.connect(patience: patience) } catch {
                problem = error
            }
        }
        let fix =
            problem.number == ECONNREFUSED
            ? "; start the receiver first, such as `boardsim attitude show \(place)`" : ""
        throw AttitudeTransportError(place, "\(problem)\(fix)")
    }

    /// Sends an attitude, or keeps it as the newest one until there is room.
    package func send(_ attitude: Attitude, microseconds: UInt64) {
        sender.update(attitude, microseconds: microseconds)
        flush()
    }

    /// Takes the next attitude as zero.
    package func resetZero(microseconds: UInt64) {
        sender.resetZero(microseconds: microseconds)
        flush()
    }

    private func flush() {
        guard isOpen else { return }
        sender.flush(accept)
        if isFull { checkStall() }
    }

    /// Takes a frame if there is room for it.
    private func accept(_ frame: [UInt8]) -> Int {
        let isFirst = writer == nil
        if !isFirst, output.count + frame.count > Self.segment { write() }
        guard isOpen, !isFull else { return 0 }
        output += frame
        sent += 1
        if isFirst {
            writer = loop.watch(descriptor?.number ?? -1, for: .writable) { [unowned self] _ in
                proceed()
            }
            write()
        }
        return frame.count
    }

    /// In the next turn, or when there is room again.
    private func proceed() {
        isFull = false
        write()
        sender.flush(accept)
        write()
        if output.isEmpty, !sender.hasBytes { writer = nil }
    }

    private func write() {
        guard let descriptor, !output.isEmpty, !isFull else { return }
        // The bytes do not outlive the call.
        switch output.withUnsafeBytes({ descriptor.write($0) }) {
        case .done(let count):
            progress = EventLoop.now
            output.removeFirst(count)
            isFull = !output.isEmpty
        case .wouldWait: isFull = true
        case .failed(let error): end(words(for: error))
        }
    }

    private func checkStall() {
        if EventLoop.now - progress > Self.longestStall {
            end("the receiver has taken nothing for 10 s")
        }
    }

    /// A receiver says nothing; what can be read is the end.
    private func read() {
        guard let descriptor else { return }
        let outcome = withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) {
            descriptor.read(into: $0)
        }
        switch outcome {
        case .done(0): end("the receiver has closed the stream")
        case .failed(let error): end(words(for: error))
        case .done, .wouldWait: break
        }
    }

    private func end(_ why: String) {
        guard isOpen else { return }
        stop()
        onEnd(why)
    }

    /// Closes it, without calling back, once what there is room for is sent.
    package func close() {
        write()
        stop()
    }

    private func stop() {
        reader = nil
        writer = nil
        descriptor = nil
    }
}
