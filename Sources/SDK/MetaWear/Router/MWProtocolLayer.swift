import CoreBluetooth
import Foundation
import MetaWearProtocol
import MetaWearTransport
import Synchronization

/// Sends packets to a board and hands what it sends to the waiting caller.
///
/// An answer to a read has bit 7 of its register byte set and goes to the oldest reader of that register; any other
/// packet goes to the oldest call that waits for one and to the register's route. Other packets are dropped.
actor MWProtocolLayer {
    /// How long a call waits for its answer.
    static let answerTime: Duration = .seconds(5)
    /// How long a call waits that looks for slots in use: a free one may not answer at all.
    static let slotTime: Duration = .seconds(1)

    private let transport: any BLETransport
    private var outbox = Outbox()
    private var isWriting = false
    /// The calls that wait for packets.
    private var pending = PendingAnswers<
        CheckedContinuation<Data, any Error>, ContinuousClock.Instant
    >()
    private var lastID = 0
    private var routes: [PacketKey: PacketRoute] = [:]
    /// Ends the reception.
    private let onClose = Mutex<(@Sendable () -> Void)?>(nil)
    private var session = 0
    /// Whether it has listened and no longer does; until then, routes may be made before it listens.
    private var isStopped = false
    private var alarm: (task: Task<Void, Never>, time: ContinuousClock.Instant)?
    /// Called when the link is lost, before anything fails that waits for it.
    private var onLoss: (@Sendable (any Error) async -> Void)?

    /// A layer that does not listen yet.
    init(transport: any BLETransport) { self.transport = transport }

    /// Listens from now on.
    ///
    /// - Parameter onLoss: called once if the link is lost, before anything fails that waits for it.
    func start(onLoss: (@Sendable (any Error) async -> Void)? = nil) async {
        stop()
        isStopped = false
        self.onLoss = onLoss
        let session = session
        let inbox = await transport.inbox(of: MWUUIDs.notify)
        guard session == self.session else { return inbox.cancel() }
        onClose.withLock { $0 = { inbox.cancel() } }
        // The task keeps this layer until the inbox ends.
        Task { await self.receive(inbox, session) }
    }

    private func receive(_ inbox: PacketInbox, _ session: Int) async {
        do {
            reception: while true {
                let batch = try await inbox.next()
                guard session == self.session else { return }
                switch batch {
                case .one(let packet): take(packet)
                case .all(let packets):
                    if packets.isEmpty { break reception }
                    for packet in packets { take(packet) }
                }
            }
            await end(session)
        } catch {
            await end(session, with: error)
        }
    }

    /// Listens no more; whatever waits fails.
    func stop() {
        session += 1
        isStopped = true
        close()
        onLoss = nil
        fail(with: MWError.operationFailed("the device was disconnected"))
    }

    /// Takes no more packets; the owner calls it before it releases the layer.
    nonisolated func close() { onClose.withLock { $0.take() }?() }

    private func end(
        _ session: Int,
        with error: any Error = MWError.operationFailed("the link to the board is lost")
    ) async {
        guard session == self.session else { return }
        await onLoss?(error)
        guard session == self.session else { return }
        isStopped = true
        close()
        onLoss = nil
        fail(with: error)
    }

    private func fail(with error: any Error) {
        let waiting = pending.removeAll()
        let open = routes
        routes = [:]
        stopAlarm()
        for call in waiting { call.resume(throwing: error) }
        for route in open.values { route.finish(error) }
    }

    private func take(_ packet: Data) {
        guard let key = PacketKey(packet) else { return }
        let isAnswer = packet[packet.startIndex + 1] & 0x80 != 0
        if !pending.isEmpty, let call = pending.take(packet.span) {
            call.resume(returning: packet)
        }
        if !isAnswer { routes[key]?.deliver(packet) }
    }
}

// What is sent.
extension MWProtocolLayer {
    /// Writes a command without response; returns when the transport has it. Packets leave in the order of the calls;
    /// one that is cancelled before it leaves is not sent.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too long; the transport's error, or `CancellationError`.
    func write(_ packet: Data) async throws { try await write(packet, .withoutResponse) }

    /// Writes a packet of a macro, which the board answers.
    func writeMacro(_ packet: Data) async throws { try await write(packet, .withResponse) }

