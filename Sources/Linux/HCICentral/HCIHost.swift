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
        var returned: [UInt8] = []
    }

    /// The controller's name in messages.
    let place: String
    let clock: LiveClock
    /// Why nothing works any more.
    private(set) var failure: AccessError?
    /// The controller's buffers: bytes per ACL packet, and the number of packets.
    var buffers = (length: 27, count: 1)
    var link: HostLink?
    /// Called with LE advertising events, after their subevent code.
    var onAdvertising: (Span<UInt8>) -> Void = { _ in }
    /// Called for LE Connection Complete; nil for the link if there is none.
    var onConnection: (UInt8, HostLink?) -> Void = { _, _ in }
    /// Called when the link has ended, with the reason.
    var onLinkEnd: (String) -> Void = { _ in }

    private struct Command {
        var parameters: HCIParameters
        var done: (Answer) -> Void
        var name: String { parameters.opcode.command.name }
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
    func ask(_ command: HCIParameters) throws(AccessError) -> [UInt8] {
        let answer = try tell(command)
        guard answer.status == HCIStatus.success.rawValue else {
            throw .unable(
                "\(place): the controller refused \(command.opcode.command.name): "
                    + Self.words(answer.status))
        }
        return answer.returned
    }

    /// Sends a command and waits for its answer; a refusal is an error.
    @discardableResult
    func ask(
        _ opcode: HCIOpcode, _ fields: KeyValuePairs<HCIField, UInt64> = [:]
    ) throws(AccessError) -> [UInt8] {
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
        case .event: receive(event: packet[1], packet.extracting(3..<packet.count))
        case .acl:
            guard let header = ACLHeader(packet: packet) else { return }
            link?.receive(header, packet.extracting(1 + ACLHeader.length..<packet.count))
        default: break
        }
    }

    private func receive(event code: UInt8, _ parameters: Span<UInt8>) {
        guard let event = HCIEventCode(rawValue: code) else { return }
        var reader = OctetReader(parameters)
        switch event {
        case .commandComplete:
            let (count, opcode) = (reader.byte(), reader.word())
            // Opcode 0 only reports how many commands it accepts.
            let status = opcode == 0 ? 0 : reader.byte()
            let returned = reader.array(reader.remaining)
            if !reader.isShort {
                answered(opcode, Answer(status: status, returned: returned), count)
            }
        case .commandStatus:
            let (status, count, opcode) = (reader.byte(), reader.byte(), reader.word())
            if !reader.isShort { answered(opcode, Answer(status: status), count) }
        case .numberOfCompletedPackets:
            for _ in 0..<reader.byte() where !reader.isShort {
                let (handle, count) = (reader.word() & 0xFFF, reader.word())
                if let link, link.handle == handle { link.completed(Int(count)) }
            }
        case .disconnectionComplete:
            let (status, handle, reason) = (reader.byte(), reader.word() & 0xFFF, reader.byte())
            guard !reader.isShort, status == 0, link?.handle == handle else { break }
            endLink(
                Self.words(reason), DisconnectReason(rawValue: reason) ?? .connectionTimeout)
        case .hardwareError:
            fail("the controller reports a failure of its own, \(Self.words(reader.byte()))")
        case .leMeta:
            let subevent = reader.byte()
            guard !reader.isShort else { break }
            receive(le: subevent, parameters.extracting(1..<parameters.count))
        default: break
        }
        if reader.isShort { fail("it sent a \(event) event of \(parameters.count) bytes") }
    }

    private func answered(_ opcode: UInt16, _ answer: Answer, _ count: UInt8) {
        credits = Int(count)
        if let pending, pending.command.parameters.opcode.rawValue == opcode {
            self.pending = nil
            pending.command.done(answer)
        }
        sendNext()
    }

    private func receive(le code: UInt8, _ parameters: Span<UInt8>) {
        guard let event = LESubevent(rawValue: code) else { return }
        var reader = OctetReader(parameters)
        switch event {
        case .advertisingReport: return onAdvertising(parameters)
        case .connectionComplete:
            let (status, handle) = (reader.byte(), reader.word() & 0xFFF)
            _ = reader.byte()
            let kind: Address.Kind = reader.byte() & 1 == 0 ? .publicDevice : .random
            let peer = reader.address(kind)
            reader.skip(7)
            guard !reader.isShort else { break }
            connected(status, handle, peer)
        case .longTermKeyRequest:
            let refusal = HCIParameters(
                .leLongTermKeyRequestNegativeReply, [.handle: reader.number(2)])
            if !reader.isShort { send(refusal) }
        case .remoteConnectionParameterRequest:
            // No preference for the lengths of connection events.
            let reply = HCIParameters(
                .leRemoteConnectionParameterRequestReply,
                [
                    .handle: reader.number(2), .shortest: reader.number(2),
                    .longest: reader.number(2), .latency: reader.number(2),
                    .timeout: reader.number(2),
                ])
            if !reader.isShort { send(reply) }
        default: break
        }
        if reader.isShort { fail("it sent a \(event) event of \(parameters.count + 1) bytes") }
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
