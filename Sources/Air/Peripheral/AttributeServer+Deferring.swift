import Bluetooth
import Simulation

/// Requests that a peripheral answers later (``DeferringPeripheral``).
extension AttributeServer {
    /// Begins to answer a request. A second one before the answer to the first violates the
    /// protocol (Core Vol 3, Part F, 3.3.2) and gets no answer.
    func begin(_ call: AttributeCall, _ pdu: Span<UInt8>, _ response: inout [UInt8]) {
        guard !pending.contains(where: { $0.connection == call.connection }) else {
            return onSecondRequest(call.connection)
        }
        tickets += 1
        play(
            PendingRequest(ticket: tickets, connection: call.connection, pdu: pdu.array()), call,
            &response)
    }

    /// Answers as far as the values are known; it is pending if one is missing.
    private func play(
        _ request: PendingRequest, _ call: AttributeCall, _ response: inout [UInt8]
    ) {
        let outer = playing
        defer { playing = outer }
        playing = request
        playing?.used = 0
        playing?.isWaiting = false
        run(call, request.pdu.span, &response)
        // nil if the connection ended meanwhile.
        guard let played = playing, played.isWaiting else { return }
        response.removeAll(keepingCapacity: true)
        pending.append(played)
    }

    /// The peripheral's result for one operation of the request being answered; throws anything if
    /// there is none yet.
    private func ask(
        _ operation: PendingRequest.Operation,
        _ start: (_ answer: @escaping (Result<[UInt8], ATTError>) -> Void) -> Void
    ) throws(ATTError) -> [UInt8] {
        guard let request = playing, !request.isWaiting else { throw .unlikelyError }
        let place = request.used
        playing?.used += 1
        if place < request.answers.count {
            // Different only if the link or the table has changed since.
            guard request.answers[place].operation == operation else { throw .unlikelyError }
        } else {
            playing?.answers.append((operation, nil))
            let ticket = request.ticket
            start { [me = lifetime.handle] result in
                me.owner?.take(result, for: ticket, place)
            }
        }
        guard let played = playing, place < played.answers.count else { throw .unlikelyError }
        guard let result = played.answers[place].result else {
            playing?.isWaiting = true
            throw .unlikelyError
        }
        return try result.get()
    }

    /// A result has arrived: at once, while its request is being answered, or later.
    private func take(_ result: Result<[UInt8], ATTError>, for ticket: UInt64, _ place: Int) {
        if let request = playing, request.ticket == ticket {
            guard place < request.answers.count, request.answers[place].result == nil else {
                return
            }
            playing?.answers[place].result = result
            return
        }
        guard let index = pending.firstIndex(where: { $0.ticket == ticket }),
            place < pending[index].answers.count, pending[index].answers[place].result == nil
        else { return }
        var request = pending.remove(at: index)
        request.answers[place].result = result
        guard let state = self.index(of: request.connection),
            let known = try? AttributePDU(request.pdu.span)
        else { return }
        let call = AttributeCall(
            request: known, connection: request.connection, mtu: connections[state].mtu)
        var response: [UInt8] = []
        play(request, call, &response)
        if !response.isEmpty { onAnswer(request.connection, response) }
    }

    // MARK: Values

    /// The rest of a value from an offset on.
    func remote(
        _ id: ValueID, from offset: Int, by connection: ConnectionID,
        _ deferring: any DeferringPeripheral
    ) throws(ATTError) -> [UInt8] {
        let value = try ask(.init(value: id, offset: offset)) { answer in
            deferring.read(id, from: offset, by: connection, answer)
        }
        return value.count <= 512 ? value : Array(value.prefix(512))
    }

    /// Writes into a value. If it is inlined, its closures crash the optimizer of Swift 6.3.1.
    @inline(never)
    func put(
        _ bytes: [UInt8], at offset: Int = 0, to id: ValueID, _ kind: DeferredWrite,
        by connection: ConnectionID, _ deferring: any DeferringPeripheral
    ) throws(ATTError) {
        guard kind != .command else {
            return deferring.write(bytes, at: offset, to: id, kind, by: connection) { _ in }
        }
        _ = try ask(.init(value: id, offset: offset, write: kind)) { answer in
            deferring.write(bytes, at: offset, to: id, kind, by: connection) { error in
                answer(error.map { .failure($0) } ?? .success([]))
            }
        }
    }

    /// 3.4.6.3 for values that cannot be put together here: consecutive parts are written as one,
    /// others one after the other; the first error ends it.
    func executeRemote(
        _ call: inout AttributeCall, _ deferring: any DeferringPeripheral
    ) throws(ATTError) {
        guard let index = index(of: call.connection) else { throw .unlikelyError }
        let parts = Self.joined(connections[index].prepared.parts)
        do throws(ATTError) {
            // Several values at once are written only if all support reliable writes.
            if call.request.first == 1, parts.count > 1 {
                for part in parts where table[part.handle]?.isReliable != true {
                    call.handle = part.handle
                    throw .requestNotSupported
                }
            }
            for part in parts where call.request.first == 1 {
                call.handle = part.handle
                guard let attribute = table[part.handle] else { throw .unlikelyError }
                if case .value(let id) = attribute.content {
                    try put(
                        part.bytes, at: part.offset, to: id, .execute, by: call.connection,
                        deferring)
                } else {
                    let bytes = part.bytes
                    try write(bytes.span, to: part.handle, .request, by: call.connection)
                }
            }
        } catch {
            if playing?.isWaiting != true { forgetPrepared(call.connection) }
            throw error
        }
        forgetPrepared(call.connection)
    }

    private func forgetPrepared(_ connection: ConnectionID) {
        guard let index = index(of: connection) else { return }
        _ = connections[index].prepared.take()
    }

    private static func joined(_ parts: [PreparedWrites.Part]) -> [PreparedWrites.Part] {
        var joined: [PreparedWrites.Part] = []
        for part in parts {
            if let last = joined.last, last.handle == part.handle,
                last.offset + last.bytes.count == part.offset
            {
                joined[joined.count - 1].bytes += part.bytes
            } else {
                joined.append(part)
            }
        }
        return joined
    }
}
