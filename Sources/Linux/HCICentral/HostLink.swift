package import Bluetooth
package import Central
internal import EventLoop
import Peripheral
package import Simulation
import VirtualRadio

/// The central's end of one LE link: L2CAP over ACL packets, with the controller's flow control (Core
/// Vol 4, Part E, 4.1).
package final class HostLink {
    let handle: UInt16
    package let peer: Address
    /// The client of the peer's attributes.
    package let client = AttributeClient()
    /// Called once when the link has ended, with the reason in words.
    package var onEnd: (String, DisconnectReason) -> Void = { _, _ in }
    /// Malformed frames.
    private(set) var garbledFrames = 0

    /// The longest ATT MTU is 517; signalling needs less.
    private static let longestFrame = 1_024
    /// The limit of queued packets; beyond it the controller accepts none.
    private static let mostWaiting = 4_096
    /// A board on the air accepts a packet within its supervision timeout, 32 s at most (Core Vol
    /// 6, Part B, 4.5.2); in wall-clock nanoseconds.
    private static let patience: Int64 = 40_000_000_000
    /// How late an answer may be in wall-clock nanoseconds, at any speed of the board, because this
    /// machine may be busy.
    private static let slack: Int64 = 2_000_000_000

    private unowned let host: HCIHost
    private var reassembler = L2CAPReassembler(limit: longestFrame)
    /// Packets that the controller has no room for yet.
    private var waiting: [[UInt8]] = []
    /// Packets that the controller has, and has not reported as completed.
    private(set) var inFlight = 0
    private var lastProgress: Int64
    private var whenHandedOver: [(Bool) -> Void] = []
    /// When the attribute client checks its deadline, in wall-clock time.
    private var clientWake: Int64 = .max

    init(_ handle: UInt16, to peer: Address, through host: HCIHost) {
        self.handle = handle
        self.peer = peer
        self.host = host
        lastProgress = host.clock.wall
        client.bearer = self
    }

    /// Everything pending on this link fails.
    func end(_ why: String, _ reason: DisconnectReason) {
        waiting = []
        clientWake = .max
        client.close(.disconnected(reason))
        let unsent = whenHandedOver
        whenHandedOver = []
        for done in unsent { done(false) }
        onEnd(why, reason)
    }

    /// Checks deadlines; returns when to check again, in wall-clock time.
    func look(_ now: Int64) -> Int64 {
        if now >= clientWake {
            clientWake = .max
            client.checkDeadline()
        }
        guard !waiting.isEmpty else { return clientWake }
        let limit = lastProgress &+ Self.patience
        guard now < limit else {
            host.fail("the controller has taken no data for 40 s")
            return .max
        }
        return min(clientWake, limit)
    }

    // MARK: To the board

    func send(_ payload: Span<UInt8>, on channel: UInt16) {
        var frame: [UInt8] = []
        L2CAPHeader(payloadLength: payload.count, channel: channel).encode(into: &frame)
        frame.append(payload)
        let most = max(host.buffers.length, 1)
        for start in stride(from: 0, to: frame.count, by: most) {
            let part = frame[start..<min(start + most, frame.count)]
            var packet: [UInt8] = []
            ACLHeader(
                handle: handle, start == 0 ? .firstNonFlushable : .continuing,
                dataLength: part.count
            ).encode(into: &packet)
            waiting.append(packet + part)
        }
        handOver()
        if waiting.count > Self.mostWaiting {
            host.fail("the controller takes less data than the board asks for")
        }
    }

    /// Gives the controller what it has room for; all links share its buffers.
    func handOver() {
        if inFlight == 0 { lastProgress = host.clock.wall }
        let count = max(0, min(waiting.count, host.room))
        // Taken out first: a controller that has hung up ends the link while it is written to.
        let packets = waiting[..<count]
        waiting.removeFirst(count)
        inFlight += count
        for packet in packets { host.send(packet: packet) }
        guard waiting.isEmpty, !whenHandedOver.isEmpty else { return }
        let done = whenHandedOver
        whenHandedOver = []
        for done in done { done(true) }
    }

    /// The controller has room again.
    func completed(_ count: Int) {
        inFlight = max(0, inFlight - count)
        lastProgress = host.clock.wall
        host.handOver()
    }

    // MARK: From the board

    func receive(_ header: ACLHeader, _ data: Span<UInt8>) {
        guard header.handle == handle else { return }
        do throws(L2CAPError) {
            guard try reassembler.append(data, isFirst: header.boundary != .continuing) else {
                return
            }
        } catch {
            garbledFrames += 1
            return
        }
        // The client may send in response, which does not touch the reassembler.
        let payload = reassembler.payload.array()
        switch reassembler.channel {
        case L2CAPChannel.attribute: client.receive(payload.span, at: now)
        case L2CAPChannel.signalling: answer(signal: payload.span)
        case L2CAPChannel.security: refusePairing(payload)
        default: break
        }
    }

    /// The board's request for other connection parameters is granted if the standard allows it;
    /// nothing else is available on this channel.
    private func answer(signal bytes: Span<UInt8>) {
        let signal: L2CAPSignal
        do throws(L2CAPSignalError) {
            signal = try L2CAPSignal(bytes)
        } catch {
            if case .invalidLength(let identifier, _) = error {
                send(L2CAPSignal(identifier, .commandReject(.notUnderstood)))
            }
            return
        }
        guard let wish = ConnectionParameterRequest(signal) else {
            if let refusal = signal.refusal { send(refusal) }
            return
        }
        let answer = wish.answer(.acceptFrom(.microseconds(7_500)))
        send(
            L2CAPSignal(
                signal.identifier,
                .connectionParameterUpdateResponse(isAccepted: answer != nil)))
        guard let timing = answer?.timing else { return }
        var update = HCIParameters(.leConnectionUpdate, [.handle: UInt64(handle)])
        update.set(timing)
        host.send(update)
    }

    private func send(_ signal: L2CAPSignal) {
        var bytes: [UInt8] = []
        signal.encode(into: &bytes)
        send(bytes.span, on: L2CAPChannel.signalling)
    }

    /// Pairing Failed, Pairing Not Supported (Core Vol 3, Part H, 3.5.5): no case needs it.
    private func refusePairing(_ packet: [UInt8]) {
        let failed: UInt8 = 0x05
        guard let code = packet.first, code != failed else { return }
        let refusal: [UInt8] = [failed, 0x05]
        send(refusal.span, on: L2CAPChannel.security)
    }
}

extension HostLink: AttributeBearer {
    package var now: Instant { host.clock.now }

    package func send(_ pdu: Span<UInt8>) { send(pdu, on: L2CAPChannel.attribute) }

    package func whenSent(_ done: @escaping (Bool) -> Void) {
        if waiting.isEmpty { done(client.bearer === self) } else { whenHandedOver.append(done) }
    }

    package func wake(at time: Instant) {
        clientWake = max(host.clock.wall(at: time), host.clock.wall &+ Self.slack)
    }

    package func abandon() {
        host.abandon(self, "a request had no answer for 30 s", .localHostTerminated)
    }
}
