import Bluetooth
import Central
import EventLoop

/// The lower half of a host: commands one after the other, and who gets what comes from the controller
/// (Core Vol 4, Part E, 4).
///
/// A controller that breaks the rules, or falls silent, ends everything: see ``failure``.
final class HCIHost {
    /// What a command was answered with.
    struct Answer {
        var status: UInt8
        /// What follows the status in Command Complete.
        var returned: [UInt8] = []
    }

    /// The controller, as messages name it.
    let place: String
    let clock: LiveClock
    /// Why nothing works any more.
    private(set) var failure: AccessError?
    /// What the controller takes: bytes of one ACL packet, and how many of them.
    var buffers = (length: 27, count: 1)
    var link: HostLink?
    /// Gets LE Meta events of advertising, behind their subevent code.
    var onAdvertising: (Span<UInt8>) -> Void = { _ in }
    /// Gets LE Connection Complete: nil for the link if there is none.
    var onConnection: (UInt8, HostLink?) -> Void = { _, _ in }
    /// Told that the link ended, and why in words.
    var onLinkEnd: (String) -> Void = { _ in }

    private struct Command {
        var parameters: HCIParameters
        var done: (Answer) -> Void
        var name: String { parameters.opcode.command.name }
    }

    /// Nobody has to think so long, in nanoseconds of the wall.
    static let patience: Int64 = 10_000_000_000
    /// So many commands wait only for a controller that asks and does not listen.
    private static let mostWaiting = 64

    private let socket: ControllerSocket
    private var waiting: [Command] = []
    private var pending: (command: Command, since: Int64)?
    /// How many commands the controller takes now (Core Vol 4, Part E, 4.4).
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
        endLink("the controller is gone")
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

    /// Sends a command once the controller takes it.
    func send(_ command: HCIParameters, _ done: @escaping (Answer) -> Void = { _ in }) {
        guard failure == nil else { return }
        guard waiting.count < Self.mostWaiting else {
            return fail("it asks for more than it takes answers to")
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

    /// Sends a command and waits for its answer, whatever that is.
    func tell(_ command: HCIParameters) throws(AccessError) -> Answer {
        var answer: Answer?
        send(command) { answer = $0 }
        // The watchdog ends it.
        try wait(untilWall: .max) { answer != nil }
        guard let answer else { throw failure ?? .broken("\(place): no answer") }
        return answer
    }

    /// Returns when everything that the controller had for us until now is here: what it answers now,
    /// it has sent behind that.
    func fence() throws(AccessError) { try ask(.readBDADDR) }

    /// A code in words, `command disallowed (0x0C)`.
    static func words(_ status: UInt8) -> String {
        let digits = String(status, radix: 16, uppercase: true)
        let code = "0x" + (digits.count == 1 ? "0" : "") + digits
        return HCIStatus(rawValue: status).map { "\($0.words) (\(code))" } ?? "error \(code)"
    }

    // MARK: Waiting

    /// Turns until something holds; false if that was not before a time of the board.
    @discardableResult
    func wait(until limit: Int64, _ isDone: () -> Bool) throws(AccessError) -> Bool {
        try wait(untilWall: clock.wall(at: limit), isDone)
    }

    /// Turns until something holds; false if that was not before a time of the wall.
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
            // Opcode 0 only tells how many commands it takes.
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
            // No wish for the lengths of connection events.
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
            return fail("it made a second connection, to \(peer), that nobody asked for")
        }
        let link = HostLink(handle, to: peer, through: self)
        self.link = link
        onConnection(status, link)
    }

    /// Hands an ACL packet to the controller.
    func send(packet: [UInt8]) { socket.send(packet) }
}
