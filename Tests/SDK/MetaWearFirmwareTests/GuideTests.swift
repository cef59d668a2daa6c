import Foundation
import JudgedDesk
import MetaWear
import MetaWearBoard
import MetaWearFirmware
import MetaWearSimulator
import Testing
import VirtualTime

/// What docs/guides/firmware-update.md shows.
@Suite struct GuideTests {
    /// Brings a board up to date.
    static func update(
        _ device: MetaWearDevice, from server: MWFirmwareServer
    ) async throws -> [String] {
        var log: [String] = []
        if let build = try await device.checkForFirmwareUpdate(server: server) {
            log.append("firmware \(build.firmwareRev) is available")
            for try await progress in device.updateFirmwareToLatest(server: server) {
                log.append("\(progress.state) \(Int(progress.percentComplete)) %")
            }
            try await device.connect()
        }
        return log
    }

    /// Installs a file, and brings a board back that an earlier attempt left in its bootloader.
    static func install(_ package: URL, on device: MetaWearDevice) async throws {
        let isReachable = await device.state == .idle
        let updates =
            isReachable
            ? device.updateFirmware(zipURL: package)
            : device.recoverFirmware(zipURL: package)
        for try await progress in updates where progress.state == .uploading {
            print("\(Int(progress.percentComplete)) %")
        }
        try await device.connect()
    }

    @Test func `the guide's way to the latest firmware`() async throws {
        let folder = try Folder()
        let package = try folder.package(count: 300)
        let fetcher = ListedFetcher(
            [
                "http://firmware.test/info2.json": Data(
                    #"{"0.1": {"8": {"vanilla": {"1.7.4": {"filename": "firmware.zip"}}}}}"#.utf8),
                "http://firmware.test/0.1/8/vanilla/1.7.4/firmware.zip": try Data(
                    contentsOf: package),
            ], folder: folder.url)
        let catalogue = try #require(URL(string: "http://firmware.test/info2.json"))
        let server = MWFirmwareServer(fetcher: fetcher, catalogURL: catalogue)
        try await UpdateBench.run { bench in
            let log = try await Self.update(bench.device, from: server)
            #expect(log.first == "firmware 1.7.4 is available")
            #expect(log.last == "completed 100 %")
            #expect(await bench.device.deviceInfo?.firmwareRevision == "1.7.4")
            #expect(try await Self.update(bench.device, from: server) == [])
        }
    }

    @Test func `the guide's way with a file`() async throws {
        let folder = try Folder()
        let package = try folder.package(count: 300)
        let desk = SimulatedDesk(seed: 7)
        let board = try desk.add(.metaMotionS).identifier
        try await withVirtualTime(desk) {
            let device = MetaWearDevice(
                identifier: board, transport: desk.radio.transport(to: board))
            try await device.connect()
            try await Self.install(package, on: device)
            #expect(await device.deviceInfo?.firmwareRevision == "1.7.4")

            // An update that ends early leaves the board in its bootloader.
            for try await progress in device.updateFirmware(zipURL: package)
            where progress.state == .uploading { break }
            try await Task.sleep(for: .seconds(30))
            #expect(await device.state == .disconnected)
            try await Self.install(package, on: device)
            #expect(await device.state == .idle)
        }
    }
}
