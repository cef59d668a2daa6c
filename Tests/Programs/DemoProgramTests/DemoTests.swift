import CoreBluetooth
import Foundation
import JudgedDesk
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import MetaWearTransport
import Motion
import Testing
import VirtualRadio
import VirtualTime

@testable import DemoProgram

/// The demo with simulated boards.
@Suite struct DemoTests {
    /// Lines as they come.
    private final class Paper: @unchecked Sendable {
        private let lock = NSLock()
        private var written: [String] = []
        var lines: [String] { lock.withLock { written } }
        func write(_ line: String) { lock.withLock { written.append(line) } }
    }

    /// What a demo printed, and how it ended.
    private struct Run: Sendable {
        var status: DemoProgram.Status
        var lines: [String]
        var errors: [String]
        var seconds: Int64
    }

    /// - Parameters:
    ///   - board: what happens to the desk while the demo runs.
    ///   - radio: around that of the desk.
    private static func run(
        _ desk: SimulatedDesk, allowing allowed: Set<String> = [],
        radio: (any BLERadio)? = nil,
        meanwhile: @escaping @Sendable (Paper) async throws -> Void = { _ in }
    ) async throws -> Run {
        try await withJudgedDesk(desk, allowing: allowed) {
            let (paper, errors) = (Paper(), Paper())
            let start = ContinuousClock.now
            let other = Task { try await meanwhile(paper) }
            let status = await DemoProgram.run(
                scanner: MetaWearScanner(radio: radio ?? desk.radio), say: paper.write,
                complain: errors.write)
            other.cancel()
            return Run(
                status: status, lines: paper.lines, errors: errors.lines,
                seconds: (ContinuousClock.now - start).components.seconds)
        }
    }

    @Test(arguments: [BoardProfile.metaWearR, .metaEnvironment])
    func `a board with an unknown accelerometer does the rest`(
        profile: BoardProfile
    ) async throws {
        let desk = SimulatedDesk(seed: 7)
        try desk.add(profile)
        let run = try await Self.run(desk)
        #expect(run.status == .done, "\(run.errors)")
        #expect(run.lines.contains("Accelerometer: this board has none that the SDK knows"))
        #expect(run.lines.last == "Disconnected. This was all.")
    }

    @Test(arguments: [
        BoardProfile.metaMotionS, .metaMotionRL, .metaMotionR, .metaMotionC, .metaWearRPro,
        .metaWearCPro, .metaTracker,
    ])
    func `every other model goes all the way`(profile: BoardProfile) async throws {
        let desk = SimulatedDesk(seed: 7)
        let board = try desk.add(profile)
        let run = try await Self.run(desk)
        #expect(run.status == .done, "\(run.errors)")
        #expect(run.errors.isEmpty)
        // Eight seconds of scan, two of light, five of samples.
        #expect((15...25).contains(run.seconds))
        #expect(run.lines.contains { $0.contains(board.identifier.uuidString) })
        #expect(run.lines.contains("  Serial:       \(board.serialNumber)"))
        #expect(run.lines.contains("  Firmware:     \(board.firmwareRevision)"))
        #expect(run.lines.last == "Disconnected. This was all.")
        let samples = run.lines.compactMap { $0.wholeMatch(of: /\ \ \[(\d+)\] x .+ z ([+-].+) g/) }
        #expect((24...27).contains(samples.count))
        for (place, sample) in samples.enumerated() {
            #expect(Int(sample.output.1) == 20 * place)
            // It lies on the desk.
            #expect(abs((Double(sample.output.2) ?? 0) - 1) < 0.2)
        }
        let total = run.lines.compactMap { $0.wholeMatch(of: /(\d+) samples, (.+) Hz/) }
        #expect((480...530).contains(Int(total.first?.output.1 ?? "") ?? 0))
        #expect(desk.boards[0].identifier == board.identifier)
    }

    @Test func `without a board the demo ends, and says so`() async throws {
        let run = try await Self.run(SimulatedDesk(seed: 7))
        #expect(run.status == .nothingFound && run.seconds == 8)
        #expect(run.lines.last?.hasPrefix("No board was found.") == true)
    }

