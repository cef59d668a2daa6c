import CoreBluetooth
import Foundation
import MetaWear
import MetaWearTransport

@testable import MetaWearFirmware

/// A transport whose link to a bootloader has a fault.
actor FaultyTransport: BLETransport {
    enum Fault: Sendable, Equatable {
        case none
        /// The link is lost at the operation of this number, from 1.
        case loss(at: Int)
        /// It is lost at this operation of every connection.
        case lossAlways(at: Int)
        /// The notification of this number, from 1, does not arrive.
        case silence(at: Int)
        /// None arrives any more, in no connection.
        case silenceAlways
        /// The packet of this number, from 1, does not arrive.
        case lostPacket(Int)
        /// The bootloader answers a request so.
        case answer(to: UInt8, status: UInt8)
        /// Connections to the bootloader do not come about.
        case unreachable
        /// The bootloader has another address.
        case moved(UUID)
        /// The service of another firmware is found, so many times.
        case noService(Int)
        /// This characteristic is empty, or cannot be read.
        case empty(CBUUID)
        case unreadable(CBUUID)
        /// A read is never answered.
        case mute
    }

    private let inner: any BLETransport
    private let board: UUID
    private var fault = Fault.none
    /// Operations, notifications and packets since the fault was set.
    private(set) var operations = 0
    private var notices = 0
    private var packets = 0
    private var hook: (place: Int, body: @Sendable () -> Void)?
    private(set) var connections = 0
    private(set) var connectedTo: [UUID] = []
    private var stream: AsyncThrowingStream<Data, any Error>.Continuation?
    private var subscribing: Task<AsyncThrowingStream<Data, any Error>, Never>?

    init(_ inner: any BLETransport, to board: UUID) {
        self.inner = inner
        self.board = board
    }

    func set(_ fault: Fault) {
        self.fault = fault
        (operations, notices, packets, connections) = (0, 0, 0, 0)
    }

    /// Does something when the operation of a number comes.
    func hook(at place: Int, _ body: @escaping @Sendable () -> Void) { hook = (place, body) }

    /// What never ends by itself.
    private var hanging: CheckedContinuation<Void, any Error>?

    /// Until the host disconnects.
    private func hang() async throws {
        try await withCheckedThrowingContinuation { hanging = $0 }
    }

    private static let lost = MWError.operationFailed("the link was lost")

    /// Counts an operation with the bootloader; the link may be lost at it.
    private func count() async throws {
        operations += 1
        if let hook, hook.place == operations {
            self.hook = nil
            hook.body()
        }
        switch fault {
        case .loss(operations): break
        case .lossAlways(let place) where operations == place: break
        default: return
        }
        stream?.finish(throwing: Self.lost)
        stream = nil
        try? await inner.disconnect()
        throw Self.lost
    }

    func scan(for services: [CBUUID]?) -> AsyncStream<ScanResult> {
        let (inner, board) = (inner, board)
        let place: UUID? = if case .moved(let place) = fault { place } else { nil }
        return AsyncStream { consumer in
            let task = Task {
                for await result in await inner.scan(for: services) {
                    if let place, result.identifier == board {
                        consumer.yield(ScanResult(identifier: place, name: "Dfu", rssi: -50))
                    } else {
                        consumer.yield(result)
                    }
                }
            }
            consumer.onTermination = { _ in task.cancel() }
        }
    }

    func connect(to identifier: UUID) async throws {
        connections += 1
        connectedTo.append(identifier)
        if case .lossAlways = fault { operations = 0 }
        if fault == .unreachable { try await hang() }
        if case .moved(let place) = fault {
            guard identifier != board else { throw Self.lost }
            return try await inner.connect(to: identifier == place ? board : identifier)
        }
        try await inner.connect(to: identifier)
        try await count()
    }

    func disconnect() async throws {
        stream?.finish()
        stream = nil
        hanging.take()?.resume(throwing: Self.lost)
        try await inner.disconnect()
    }

    func write(
        _ data: Data, to characteristic: CBUUID, type: CBCharacteristicWriteType
    ) async throws {
        _ = await subscribing?.value
        guard characteristic == UpdateUUID.control || characteristic == UpdateUUID.packet else {
            return try await inner.write(data, to: characteristic, type: type)
        }
        try await count()
        if characteristic == UpdateUUID.packet {
            packets += 1
            if fault == .lostPacket(packets) { return }
        }
        try await inner.write(data, to: characteristic, type: type)
    }

    func read(from characteristic: CBUUID) async throws -> Data {
        if characteristic == UpdateUUID.version {
            try await count()
            if case .noService(let times) = fault, connections <= times { return Data([1, 0]) }
        }
        switch fault {
        case .empty(characteristic): return Data()
        case .unreadable(characteristic): throw Self.lost
        case .mute: try await hang()
        default: break
        }
        return try await inner.read(from: characteristic)
    }

    func notifications(from characteristic: CBUUID) -> AsyncThrowingStream<Data, any Error> {
        let isControl = characteristic == UpdateUUID.control
        let (stream, consumer) = AsyncThrowingStream<Data, any Error>.makeStream()
        if isControl { self.stream = consumer }
        // Writes wait for it: what is written after a subscription is sent after it.
        let subscription = Task { [inner] in await inner.notifications(from: characteristic) }
        subscribing = subscription
        let task = Task {
            do {
                for try await value in await subscription.value {
                    if let value = isControl ? pass(value) : value { consumer.yield(value) }
                }
                consumer.finish()
            } catch {
                consumer.finish(throwing: error)
            }
        }
        consumer.onTermination = { _ in task.cancel() }
        return stream
    }

    private func pass(_ notice: Data) -> Data? {
        notices += 1
        switch fault {
        case .silence(notices), .silenceAlways: return nil
        case .answer(let request, let status) where [0x10, request] == [UInt8](notice.prefix(2)):
            return Data([0x10, request, status])
        default: return notice
        }
    }

    func readRSSI() async throws -> Int { try await inner.readRSSI() }
}
