import EventLoop

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

    /// The size of bluetoothd's read buffer; the rest of a packet is lost.
    private static let longest = 512
    /// The most packets in a row, before other sources get their turn.
    private static let burst = 64

    /// - Parameters:
    ///   - onPacket: called with each packet from the client.
    ///   - onHangUp: called once, when the client has closed its end.
    init(
        on loop: EventLoop, onPacket: @escaping ([UInt8]) -> Void, onHangUp: @escaping () -> Void
    ) throws(EventLoopError) {
        (ours, theirs) = try Descriptor.packetPair()
        self.loop = loop
        self.onPacket = onPacket
        self.onHangUp = onHangUp
        listen()
    }

    deinit { ours.endConnection() }

    /// Closes our copy of the client's end: the client has its own.
    func handedOver() { theirs = nil }

    /// Sends one packet, or drops it.
    func send(_ packet: Span<UInt8>) {
        if ours.sendPacket(packet) { loop.noteOutput() } else { dropped += 1 }
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

    /// Takes notice of a hang-up that the loop has not reported yet.
    func noticeHangUp() {
        if ours.isHungUp { ready(.hungUp) }
    }

    private func listen() {
        // A hang-up is always reported.
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
        guard case .packet(let bytes) = ours.readPacket(atMost: Self.longest) else { return false }
        onPacket(bytes)
        return true
    }
}
