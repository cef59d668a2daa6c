import CoreBluetooth
import Foundation
import MetaWearTransport
import Testing

/// Notifications of a transport that has nothing but the stream of the public API.
@Suite struct InboxTests {
    /// Everything until the end, one after the other.
    private static func rest(of inbox: PacketInbox) async throws -> [Data] {
        var taken: [Data] = []
        while true {
            switch try await inbox.next() {
            case .one(let packet): taken.append(packet)
            case .all(let packets):
                if packets.isEmpty { return taken }
                taken += packets
            }
        }
    }

    @Test func `packets come in order, and the end without an error`() async throws {
        let transport = StreamTransport()
        let inbox = await transport.inbox(of: CBUUID(string: "180F"))
        let packets = (0..<50).map { Data([$0]) }
        for packet in packets { await transport.consumer?.yield(packet) }
        await transport.consumer?.finish()
        #expect(try await Self.rest(of: inbox) == packets)
    }

    @Test func `the error of a stream comes behind its packets`() async throws {
        let transport = StreamTransport()
        let inbox = await transport.inbox(of: CBUUID(string: "180F"))
        await transport.consumer?.yield(Data([1]))
        await transport.consumer?.finish(throwing: CancellationError())
        guard case .one(Data([1])) = try await inbox.next() else {
            // Both had come before anybody waited.
            await #expect(throws: CancellationError.self) { try await inbox.next() }
            return
        }
        await #expect(throws: CancellationError.self) { try await inbox.next() }
    }

    @Test func `an inbox that is cancelled lets go of the stream`() async throws {
        let transport = StreamTransport()
        let inbox = await transport.inbox(of: CBUUID(string: "180F"))
        let end = transport.end
        inbox.cancel()
        for await _ in end {}
        #expect(try await Self.rest(of: inbox).isEmpty)
    }
}

/// Only what the public protocol demands.
private actor StreamTransport: BLETransport {
    private(set) var consumer: AsyncThrowingStream<Data, any Error>.Continuation?
    /// Ends when nobody reads the notifications any more.
    let end: AsyncStream<Void>
    private let atEnd: AsyncStream<Void>.Continuation

    init() { (end, atEnd) = AsyncStream.makeStream() }

    func scan(for services: [CBUUID]?) -> AsyncStream<ScanResult> { AsyncStream { $0.finish() } }
    func connect(to identifier: UUID) {}
    func disconnect() {}
    func write(_ data: Data, to characteristic: CBUUID, type: CBCharacteristicWriteType) {}
    func read(from characteristic: CBUUID) -> Data { Data() }
    func readRSSI() -> Int { 0 }

    func notifications(from characteristic: CBUUID) -> AsyncThrowingStream<Data, any Error> {
        let (stream, consumer) = AsyncThrowingStream<Data, any Error>.makeStream()
        self.consumer = consumer
        consumer.onTermination = { [atEnd] _ in atEnd.finish() }
        return stream
    }
}
