import Foundation
import JudgedDesk
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import MetaWearTransport
import Testing
import VirtualTime

@testable import MetaWearFirmware

/// What docs/guides/firmware-update.md shows.
@Suite struct GuideTests {
    /// Brings a board up to date.
    static func update(
        _ device: MetaWearDevice, from server: MWFirmwareServer
    ) async throws -> [String] {
        var log: [String] = []
        do {
            guard let build = try await device.checkForFirmwareUpdate(server: server) else {
                return ["the firmware is the newest"]
            }
            log.append("firmware \(build.firmwareRev) is available")
            for try await progress in device.updateFirmwareToLatest(server: server) {
                log.append("\(progress.state) \(Int(progress.percentComplete)) %")
            }
            try await device.connect()
        } catch MWFirmwareError.noAvailableFirmware(let message) {
            // The catalogue does not know this board: that is no `nil`.
            log.append("no firmware is published for it: \(message)")
        }
        return log
    }

    /// A fetcher that keeps what it has loaded.
    struct CachingFetcher: MWFirmwareFetcher {
        let folder: URL
        let source = URLSessionFetcher()

        func data(from url: URL) async throws -> (Data, HTTPURLResponse) {
            try await source.data(from: url)
        }

        func download(from url: URL) async throws -> (URL, HTTPURLResponse) {
            let kept = folder.appending(path: url.path().replacing("/", with: "_"))
            let (file, response) = try await source.download(from: url)
            if response.statusCode == 200 { try Data(contentsOf: file).write(to: kept) }
            return (file, response)
        }
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

    /// Brings a board that a scan found in its bootloader up to date.
    static func rescue(
        _ identifier: UUID, from server: MWFirmwareServer, radio: any BLERadio
    ) async throws {
        let info = try await MetaBootDeviceInfo.read(identifier: identifier, radio: radio)
        print("model \(info.modelNumber), bootloader \(info.bootloaderVersion)")
        for try await progress in MetaBootFirmwareUpdater.updateFirmwareToLatest(
            identifier: identifier, server: server, radio: radio)
        {
            print("\(progress.currentPart) of \(progress.totalParts): \(progress.state)")
        }
    }

    @Test func `the guide's way with a board in its bootloader`() async throws {
        let site = try TestServer(in: try Folder())
        try await UpdateBench.run { bench in
            try await bench.device.enterBootloader()
            try await Task.sleep(for: .seconds(1))
            try await Self.rescue(
                bench.board.identifier, from: site.server, radio: bench.desk.radio)
            try await bench.expectApplication("1.7.4")
        }
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
            #expect(
                try await Self.update(bench.device, from: server) == ["the firmware is the newest"])
        }
    }

    @Test func `the guide's way with a board that the catalogue does not know`() async throws {
        let catalogue = try #require(URL(string: "http://firmware.test/info2.json"))
        let server = MWFirmwareServer(
            fetcher: ListedFetcher([catalogue.absoluteString: Data("{}".utf8)]),
            catalogURL: catalogue)
        try await UpdateBench.run { bench in
            let log = try await Self.update(bench.device, from: server)
            #expect(log.count == 1 && log[0].hasPrefix("no firmware is published for it: "))
        }
    }

    @Test func `the guide's fetcher keeps what it loads`() async throws {
        let (folder, cache) = (try Folder(), try Folder())
        _ = try folder.file("a.zip", [1, 2, 3])
        let server = try LocalServer(folder.url)
        let (file, response) = try await CachingFetcher(folder: cache.url)
            .download(from: server.url.appending(path: "a.zip"))
        #expect(response.statusCode == 200)
        #expect(try Data(contentsOf: file) == Data([1, 2, 3]))
        #expect(try Data(contentsOf: cache.url.appending(path: "_a.zip")) == Data([1, 2, 3]))
        try FileManager.default.removeItem(at: file)
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
