package import Bluetooth
package import Central
package import EventLoop
package import HCITransport

/// The lower half of a host: sends commands one after the other, and dispatches what comes from the
/// controller (Core Vol 4, Part E, 4).
///
/// Nothing here waits: what is asked for calls back from a turn of the loop.
///
/// A controller that breaks the rules, or falls silent, ends everything: see ``failure``.
package final class HCIHost {
    /// The answer to a command.
    struct Answer {
        var status: UInt8
        /// What follows the status in Command Complete.
        var returned: HCIParameters
    }

    /// The controller's name in messages.
    package let place: String
    package let clock: LiveClock
    /// Why nothing works any more.
    package private(set) var failure: AccessError?
    /// The controller's buffers: bytes per ACL packet, and the number of packets.
    var buffers = (length: 27, count: 1)
    /// The links that are up.
    private(set) var links: [HostLink] = []
    /// Links that are over here, and that the controller has not ended yet.
    private(set) var leaving: [(link: HostLink, since: Int64)] = []
    /// The attempts to connect.
    var initiator = LinkInitiator()
    /// Called with advertising reports; false if they are garbled.
    package var onAdvertising: (borrowing HCIFields) -> Bool = { _ in true }
    /// Called once when the controller can no longer be used.
    package var onFailure: (AccessError) -> Void = { _ in }

    private struct Command {
        var parameters: HCIParameters
        var done: (Answer) -> Void
        var name: String { HCIDescriber.name(of: parameters.opcode) }
    }

    /// The limit for an answer, in wall-clock nanoseconds.
    static let patience: Int64 = 10_000_000_000
    /// The limit for the end of a link: the peer's answer may take as long as its supervision
    /// timeout.
    static let patienceWithLinks = 4 * patience
    /// The limit of queued commands; beyond it the controller sends but does not listen.
    private static let mostWaiting = 64

    private let socket: ControllerSocket
    private var waiting: [Command] = []
    private var pending: (command: Command, since: Int64)?
    /// How many commands the controller accepts now (Core Vol 4, Part E, 4.4).
    private var credits = 1

    /// Connects to where a controller is served; ``start(_:)`` is next.
    package convenience init(
        at address: RadioAddress, on loop: EventLoop, _ clock: LiveClock
    ) throws(AccessError) {
        try self.init(
            ControllerSocket.open(address, on: loop), at: "\(address)", clock)
    }

    init(_ socket: ControllerSocket, at place: String, _ clock: LiveClock) {
        self.socket = socket
        self.place = place
        self.clock = clock
        socket.onPacket = { [unowned self] packet in receive(packet) }
        socket.onEnd = { [unowned self] why in fail(why) }
        clock.watchdog = { [weak self] now in self?.look(now) ?? .max }
    }

    /// Ends everything.
    func fail(_ why: String) {
        guard failure == nil else { return }
        let failure = AccessError.broken("\(place): \(why)")
        self.failure = failure
        let wishes = initiator.wishes
        close()
        for wish in wishes { wish.done(.failure(failure)) }
        for link in links { end(link, "the controller has disconnected", .localHostTerminated) }
        onFailure(failure)
    }

    /// Ends the connection to the controller.
    package func close() {
        socket.close()
        waiting = []
        pending = nil
        leaving = []
        initiator = LinkInitiator()
    }

    /// The link is over.
    func end(_ link: HostLink, _ why: String, _ reason: DisconnectReason) {
        guard let index = links.firstIndex(where: { $0 === link }) else { return }
        links.remove(at: index)
        link.end(why, reason)
        // Its buffers are free.
        if failure == nil { handOver() }
    }

    /// The link is over here, and the controller is asked to end it: until it has done so there is
    /// no other link to the peer.
    func abandon(_ link: HostLink, _ why: String, _ reason: DisconnectReason) {
        guard let index = links.firstIndex(where: { $0 === link }) else { return }
        links.remove(at: index)
        leaving.append((link, clock.wall))
        send(.disconnect(link.handle, .remoteUserTerminated)) { [weak self, weak link] answer in
            // It has ended by itself: then the controller no longer knows it.
            if let link, answer.status != 0 { self?.left(link) }
        }
        link.end(why, reason)
    }

    /// The controller has ended a link that was over here.
    private func left(_ link: HostLink) {
        leaving.removeAll { $0.link === link }
        handOver()
        updateInitiator()
    }

    /// How many packets the controller has room for: all links share its buffers (Core Vol 4, Part E, 4.1.1).
    var room: Int {
        buffers.count - links.reduce(0) { $0 + $1.inFlight }
            - leaving.reduce(0) { $0 + $1.link.inFlight }
    }

    /// Gives pending packets to the controller, one link after the other.
    func handOver() {
        // A controller that has hung up ends the links while it is written to.
        for link in links { link.handOver() }
        // Another one begins the next time.
        if links.count > 1 { links.append(links.removeFirst()) }
    }

    /// A new link.
    func begin(_ handle: UInt16, to peer: Address) -> HostLink {
        let link = HostLink(handle, to: peer, through: self)
        links.append(link)
        return link
    }

    private func link(_ handle: UInt16) -> HostLink? { links.first { $0.handle == handle } }

    private func leaving(_ handle: UInt16) -> HostLink? {
        leaving.first { $0.link.handle == handle }?.link
    }

    // MARK: Commands

    /// Sends a command once the controller accepts it.
    func send(_ command: HCIParameters, _ done: @escaping (Answer) -> Void = { _ in }) {
        guard failure == nil else { return }
        guard waiting.count < Self.mostWaiting else {
            return fail("it requires more commands than it accepts")
        }
        waiting.append(Command(parameters: command, done: done))
        sendNext()
    }

    private func sendNext() {
        guard pending == nil, credits > 0, !waiting.isEmpty else { return }
        let command = waiting.removeFirst()
        pending = (command, clock.wall)
        credits -= 1
        socket.send(command.parameters.packet)
    }

    /// Sends a command; a refusal is an error.
    func ask(
        _ command: HCIParameters, _ done: @escaping (Result<HCIParameters, AccessError>) -> Void
    ) {
        send(command) { [place] answer in
            guard answer.status != HCIStatus.success.rawValue else {
                return done(.success(answer.returned))
            }
            done(
                .failure(
                    .unable(
                        "\(place): the controller refused"
                            + " \(HCIDescriber.name(of: command.opcode)): "
                            + Self.words(answer.status))))
        }
    }

    /// A code in words, `command disallowed (0x0C)`.
    static func words(_ status: UInt8) -> String {
        let digits = String(status, radix: 16, uppercase: true)
        let code = "0x" + (digits.count == 1 ? "0" : "") + digits
        return HCIStatus(rawValue: status).map { "\($0.words) (\(code))" } ?? "error \(code)"
    }

    // MARK: Deadlines

    /// Checks deadlines; returns when to check again, in wall-clock time.
    package func look(_ now: Int64) -> Int64 {
        var next = Int64.max
        if let pending {
            let limit = pending.since &+ Self.patience
            if now >= limit {
                fail(
                    "no answer to \(pending.command.name) within 10 s; is it a"
                        + " controller?")
            } else {
                next = limit
            }
        }
        if let since = initiator.cancelledSince {
            let limit = since &+ Self.patience
            if now >= limit {
                fail("the controller does not cancel a connection attempt")
            } else {
                next = min(next, limit)
            }
        }
        if let since = leaving.first?.since {
            let limit = since &+ Self.patienceWithLinks
            if now >= limit {
                fail("the controller does not end a link")
            } else {
                next = min(next, limit)
            }
        }
        for link in links { next = min(next, link.look(now)) }
        return next
    }

    // MARK: What comes in

    private func receive(_ packet: Span<UInt8>) {
        switch H4PacketType(rawValue: packet[0]) {
        case .event: receive(event: packet)
        case .acl:
            guard let header = ACLHeader(packet: packet) else { return }
            link(header.handle)?.receive(
                header, packet.extracting(1 + ACLHeader.length..<packet.count))
        default: break
        }
    }

    private func receive(event packet: Span<UInt8>) {
        guard let event = HCIEventCode(packet: packet) else {
            if packet[1] == HCIEventCode.leMeta, packet.count == 3 { garbled("LE Meta", packet) }
            return
        }
        let p = HCIFields(event, packet.extracting(event.headerLength..<packet.count))
        guard p.isWhole else { return garbled(event.name, packet) }
        switch event {
        case .commandComplete:
            // Opcode 0 only reports how many commands it accepts.
            let returned = p.octets(.rest)
            guard !returned.isEmpty || p[.opcode] == 0 else { return garbled(event.name, packet) }
            answered(
                p[.opcode], p[.credits], returned.first ?? 0,
                returned.span.extracting(droppingFirst: 1))
        case .commandStatus: answered(p[.opcode], p[.credits], p[.status], Span())
        case .numberOfCompletedPackets:
            let areWhole = p.forEachEntry(p[.count]) { entry in
                let handle: UInt16 = entry[.handle] & 0xFFF
                (link(handle) ?? leaving(handle))?.completed(entry[.packets])
            }
            if !areWhole { garbled(event.name, packet) }
        case .disconnectionComplete:
            guard p[.status] == 0 else { break }
            let handle: UInt16 = p[.handle] & 0xFFF
            if let link = leaving(handle) { return left(link) }
            guard let link = link(handle) else { break }
            end(
                link, Self.words(p[.reason]),
                DisconnectReason(rawValue: p[.reason]) ?? .connectionTimeout)
        case .hardwareError:
            fail("the controller reported a hardware error, \(Self.words(p[.reason]))")
        case .leAdvertisingReport: if !onAdvertising(p) { garbled(event.name, packet) }
        case .leConnectionComplete: connected(p[.status], p[.handle] & 0xFFF, p.peer)
        case .leLongTermKeyRequest:
            send(HCIParameters(.leLongTermKeyRequestNegativeReply, [.handle: p[.handle]]))
        case .leRemoteConnectionParameterRequest:
            // No preference for the lengths of connection events.
            send(
                HCIParameters(
                    .leRemoteConnectionParameterRequestReply,
                    [
                        .handle: p[.handle], .shortest: p[.shortest], .longest: p[.longest],
                        .latency: p[.latency], .timeout: p[.timeout],
                    ]))
        default: break
        }
    }

    private func garbled(_ name: String, _ packet: Span<UInt8>) {
        fail("it sent an incomplete event, \(name) of \(packet.count - 3) bytes")
    }

    private func answered(
        _ opcode: UInt16, _ count: Int, _ status: UInt8, _ returned: Span<UInt8>
    ) {
        credits = count
        if let pending, pending.command.parameters.opcode == opcode,
            let known = HCIOpcode(rawValue: opcode)
        {
            self.pending = nil
            pending.command.done(
                Answer(
                    status: status, returned: HCIParameters(returnedBy: known, reading: returned)))
        }
        sendNext()
    }

    /// Sends an ACL packet to the controller.
    func send(packet: [UInt8]) { socket.send(packet) }
}
