import Bluetooth
import Central
import EventLoop

/// The lower half of a host: sends commands one after the other, and dispatches what comes from the
/// controller (Core Vol 4, Part E, 4).
///
/// A controller that breaks the rules, or falls silent, ends everything: see ``failure``.
final class HCIHost {
    /// The answer to a command.
    struct Answer {
        var status: UInt8
        /// What follows the status in Command Complete.
        var returned: HCIParameters
    }

    /// The controller's name in messages.
    let place: String
    let clock: LiveClock
    /// Why nothing works any more.
    private(set) var failure: AccessError?
    /// The controller's buffers: bytes per ACL packet, and the number of packets.
    var buffers = (length: 27, count: 1)
    var link: HostLink?
    /// Called with advertising reports; false if they are garbled.
    var onAdvertising: (borrowing HCIFields) -> Bool = { _ in true }
    /// Called for LE Connection Complete; nil for the link if there is none.
    var onConnection: (UInt8, HostLink?) -> Void = { _, _ in }
    /// Called when the link has ended, with the reason.
    var onLinkEnd: (String) -> Void = { _ in }

    private struct Command {
        var parameters: HCIParameters
        var done: (Answer) -> Void
        var name: String { HCIDescriber.name(of: parameters.opcode) }
    }

    /// The limit for an answer, in wall-clock nanoseconds.
    static let patience: Int64 = 10_000_000_000
    /// The limit of queued commands; beyond it the controller sends but does not listen.
    private static let mostWaiting = 64

    private let socket: ControllerSocket
    private var waiting: [Command] = []
    private var pending: (command: Command, since: Int64)?
    /// How many commands the controller accepts now (Core Vol 4, Part E, 4.4).
    private var credits = 1

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
        failure = .broken("\(place): \(why)")
        close()
        endLink("the controller has disconnected")
    }

    func close() {
        socket.close()
        waiting = []
        pending = nil
    }

    func endLink(_ why: String, _ reason: DisconnectReason = .localHostTerminated) {
        guard let ended = link else { return }
        link = nil
        ended.end(reason)
        onLinkEnd(why)
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

    /// Sends a command and waits for its answer; a refusal is an error.
    @discardableResult
    func ask(_ command: HCIParameters) throws(AccessError) -> HCIParameters {
        let answer = try tell(command)
        guard answer.status == HCIStatus.success.rawValue else {
            throw .unable(
                "\(place): the controller refused \(HCIDescriber.name(of: command.opcode)): "
                    + Self.words(answer.status))
        }
        return answer.returned
    }

    /// Sends a command and waits for its answer; a refusal is an error.
    @discardableResult
    func ask(
        _ opcode: HCIOpcode, _ fields: KeyValuePairs<HCIField, UInt64> = [:]
    ) throws(AccessError) -> HCIParameters {
        try ask(HCIParameters(opcode, fields))
    }

    /// Sends a command and waits for its answer, even a refusal.
    func tell(_ command: HCIParameters) throws(AccessError) -> Answer {
        var answer: Answer?
        send(command) { answer = $0 }
        // The watchdog ends it.
        try wait(untilWall: .max) { answer != nil }
        guard let answer else { throw failure ?? .broken("\(place): no answer") }
        return answer
    }

    /// Returns when everything that the controller has sent until now has arrived: its answer to
    /// this comes after all that.
    func fence() throws(AccessError) { try ask(.readBDADDR) }

    /// A code in words, `command disallowed (0x0C)`.
    static func words(_ status: UInt8) -> String {
        let digits = String(status, radix: 16, uppercase: true)
        let code = "0x" + (digits.count == 1 ? "0" : "") + digits
        return HCIStatus(rawValue: status).map { "\($0.words) (\(code))" } ?? "error \(code)"
    }

    // MARK: Waiting

    /// Turns until a condition holds; false if it did not before a time of the board.
    @discardableResult
    func wait(until limit: Int64, _ isDone: () -> Bool) throws(AccessError) -> Bool {
        try wait(untilWall: clock.wall(at: limit), isDone)
    }

    /// Turns until a condition holds; false if it did not before a wall-clock time.
    @discardableResult
    func wait(untilWall limit: Int64, _ isDone: () -> Bool) throws(AccessError) -> Bool {
        let isOver = clock.wait(untilWall: limit) { failure != nil || isDone() }
        if let failure, !isDone() { throw failure }
        return isOver
    }

    private func look(_ now: Int64) -> Int64 {
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
        return min(next, link?.look(now) ?? .max)
    }

    // MARK: What comes in

    private func receive(_ packet: Span<UInt8>) {
        switch H4PacketType(rawValue: packet[0]) {
        case .event: receive(event: packet)
        case .acl:
            guard let header = ACLHeader(packet: packet) else { return }
            link?.receive(header, packet.extracting(1 + ACLHeader.length..<packet.count))
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
                if let link, link.handle == entry[.handle] & 0xFFF {
                    link.completed(entry[.packets])
                }
            }
            if !areWhole { garbled(event.name, packet) }
        case .disconnectionComplete:
            guard p[.status] == 0, link?.handle == p[.handle] & 0xFFF else { break }
            endLink(
                Self.words(p[.reason]), DisconnectReason(rawValue: p[.reason]) ?? .connectionTimeout
            )
        case .hardwareError:
            fail("the controller reports a failure of its own, \(Self.words(p[.reason]))")
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

    private func connected(_ status: UInt8, _ handle: UInt16, _ peer: Address) {
        guard status == HCIStatus.success.rawValue else { return onConnection(status, nil) }
        guard link == nil else {
            return fail("it made a second connection, to \(peer), without being asked")
        }
        let link = HostLink(handle, to: peer, through: self)
        self.link = link
        onConnection(status, link)
    }

    /// Sends an ACL packet to the controller.
    func send(packet: [UInt8]) { socket.send(packet) }
}
