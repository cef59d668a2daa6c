import Checkout
import Foundation
import MetaWear
import MetaWearFirmware
import MetaWearTransport
import Testing
import VirtualRadio

/// Firmware updates through an HCI socket, and through BlueZ.
@Suite(.serialized) struct RadioUpdateTests {
    /// An application that a simulated bootloader knows the revision of.
    private static func withImage(
        _ revision: String, count: Int = 2_000, _ body: (URL) async throws -> Void
    ) async throws {
        let file = URL.temporaryDirectory.appending(path: "image-\(UUID()).bin")
        var image = Array("boardsim:firmware=\(revision)".utf8) + [0]
        image += (image.count..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try Data(image).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await body(file)
    }

    private static func connected(_ desk: RadioBench) async throws -> MetaWearDevice {
        let radio = desk.radio
        let board = BoardThread.identifier(1)
        let device = MetaWearDevice(identifier: board, transport: radio.transport(to: board))
        try await device.connect()
        return device
    }

    @Test(.slow, arguments: RadioBench.Kind.allCases)
    func `an update changes the firmware`(kind: RadioBench.Kind) async throws {
        let desk = try RadioBench(kind)
        let device = try await Self.connected(desk)
        try await Self.withImage("1.7.9") { image in
            var states: [DFUProgress.State] = []
            for try await progress in device.updateFirmware(zipURL: image)
            where states.last != progress.state {
                states.append(progress.state)
            }
            #expect(
                states == [
                    .bootloaderHandoff, .scanning, .connecting, .starting, .uploading, .validating,
                    .disconnecting, .completed,
                ])
        }
        try await device.connect()
        #expect(await device.deviceInfo?.firmwareRevision == "1.7.9")
        try await device.disconnect()
    }

    @Test(.slow, arguments: RadioBench.Kind.allCases)
    func `a link that is lost in the middle costs an attempt`(kind: RadioBench.Kind) async throws {
        let desk = try RadioBench(kind)
        let device = try await Self.connected(desk)
        try await Self.withImage("1.7.9", count: 20_000) { image in
            var (uploads, isNear) = (0, true)
            for try await progress in device.updateFirmware(zipURL: image) {
                if progress.state == .starting { uploads += 1 }
                if progress.state == .uploading, progress.percentComplete >= 30, isNear {
                    isNear = false
                    desk.boards.perform { $0.air.move(BoardThread.address(1), to: 10_000) }
                    // The board is away for longer than the supervision timeout.
                    try await Task.sleep(for: .seconds(1))
                    desk.boards.perform { $0.air.move(BoardThread.address(1), to: 1) }
                }
            }
            #expect(uploads > 1)
        }
        try await device.connect()
        #expect(await device.deviceInfo?.firmwareRevision == "1.7.9")
        try await device.disconnect()
    }
}