    @Test(arguments: [
        (CBManagerState.poweredOff, "Bluetooth is off. Switch it on and try again.", 8),
        (.unauthorized, "This program may not use Bluetooth.", 8),
        (.unsupported, "There is no Bluetooth radio.", 1),
    ])
    func `a radio that does not work is reported`(
        state: CBManagerState, text: String, seconds: Int64
    ) async throws {
        let desk = SimulatedDesk(seed: 7)
        try desk.add(.metaMotionS)
        desk.radioState = state
        let run = try await Self.run(desk)
        #expect(run.status == .nothingFound && run.seconds == seconds)
        #expect(run.lines.last == text)
    }

    @Test func `a radio may be switched on during the scan`() async throws {
        let desk = SimulatedDesk(seed: 7)
        try desk.add(.metaMotionS)
        desk.radioState = .poweredOff
        let run = try await Self.run(desk) { _ in
            try await Task.sleep(for: .seconds(3))
            desk.radioState = .poweredOn
        }
        #expect(run.status == .done)
    }

    @Test func `of several boards all are listed and one is taken, always the same`() async throws {
        let desk = SimulatedDesk(seed: 7)
        let boards = try (0..<3).map { _ in try desk.add(.metaMotionS) }
        let first = boards.map(\.identifier.uuidString).min()
        let run = try await Self.run(desk)
        #expect(run.status == .done)
        #expect(run.lines.contains("Found 3 boards:"))
        #expect(run.lines.contains("Connecting to \(first ?? "")"))
    }

    @Test(arguments: ["Connecting", "LED", "Motor", "Accelerometer", "  [100]"])
    func `a board that leaves ends the demo with an error`(line: String) async throws {
        let desk = SimulatedDesk(seed: 7)
        nonisolated(unsafe) let board = try desk.add(.metaMotionS)
        let run = try await Self.run(desk) { paper in
            while !paper.lines.contains(where: { $0.hasPrefix(line) }) {
                try await Task.sleep(for: .milliseconds(1))
            }
            desk.air.move(board.address, to: 10_000)
        }
        #expect(run.status == .failed)
        #expect(run.errors.first?.hasPrefix("Demo failed: ") == true)
        #expect(run.seconds < 60)
    }

    @Test func `an accelerometer that is silent is an error, and no endless loop`() async throws {
        let desk = SimulatedDesk(seed: 7)
        try desk.add(.metaMotionS)
        let run = try await Self.run(desk, radio: DeafRadio(inner: desk.radio))
        #expect(run.status == .failed)
        #expect(
            run.errors == ["Demo failed: 0 of about 500 samples arrived; is the board near?"])
        #expect(run.seconds < 30)
    }
}

/// A radio that loses every sample.
private struct DeafRadio: BLERadio {
    let inner: any BLERadio

    func states() -> AsyncStream<CBManagerState> { inner.states() }
    func scan() -> AsyncStream<ScanResult> { inner.scan() }
    func transport(to identifier: UUID) -> any BLETransport {
        DeafTransport(inner.transport(to: identifier))
    }
}

private actor DeafTransport: BLETransport {
    private let inner: any BLETransport

    init(_ inner: any BLETransport) { self.inner = inner }

    func scan(for services: [CBUUID]?) -> AsyncStream<ScanResult> { AsyncStream { $0.finish() } }
    func connect(to identifier: UUID) async throws { try await inner.connect(to: identifier) }
    func disconnect() async throws { try await inner.disconnect() }
    func write(
        _ data: Data, to characteristic: CBUUID, type: CBCharacteristicWriteType
    ) async throws { try await inner.write(data, to: characteristic, type: type) }
    func read(from characteristic: CBUUID) async throws -> Data {
        try await inner.read(from: characteristic)
    }
    func readRSSI() async throws -> Int { try await inner.readRSSI() }

    func notifications(
        from characteristic: CBUUID
    ) -> AsyncThrowingStream<Data, any Error> {
        let (stream, consumer) = AsyncThrowingStream<Data, any Error>.makeStream()
        let task = Task { [inner] in
            do {
                for try await value in await inner.notifications(from: characteristic)
                // Packed and single samples of the accelerometer.
                where !(value.first == 0x03 && [0x04, 0x05].contains(value.dropFirst().first)) {
                    consumer.yield(value)
                }
                consumer.finish()
            } catch {
                consumer.finish(throwing: error)
            }
        }
        consumer.onTermination = { _ in task.cancel() }
        return stream
    }
}
