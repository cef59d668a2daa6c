package import CoreBluetooth
package import Foundation
internal import MetaWearProtocol

/// A transport over a ``LinkSession``, as an actor on the radio's thread.
package protocol SessionTransport: InboxTransport {
    nonisolated var session: LinkSession { get }
    nonisolated var radio: any HubRadio { get }
}

extension SessionTransport {
    package func scan(for services: [CBUUID]?) -> AsyncStream<ScanResult> {
        radio.scan(for: services)
    }

    /// Whether the link is up and discovery found the characteristic.
    package func has(_ characteristic: CBUUID) -> Bool { session.has(characteristic) }

    package func connect(to identifier: UUID) async throws {
        try Task.checkCancellation()
        try await call { session, number, done in
            session.connect(to: identifier, call: number) { done(.success(())) }
        }
    }

    /// It returns when the link is down, even if its task is cancelled.
    package func disconnect() async throws {
        await withCheckedContinuation { waiting in
            session.close(failing: MWError.operationFailed("the transport was disconnected")) {
                waiting.resume()
            }
        }
    }

    /// Returns when the link is down, whatever ends it; at once if there is none.
    package func waitForEnd() async {
        await withCheckedContinuation { waiting in session.watchEnd { waiting.resume() } }
    }

    package func write(
        _ data: Data, to characteristic: CBUUID, type: CBCharacteristicWriteType
    ) async throws {
        switch type {
        case .withoutResponse: try session.write(data, to: characteristic)
        case .withResponse:
            try await call { session, _, done in
                try session.write(data, to: characteristic) { error in
                    done(error.map(Result.failure) ?? .success(()))
                }
            }
        }
    }

    package func read(from characteristic: CBUUID) async throws -> Data {
        try await call { session, _, done in try session.read(characteristic, done) }
    }

    package func notifications(
        from characteristic: CBUUID
    ) -> AsyncThrowingStream<Data, any Error> {
        let (stream, consumer) = AsyncThrowingStream<Data, any Error>.makeStream()
        let number = session.notify(
            from: characteristic, { consumer.yield($0) }, finish: { consumer.finish(throwing: $0) })
        if let number {
            consumer.onTermination = { [weak self] end in
                if case .cancelled = end { Task { await self?.drop(number) } }
            }
        }
        return stream
    }

    package func deliverNotifications(from characteristic: CBUUID, to inbox: PacketInbox) {
        let number = session.notify(
            from: characteristic, { inbox.put($0) }, finish: { inbox.finish($0) })
        if let number {
            inbox.onCancel { [weak self] in Task { await self?.drop(number) } }
        }
    }

    package func readRSSI() async throws -> Int {
        try await call { session, _, done in try session.readRSSI(done) }
    }

    private func drop(_ number: Int) { session.drop(number) }

    private func cancel(_ number: Int) { session.cancel(number) }

    /// Starts an operation and waits until it is complete, the link is lost or the task is cancelled.
    private func call<Value: Sendable>(
        _ start: (LinkSession, Int, @escaping (Result<Value, MWError>) -> Void) throws -> Void
    ) async throws -> Value {
        let number = session.newNumber()
        return try await withTaskCancellationHandler {
            // The closure stays on this actor only because it captures `self`.
            try await withCheckedThrowingContinuation { waiting in
                let session = self.session
                session.keep(number) { waiting.resume(throwing: $0) }
                do {
                    try start(session, number) { [weak session] result in
                        guard session?.complete(number) == true else { return }
                        waiting.resume(with: result)
                    }
                } catch {
                    if session.complete(number) { waiting.resume(throwing: error) }
                }
            }
        } onCancel: {
            Task { await cancel(number) }
        }
    }
}
