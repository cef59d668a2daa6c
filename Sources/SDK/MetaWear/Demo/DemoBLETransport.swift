public import CoreBluetooth
public import Foundation
import MetaWearProtocol
public import MetaWearTransport

/// A board that exists in this process alone, for an app's demonstration mode: `MetaWearDevice(identifier:
/// DemoBLETransport.deviceIdentifier, transport: DemoBLETransport())`.
///
/// It has the modules of a MetaMotion S, streams 25 samples a second of all its sensors and the fusion, and logs
/// acceleration and temperature. Several of them need an ``Identity`` each. Processors, events, macros and timers get their numbers and do nothing: a data
/// processor does not even get that. For a board that behaves as one, see the product `MetaWearSimulator`.
public actor DemoBLETransport: BLETransport {
    /// Of the board that there is unless another identity is asked for: `Identity.board(0)`.
    public static let deviceIdentifier = Identity.board(0).identifier

    /// Who the board is.
    public nonisolated let identity: Identity

    private let start = ContinuousClock.now
    private var board: DemoBoard
    private var streams: [CBUUID: AsyncThrowingStream<Data, any Error>.Continuation] = [:]
    private var ticker: Task<Void, Never>?
    private var rssiReadings = 0

    /// A board that was switched on now.
    ///
    /// - Parameter identity: boards beside each other have different ones.
    public init(identity: Identity = .board(0)) {
        self.identity = identity
        board = DemoBoard(identity)
    }

    deinit { ticker?.cancel() }

    private var uptime: Duration { ContinuousClock.now - start }

    /// A stream without elements, which stays open: the board does not advertise.
    public func scan(for services: [CBUUID]?) -> AsyncStream<ScanResult> { AsyncStream { _ in } }

    /// Connects at once, to any identifier.
    public func connect(to identifier: UUID) async throws { tick() }

    /// Ends all streams. The board goes on logging.
    public func disconnect() async throws { end(with: nil) }

    /// Takes a packet, also before ``connect(to:)``; what is not for the board is ignored.
    public func write(
        _ data: Data, to characteristic: CBUUID, type: CBCharacteristicWriteType
    ) async throws {
        guard characteristic == MWUUIDs.command else { return }
        deliver(board.advance(to: uptime))
        let answers = board.receive([UInt8](data))
        deliver(answers)
        if board.takeReset() {
            end(with: MWError.operationFailed("the board was reset"))
        } else {
            tick()
        }
    }

    /// One of the five strings of device information, or the battery's level.
    ///
    /// - Throws: `MWError.operationFailed` for another characteristic.
    public func read(from characteristic: CBUUID) async throws -> Data {
        if characteristic == MWUUIDs.batteryLevel { return Data([DemoBoard.batteryLevel]) }
        guard let text = identity.information[characteristic] else {
            throw MWError.operationFailed("the demo board has no characteristic \(characteristic)")
        }
        return Data(text.utf8)
    }

    /// What the board sends from now on; a stream that the characteristic had before ends.
    public func notifications(
        from characteristic: CBUUID
    ) -> AsyncThrowingStream<Data, any Error> {
        let (stream, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
        streams[characteristic]?.finish()
        streams[characteristic] = continuation
        tick()
        return stream
    }

    /// -52 to -58 dBm.
    public func readRSSI() async throws -> Int {
        rssiReadings += 1
        return -55 + rssiReadings * 5 % 7 - 3
    }

    private func deliver(_ packets: [[UInt8]]) {
        for packet in packets { streams[MWUUIDs.notify]?.yield(Data(packet)) }
    }

    private func end(with error: (any Error)?) {
        ticker?.cancel()
        ticker = nil
        // Notifications without a listener are discarded, not sent later.
        _ = board.advance(to: uptime)
        let ending = streams.values
        streams = [:]
        for stream in ending { stream.finish(throwing: error) }
    }

    /// Sends samples while there are any to send, and somebody hears them.
    private func tick() {
        guard ticker == nil, board.isStreaming, streams[MWUUIDs.notify] != nil else { return }
        ticker = Task { [weak self, start] in
            while let next = await self?.nextSample() {
                guard (try? await Task.sleep(until: start + next, clock: .continuous)) != nil else {
                    return
                }
            }
        }
    }

    /// Sends what is due; when the next samples are, or nil if there are none.
    private func nextSample() -> Duration? {
        deliver(board.advance(to: uptime))
        guard board.isStreaming, streams[MWUUIDs.notify] != nil, !Task.isCancelled else {
            ticker = nil
            return nil
        }
        return board.nextSample
    }
}
