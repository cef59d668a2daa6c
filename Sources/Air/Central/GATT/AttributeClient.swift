internal import Bluetooth
package import Simulation

/// The bearer of an attribute client's PDUs.
package protocol AttributeBearer: AnyObject {
    var now: Instant { get }
    func send(_ pdu: Span<UInt8>)
    /// Calls `done` when everything queued so far has been sent, or with false when the link has
    /// ended before.
    func whenSent(_ done: @escaping (Bool) -> Void)
    /// Calls the client's `checkDeadline` at this time.
    func wake(at time: Instant)
    /// Ends the link because a transaction timed out.
    func abandon()
}

/// The Attribute Protocol's client: one request at a time, the rest in a queue (Core Vol 3, Part F,
/// 3.3.2); independent of any link.
package final class AttributeClient {
    /// The borrowed bytes of the response, or an empty span and the error.
    package typealias Answer = (Span<UInt8>, CentralError?) -> Void

    /// Core Vol 3, Part F, 3.3.3: without a response in this time the bearer is closed.
    package static let transactionTimeout = Nanoseconds.seconds(30)

    private struct Transaction {
        var pdu: [UInt8]
        var answer: Answer
    }

    /// Set while the link is open.
    @exclusivity(unchecked) package var bearer: (any AttributeBearer)?
    /// The ATT MTU in force.
    package private(set) var mtu = 23
    /// Responses and other PDUs that match no request.
    private(set) var unexpected = 0
    private var mtuExchanged = false
    private var ended: CentralError?
    private var current: Transaction?
    private var deadline = Instant.zero
    private var waiting: [Transaction] = []
    private var nextWaiting = 0
    /// Handles whose notifications have a handler, and the handlers at the same positions: a search
    /// through the handles alone counts no references.
    @exclusivity(unchecked) private var heard: [UInt16] = []
    @exclusivity(unchecked) private var handlers: [(Instant, Span<UInt8>) -> Void] = []

    /// A client without a bearer.
    package init() {}

    /// Sends a request, or queues it behind the others.
    func request(_ pdu: [UInt8], _ answer: @escaping Answer) {
        if let ended {
            let nothing: [UInt8] = []
            return answer(nothing.span, ended)
        }
        let transaction = Transaction(pdu: pdu, answer: answer)
        if current == nil { start(transaction) } else { waiting.append(transaction) }
    }

    private func start(_ transaction: Transaction) {
        guard let bearer else {
            let nothing: [UInt8] = []
            return transaction.answer(nothing.span, .disconnected(.localHostTerminated))
        }
        current = transaction
        deadline = bearer.now + Self.transactionTimeout
        bearer.wake(at: deadline)
        let pdu = transaction.pdu
        bearer.send(pdu.span)
    }

    private func startNext() {
        guard current == nil, nextWaiting < waiting.count else { return }
        let next = waiting[nextWaiting]
        nextWaiting += 1
        if nextWaiting == waiting.count {
            waiting.removeAll(keepingCapacity: true)
            nextWaiting = 0
        } else if nextWaiting == 64 {
            waiting.removeFirst(nextWaiting)
            nextWaiting = 0
        }
        start(next)
    }

    /// Ends the link if the outstanding request has waited too long.
    package func checkDeadline() {
        guard current != nil, let bearer else { return }
        if bearer.now >= deadline { bearer.abandon() } else { bearer.wake(at: deadline) }
    }

    // MARK: Receiving

    /// Takes one PDU of the server.
    package func receive(_ pdu: Span<UInt8>, at time: Instant) {
        guard pdu.count > 0 else { return }
        switch pdu[0] {
        case AttributeOpcode.notification.rawValue where pdu.count >= 3:
            deliver(pdu.extracting(3..<pdu.count), of: pdu.word(at: 1), time)
        case AttributeOpcode.indication.rawValue where pdu.count >= 3:
            deliver(pdu.extracting(3..<pdu.count), of: pdu.word(at: 1), time)
            let confirmation = [AttributeOpcode.confirmation.rawValue]
            bearer?.send(confirmation.span)
        case AttributeOpcode.multipleNotification.rawValue:
            var offset = 1
            while offset + 4 <= pdu.count {
                let end = offset + 4 + Int(pdu.word(at: offset + 2))
                guard end <= pdu.count else { break }
                deliver(pdu.extracting(offset + 4..<end), of: pdu.word(at: offset), time)
                offset = end
            }
        case AttributeOpcode.errorResponse.rawValue:
            guard let current, pdu.count == 5, pdu[1] == current.pdu[0] else {
                unexpected += 1
                return
            }
            let error = ATTError(rawValue: pdu[4]).map {
                CentralError.attribute($0, handle: pdu.word(at: 2))
            }
            finish(current, pdu, error ?? .protocolViolation("error code \(pdu[4])"))
        case let opcode:
            guard let current, opcode == current.pdu[0] + 1 else {
                unexpected += 1
                return
            }
            do {
                _ = try AttributePDU(pdu)
                finish(current, pdu, nil)
            } catch {
                finish(current, pdu, .protocolViolation("\(error)"))
            }
        }
    }

    private func finish(_ transaction: Transaction, _ pdu: Span<UInt8>, _ error: CentralError?) {
        current = nil
        transaction.answer(pdu, error)
        startNext()
    }

    private func deliver(_ value: Span<UInt8>, of handle: UInt16, _ time: Instant) {
        guard let index = heard.firstIndex(of: handle) else {
            unexpected += 1
            return
        }
        handlers[index](time, value)
    }

    /// Sets, replaces or (with nil) removes the handler of a value's notifications.
    package func listen(to handle: UInt16, _ onValue: ((Instant, Span<UInt8>) -> Void)?) {
        if let index = heard.firstIndex(of: handle) {
            heard.remove(at: index)
            handlers.remove(at: index)
        }
        guard let onValue else { return }
        heard.append(handle)
        handlers.append(onValue)
    }

    private func forgetHandlers() {
        heard = []
        handlers = []
    }

    /// Fails the outstanding and the queued requests.
    package func close(_ error: CentralError) {
        ended = error
        bearer = nil
        let failed = (current.map { [$0] } ?? []) + waiting.dropFirst(nextWaiting)
        current = nil
        waiting = []
        nextWaiting = 0
        forgetHandlers()
        let nothing: [UInt8] = []
        for transaction in failed { transaction.answer(nothing.span, error) }
    }

    /// Drops the outstanding requests without calling them: the world ends.
    func forget() {
        bearer = nil
        current = nil
        waiting = []
        nextWaiting = 0
        forgetHandlers()
    }

    // MARK: MTU and commands

    package func exchangeMTU(_ wish: Int, _ done: @escaping Completion<Int>) {
        guard (23...517).contains(wish) else {
            return done(.failure(.invalid("an ATT MTU is 23 to 517, not \(wish)")))
        }
        // Only once in a connection (3.4.2.1).
        if mtuExchanged { return done(.success(mtu)) }
        mtuExchanged = true
        request(AttributePDU(.exchangeMTURequest, UInt16(wish)).bytes()) { pdu, error in
            if let error { return done(.failure(error)) }
            self.mtu = max(23, min(wish, Int(pdu.word(at: 1))))
            done(.success(self.mtu))
        }
    }

    package func command(_ bytes: [UInt8], to handle: UInt16, _ done: @escaping Completion<Void>) {
        if let ended { return done(.failure(ended)) }
        guard bytes.count <= mtu - 3, let bearer else { return done(.failure(tooLong(bytes))) }
        let pdu = AttributePDU(.writeCommand, handle).bytes(bytes)
        bearer.send(pdu.span)
        bearer.whenSent { sent in
            done(sent ? .success(()) : .failure(self.ended ?? .disconnected(.localHostTerminated)))
        }
    }

    func tooLong(_ bytes: [UInt8]) -> CentralError {
        .invalid(
            "\(bytes.count) bytes do not fit one write of MTU - 3 = \(mtu - 3): exchange a larger "
                + "MTU or write long")
    }
}
