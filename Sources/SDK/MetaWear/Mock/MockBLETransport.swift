public import CoreBluetooth
public import Foundation
import MetaWearProtocol
public import MetaWearTransport

/// A transport without a board, for tests of single packets: it records what is written, and a test injects what a
/// board would send. For a board that behaves as one, see the product `MetaWearSimulator`.
public actor MockBLETransport: BLETransport {
    /// Thrown by ``connect(to:)`` after the delay.
    public var connectError: (any Error)?
    /// Thrown by ``disconnect()``, which then ends no stream.
    public var disconnectError: (any Error)?
    /// What ``read(from:)`` returns.
    public var readResponses: [CBUUID: Data] = [:]
    /// Every write, in order.
    public var writtenData: [(Data, CBUUID, CBCharacteristicWriteType)] = []
    /// How long ``connect(to:)`` takes.
    public var connectDelay: Duration = .zero
    /// What ``readRSSI()`` returns, in dBm.
    public var mockRSSI: Int = -55

    private var streams: [CBUUID: AsyncThrowingStream<Data, any Error>.Continuation] = [:]

    /// A transport that has written nothing.
    public init() {}

    /// What was written, without the characteristics.
    public var writtenCommands: [Data] { writtenData.map(\.0) }

    /// Sets ``connectError``.
    public func setConnectError(_ error: (any Error)?) { connectError = error }
    /// Sets ``disconnectError``.
    public func setDisconnectError(_ error: (any Error)?) { disconnectError = error }
    /// Sets ``connectDelay``.
    public func setConnectDelay(_ delay: Duration) { connectDelay = delay }

    /// Sends a notification, as a board would; dropped if the characteristic has no listener.
    public func inject(notification: Data, to characteristic: CBUUID) {
        streams[characteristic]?.yield(notification)
    }

    /// Ends all streams as a lost link does.
    ///
    /// - Parameter error: what they end with; `MWError.operationFailed` if nil.
    public func simulateDisconnect(error: (any Error)? = nil) {
        endStreams(with: error ?? MWError.operationFailed("the mock lost its link"))
    }

    private func endStreams(with error: (any Error)?) {
        let ending = streams.values
        streams = [:]
        for stream in ending { stream.finish(throwing: error) }
    }

    /// A stream that stays open and has no element.
    public func scan(for services: [CBUUID]?) -> AsyncStream<ScanResult> { AsyncStream { _ in } }

    /// Waits for ``connectDelay``, then throws ``connectError`` if there is one.
    public func connect(to identifier: UUID) async throws {
        if connectDelay > .zero { try await Task.sleep(for: connectDelay) }
        if let connectError { throw connectError }
    }

    /// Throws ``disconnectError`` if there is one; otherwise ends all streams.
    public func disconnect() async throws {
        if let disconnectError { throw disconnectError }
        endStreams(with: nil)
    }

    /// Records the write.
    public func write(
        _ data: Data, to characteristic: CBUUID, type: CBCharacteristicWriteType
    ) async throws {
        writtenData.append((data, characteristic, type))
    }

    /// The response that was set; `MWError.operationFailed` without one.
    public func read(from characteristic: CBUUID) async throws -> Data {
        guard let response = readResponses[characteristic] else {
            throw MWError.operationFailed("the mock has no response for \(characteristic)")
        }
        return response
    }

    /// A stream of what is injected from now on; one that the characteristic had before stays open and gets no more.
    public func notifications(
        from characteristic: CBUUID
    ) -> AsyncThrowingStream<Data, any Error> {
        let (stream, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
        streams[characteristic] = continuation
        return stream
    }

    /// ``mockRSSI``.
    public func readRSSI() async throws -> Int { mockRSSI }
}
