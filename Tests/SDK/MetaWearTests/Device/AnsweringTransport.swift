import CoreBluetooth
import Foundation
import MetaWear

/// A transport that answers as a table says; each thing can be made to fail.
actor AnsweringTransport: BLETransport {
    /// What a board says to a packet.
    typealias Answers = @Sendable (Data) -> [Data]

    private let answers: Answers
    private(set) var written: [Data] = []
    private(set) var isConnected = false
    private(set) var disconnects = 0
    private var notify: AsyncThrowingStream<Data, any Error>.Continuation?
    private var information: [CBUUID: String] = AnsweringTransport.metaMotionS
    /// Writes fail from this number on.
    private var writesLeft = Int.max
    /// Of the writes from now on, the one that fails; counted from 0.
    private var failingWrite: Int?
    private var writeTime: (@Sendable (Data) -> Duration)?
    private var disconnectTime: Duration?
    private var notificationsLeft: Int?
    private var lastWrite: Data?
    private var isConnectStuck = false
    private var connecting: CheckedContinuation<Void, any Error>?

    static let metaMotionS: [CBUUID: String] = [
        MWUUIDs.manufacturerName: "MbientLab Inc", MWUUIDs.modelNumber: "8",
        MWUUIDs.serialNumber: "123456", MWUUIDs.firmwareRevision: "1.7.3",
        MWUUIDs.hardwareRevision: "0.1",
    ]

    /// Answers as a MetaMotion S does when a host asks what it has, then as `answers` says.
    init(_ answers: @escaping Answers = { _ in [] }) { self.answers = answers }

    func setInformation(_ characteristic: CBUUID, _ text: String) {
        information[characteristic] = text
    }
    func failWrites(after count: Int) { writesLeft = count }
    func failWrite(at index: Int) { failingWrite = index }
    func slowDown(_ time: @escaping @Sendable (Data) -> Duration) { writeTime = time }
    func stickWhenConnecting() { isConnectStuck = true }
    func forget() { written = [] }
    func notify(_ bytes: [UInt8]) { send(Data(bytes)) }
    func loseLink(afterNotifications count: Int) { notificationsLeft = count }
    func loseLink(afterWriting packet: Data) { lastWrite = packet }

    private func send(_ packet: Data) {
        notificationsLeft = notificationsLeft.map { $0 - 1 }
        if notificationsLeft == -1 {
            notificationsLeft = nil
            loseLink()
        }
        notify?.yield(packet)
    }

    func loseLink(_ error: any Error = MWError.operationFailed("out of range")) {
        isConnected = false
        notify?.finish(throwing: error)
        notify = nil
    }

    static func discovery(_ packet: Data) -> [Data] {
        guard packet.count == 2 else { return [] }
        if packet[1] == 0x80 {
            let implementation: [UInt8: UInt8] = [0x03: 4, 0x13: 1]
            return [Data([packet[0], 0x80, implementation[packet[0]] ?? 0, 3])]
        }
        if packet == Data([0x0B, 0x84]) { return [Data([0x0B, 0x84, 0xE8, 0x03, 0, 0, 2])] }
        return []
    }

    nonisolated func scan(for services: [CBUUID]?) -> AsyncStream<ScanResult> {
        AsyncStream { $0.finish() }
    }

    func connect(to identifier: UUID) async throws {
        if isConnectStuck { try await withCheckedThrowingContinuation { connecting = $0 } }
        isConnected = true
    }

    func takeTimeToDisconnect(_ time: Duration) { disconnectTime = time }

    func disconnect() async throws {
        if let disconnectTime { try? await Task.sleep(for: disconnectTime) }
        disconnects += 1
        isConnected = false
        connecting?.resume(throwing: MWError.operationFailed("cancelled"))
        connecting = nil
        notify?.finish()
        notify = nil
    }

    func write(
        _ data: Data, to characteristic: CBUUID, type: CBCharacteristicWriteType
    ) async throws {
        guard isConnected else { throw MWError.operationFailed("no link") }
        if let writeTime { try await Task.sleep(for: writeTime(data)) }
        guard writesLeft > 0 else { throw MWError.operationFailed("the write failed") }
        if let index = failingWrite {
            failingWrite = index == 0 ? nil : index - 1
            if index == 0 { throw MWError.operationFailed("the write failed") }
        }
        writesLeft -= 1
        written.append(data)
        if data == lastWrite {
            lastWrite = nil
            loseLink()
        }
        for answer in Self.discovery(data) + answers(data) { send(answer) }
    }

    func read(from characteristic: CBUUID) async throws -> Data {
        guard let text = information[characteristic] else {
            throw MWError.operationFailed("no such characteristic")
        }
        return Data(text.utf8)
    }

    func notifications(
        from characteristic: CBUUID
    ) -> AsyncThrowingStream<Data, any Error> {
        let (stream, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
        notify = continuation
        return stream
    }

    func readRSSI() -> Int { -60 }
}