    private func write(_ packet: Data, _ type: CBCharacteristicWriteType) async throws {
        try Packet.check(packet)
        let id = makeID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Void, any Error>) in
                guard !Task.isCancelled else {
                    continuation.resume(throwing: CancellationError())
                    return
                }
                enqueue(.init(id: id, packet: packet, type: type, sender: .write(continuation)))
            }
        } onCancel: {
            Task { await self.cancel(id) }
        }
    }

    private func makeID() -> Int {
        lastID += 1
        return lastID
    }

    private func enqueue(_ item: Outbox.Item) {
        outbox.append(item)
        guard !isWriting else { return }
        isWriting = true
        Task { await self.writeAll() }
    }

    private func writeAll() async {
        while let item = outbox.next() {
            do {
                try await transport.write(item.packet, to: MWUUIDs.command, type: item.type)
                if case .write(let continuation) = item.sender { continuation.resume() }
            } catch {
                switch item.sender {
                case .write(let continuation): continuation.resume(throwing: error)
                case .question: fail(item.id, with: error)
                }
            }
        }
        isWriting = false
    }

    private func cancel(_ id: Int) {
        if let item = outbox.remove(id), case .write(let continuation) = item.sender {
            continuation.resume(throwing: CancellationError())
        }
        fail(id, with: CancellationError())
    }
}

// What is waited for.
extension MWProtocolLayer {
    /// Writes a packet and returns the answer; the wait begins before the packet leaves.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too long; `MWError.timeout`, the transport's error, or
    ///   `CancellationError`.
    func ask(
        _ packet: Data, expecting answer: AnswerPattern, within time: Duration = answerTime
    ) async throws -> Data {
        try Packet.check(packet)
        let id = makeID()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard !Task.isCancelled else {
                    continuation.resume(throwing: CancellationError())
                    return
                }
                pending.add(continuation, as: id, for: answer, until: .now + time)
                setAlarm()
                enqueue(.init(id: id, packet: packet, type: .withoutResponse, sender: .question))
            }
        } onCancel: {
            Task { await self.cancel(id) }
        }
    }

    private func fail(_ id: Int, with error: any Error) {
        guard let call = pending.remove(id) else { return }
        call.resume(throwing: error)
    }

    /// One sleeper for all deadlines. It sleeps on when the call is answered for which it was set, so that the next one needs no
    /// other, and looks again when it wakes.
    private func setAlarm() {
        guard let next = pending.nextDeadline else { return }
        if let alarm, alarm.time <= next { return }
        stopAlarm()
        let sleeper = Task { [weak self] in
            guard (try? await Task.sleep(until: next, clock: .continuous)) != nil else { return }
            await self?.expire(next)
        }
        alarm = (sleeper, next)
    }

    private func stopAlarm() {
        alarm?.task.cancel()
        alarm = nil
    }

    private func expire(_ time: ContinuousClock.Instant) {
        if alarm?.time == time { alarm = nil }
        for call in pending.removeDue(at: time) { call.resume(throwing: MWError.timeout) }
        setAlarm()
    }

    /// Reads a register.
    func read(_ module: MWModule, _ register: UInt8, _ payload: UInt8...) async throws -> Data {
        try await read(module, register, payload)
    }

    /// Reads a register.
    func read(
        _ module: MWModule, _ register: UInt8, _ payload: [UInt8],
        within time: Duration = answerTime
    ) async throws -> Data {
        let request = Packet.read(module, register, payload)
        return try await ask(
            request.data, expecting: AnswerPattern(answering: request), within: time)
    }

    /// Asks every module what it is.
    func discoverModules() async throws -> [MWModule: MWModuleInfo] {
        try await withThrowingTaskGroup(of: MWModuleInfo.self) { group in
            for module in MWModule.allCases {
                group.addTask {
                    let answer = try await self.read(module, 0x00)
                    guard let info = MWModuleInfo(answer: [UInt8](answer)) else {
                        throw MWError.operationFailed("\(module.name) gave no information")
                    }
                    return info
                }
            }
            var found: [MWModule: MWModuleInfo] = [:]
            for try await info in group { found[info.module] = info }
            return found
        }
    }
}

// What is subscribed.
extension MWProtocolLayer {
    /// Hands the packets of a register to a route from now on; its former route ends.
    func setRoute(_ key: PacketKey, _ route: PacketRoute?, finishing: Bool = true) {
        if isStopped, let route {
            route.finish(MWError.operationFailed("the device is not connected"))
            return
        }
        let former = routes[key]
        routes[key] = route
        if finishing { former?.finish(nil) }
    }

    /// The packets of a register. Of unread ones, the newest 256 are kept. The former stream of
    /// the register ends.
    func subscribe(
        to module: MWModule, register: UInt8
    ) -> AsyncThrowingStream<Data, any Error> {
        let (stream, continuation) = AsyncThrowingStream<Data, any Error>.makeStream(
            bufferingPolicy: .bufferingNewest(256))
        setRoute(
            PacketKey(module, register),
            PacketRoute(
                deliver: { continuation.yield($0) }, finish: { continuation.finish(throwing: $0) }))
        return stream
    }

    /// Ends the stream of a register.
    func unsubscribe(from module: MWModule, register: UInt8) {
        setRoute(PacketKey(module, register), nil)
    }
}
