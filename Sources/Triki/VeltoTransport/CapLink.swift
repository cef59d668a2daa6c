import CoreBluetooth
import Foundation
import MetaWearTransport
import VeltoKit

/// One link to a cap: does what the session asks in the order of the calls.
@MainActor
final class CapLink {
    private static let receive = CBUUID(string: CapUUID.receive)
    private static let transmit = CBUUID(string: CapUUID.transmit)

    private let identifier: UUID
    private let transport: any BLETransport
    private let operations: AsyncStream<RadioOperation>
    private let queue: AsyncStream<RadioOperation>.Continuation
    private var report: (RadioEvent) -> Void = { _ in }
    private var listener: Task<Void, Never>?
    private var isUp = false
    /// Whether the next answer says that the subscription is confirmed.
    private var isSubscribing = false

    /// A link that is not open yet; nil for an identifier that no radio of the SDK gave.
    init?(to cap: DiscoveredCap, on radio: any BLERadio) {
        guard let identifier = UUID(uuidString: cap.identifier) else { return nil }
        self.identifier = identifier
        transport = radio.transport(to: identifier)
        (operations, queue) = AsyncStream.makeStream()
    }

    /// Opens the link and reports what becomes of it, ending with its loss.
    func open(_ report: @escaping (RadioEvent) -> Void) {
        self.report = report
        Task { await run() }
    }

    func perform(_ operation: RadioOperation) { queue.yield(operation) }

    /// Closes the link, or gives up an attempt.
    func end() {
        queue.finish()
        guard !isUp else { return }
        Task { [transport] in try? await transport.disconnect() }
    }

    private func run() async {
        do {
            try await transport.connect(to: identifier)
        } catch {
            return report(.failedToConnect)
        }
        isUp = true
        watchEnd()
        report(.connected)
        do {
            for await operation in operations { try await carryOut(operation) }
        } catch {
            // The link is lost, or the cap refuses what every cap must accept.
        }
        listener?.cancel()
        try? await transport.disconnect()
        report(.disconnected)
    }

    /// A link can be lost while nothing is asked of it: before the subscription, or after a cap has turned out to be none.
    private func watchEnd() {
        guard let session = transport as? any SessionTransport else { return }
        Task { [queue] in
            await session.waitForEnd()
            queue.finish()
        }
    }

    private func carryOut(_ operation: RadioOperation) async throws {
        switch operation {
        case .discoverServices:
            let (receives, transmits) = await found()
            report(.services(hasUART: receives || transmits))
        case .discoverCharacteristics:
            let (receives, transmits) = await found()
            report(.characteristics(hasUART: receives && transmits))
        case .subscribe: await subscribe()
        case .write(let bytes, let withResponse):
            try await transport.write(
                Data(bytes), to: Self.receive, type: withResponse ? .withResponse : .withoutResponse
            )
            // Requests are answered in their order.
            if withResponse, isSubscribing {
                isSubscribing = false
                report(.subscribed)
            }
        case .scan, .stopScan, .connect, .cancelConnection: break
        }
    }

    private func found() async -> (receives: Bool, transmits: Bool) {
        guard let session = transport as? any SessionTransport else { return (true, true) }
        return (await session.has(Self.receive), await session.has(Self.transmit))
    }

    private func subscribe() async {
        let values = await transport.notifications(from: Self.transmit)
        isSubscribing = true
        listener = Task { [weak self] in
            do {
                for try await value in values { self?.report(.notified([UInt8](value))) }
            } catch {
                // The end of the link is reported when the queue ends.
            }
            self?.queue.finish()
        }
    }
}
