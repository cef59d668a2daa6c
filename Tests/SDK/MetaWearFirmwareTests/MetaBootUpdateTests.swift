import Foundation
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import MetaWearTransport
import Testing
import VirtualRadio

@testable import MetaWearFirmware

/// Updates of a board that a scan found in its bootloader.
@Suite struct MetaBootUpdateTests {
    private let folder: Folder
    private static let part = Array(UpdateBench.wholeWay[1...6])
    /// An image that is refused, and a link that is given up after that.
    private static let refused: Set<String> = ["MW-DFU-05", "MW-DFU-09"]

    init() throws { folder = try Folder() }

    /// Runs a test with a board that is in its bootloader.
    private func run(
        _ bootloader: String = "0.4.0", allowing allowed: Set<String> = [],
        _ body: @escaping @Sendable (UpdateBench) async throws -> Void
    ) async throws {
        var profile = BoardProfile.metaMotionS
        profile.bootloaderRevision = bootloader
        try await UpdateBench.run(profile, allowing: allowed) { bench in
            try await bench.device.enterBootloader()
            try await Task.sleep(for: .seconds(1))
            try await body(bench)
        }
    }

    private func latest(
        _ bench: UpdateBench, _ server: TestServer
    ) async throws -> UpdateBench.Outcome {
        try await UpdateBench.outcome(
            MetaBootFirmwareUpdater.updateFirmwareToLatest(
                identifier: bench.board.identifier, server: server.server, radio: bench.desk.radio))
    }

    private func install(
        _ file: URL, on bench: UpdateBench, _ fetcher: any MWFirmwareFetcher = ListedFetcher()
    ) async throws -> UpdateBench.Outcome {
        try await UpdateBench.outcome(
            MetaBootFirmwareUpdater.updateFirmware(
                identifier: bench.board.identifier, zipURL: file, fetcher: fetcher,
                radio: bench.desk.radio))
    }

    // MARK: What it is

    @Test func `a bootloader says what it is, and is left`() async throws {
        try await run("0.3.1") { bench in
            let info = try await MetaBootDeviceInfo.read(
                identifier: bench.board.identifier, radio: bench.desk.radio)
            #expect(info.hardwareRevision == "0.1")
            #expect(info.modelNumber == "8")
            #expect(info.bootloaderVersion == "0.3.1")
            try await Task.sleep(for: .seconds(1))
            #expect(!bench.board.isConnected && bench.board.isInBootloader)
        }
    }

    @Test(arguments: [
        (FaultyTransport.Fault.empty(MWUUIDs.firmwareRevision), "version"),
        (.unreadable(MWUUIDs.firmwareRevision), "version"),
        (.empty(MWUUIDs.modelNumber), "model number"),
        (.unreadable(MWUUIDs.hardwareRevision), "hardware revision"),
    ])
    func `a bootloader that leaves something out is an error`(
        fault: FaultyTransport.Fault, what: String
    ) async throws {
        try await run { bench in
            await bench.transport.set(fault)
            await #expect(
                throws: MWFirmwareError.operationFailed("the bootloader does not say its \(what)")
            ) {
                try await MetaBootDeviceInfo.read(bench.board.identifier, over: bench.transport)
            }
            try await Task.sleep(for: .seconds(1))
            #expect(!bench.board.isConnected)
        }
    }

    @Test(arguments: [FaultyTransport.Fault.unreachable, .mute])
    func `a bootloader that does not answer has its time`(
        fault: FaultyTransport.Fault
    ) async throws {
        try await run { bench in
            await bench.transport.set(fault)
            for limit in [Duration.seconds(10), .seconds(3)] {
                let start = ContinuousClock.now
                await #expect(throws: MWFirmwareError.self) {
                    if limit == .seconds(10) {
                        try await MetaBootDeviceInfo.read(
                            bench.board.identifier, over: bench.transport)
                    } else {
                        try await MetaBootDeviceInfo.read(
                            bench.board.identifier, timeout: limit, over: bench.transport)
                    }
                }
                let took = ContinuousClock.now - start
                #expect(took >= limit && took < limit + .seconds(1), "\(took)")
            }
        }
    }

    // MARK: A file

    @Test func `a file is installed without a hand-over`() async throws {
        let package = try folder.package()
        try await run { bench in
            let outcome = try await install(package, on: bench)
            #expect(outcome.error == nil)
            #expect(outcome.states == Self.part + [.completed])
            try await bench.expectApplication("1.7.4")
        }
    }

    @Test func `a file of a server is loaded first`() async throws {
        let package = try folder.package()
        let url = try #require(URL(string: "http://firmware.test/p.zip"))
        let fetcher = ListedFetcher(
            [url.absoluteString: try Data(contentsOf: package)], folder: folder.url)
        try await run { bench in
            let outcome = try await install(url, on: bench, fetcher)
            #expect(outcome.error == nil)
            #expect(outcome.states == [.downloadingFirmware] + Self.part + [.completed])
            try await bench.expectApplication("1.7.4")
        }
    }

    @Test(arguments: ["a.img", "a.zip"])
    func `another file is refused`(name: String) async throws {
        let file = try folder.file(name, [1, 2, 3])
        try await run { bench in
            let outcome = try await install(file, on: bench)
            #expect(outcome.error == .invalidFirmwareFile(file) && outcome.progress.isEmpty)
        }
    }

    // MARK: The latest

    @Test func `the latest firmware is installed, whatever the board had`() async throws {
        let server = try TestServer(in: folder, ["0.4.0": "0.4.0"])
        try await run { bench in
            let outcome = try await latest(bench, server)
            #expect(outcome.error == nil)
            #expect(
                outcome.states == [.fetchingCatalog, .downloadingFirmware] + Self.part
                    + [.completed])
            #expect(await server.downloads == ["1.7.4/p.zip"])
            try await bench.expectApplication("1.7.4")
        }
    }

    @Test func `a chain over two bootloaders is one numbering of parts`() async throws {
        let server = try TestServer(in: folder, ["0.3.0": "", "0.4.0": "0.3.0"])
        try await run("0.2.0") { bench in
            let outcome = try await latest(bench, server)
            #expect(outcome.error == nil)
            #expect(
                outcome.states == [.fetchingCatalog, .downloadingFirmware] + Self.part + Self.part
                    + Self.part + [.completed])
            let parts = outcome.progress.map(\.currentPart)
            #expect(parts == parts.sorted() && Set(parts) == [1, 2, 3])
            #expect(outcome.progress.filter { $0.state == .completed }.count == 1)
            #expect(outcome.progress.last?.totalParts == 3)
            #expect(bench.board.bootloaderRevision == "0.4.0")
            try await bench.expectApplication("1.7.4")
        }
    }

    @Test func `an image that was refused is installed after its bootloader`() async throws {
        let package = try folder.package("1.7.9", requires: "0.4.0", as: "new.zip")
        let server = try TestServer(in: folder, ["0.4.0": "0.4.0"])
        try await run("0.3.2", allowing: Self.refused) { bench in
            let refusal = try await install(package, on: bench)
            #expect(
                refusal.error
                    == .dfuFailed(
                        message: "5: the bootloader refused the validation: wrong checksum"))
            // The application is gone, and a minute does not bring it back.
            try await Task.sleep(for: .seconds(90))
            #expect(bench.board.isInBootloader)
            let outcome = try await latest(bench, server)
            #expect(outcome.error == nil && outcome.progress.last?.totalParts == 2)
            try await bench.expectApplication("1.7.4")
        }
    }

    @Test func `a requirement that cannot be reached leaves the board as it is`() async throws {
        let server = try TestServer(in: folder, ["0.3.9": "", "0.4.0": "0.3.10"])
        try await run("0.3.2") { bench in
            let outcome = try await latest(bench, server)
            #expect(
                outcome.error
                    == .bootloaderUpgradeUnavailable(requiredVersion: "0.4.0", hardwareRev: "0.1"))
            #expect(outcome.states == [.fetchingCatalog, .downloadingFirmware])
            // Nothing was erased: the application comes back by itself.
            try await Task.sleep(for: .seconds(70))
            try await bench.expectApplication(UpdateBench.original)
        }
    }

    @Test func `a board that is not there is an error`() async throws {
        let server = try TestServer(in: folder)
        try await run { bench in
            bench.desk.air.move(bench.board.address, to: 10_000)
            let outcome = try await latest(bench, server)
            guard case .operationFailed? = outcome.error else {
                Issue.record("\(String(describing: outcome.error))")
                return
            }
            #expect(outcome.states == [.fetchingCatalog])
        }
    }

    @Test func `an update that nobody reads is cancelled`() async throws {
        let server = try TestServer(in: folder, ["0.3.0": "", "0.4.0": "0.3.0"])
        try await run("0.2.0") { bench in
            _ = try await UpdateBench.outcome(
                MetaBootFirmwareUpdater.updateFirmwareToLatest(
                    identifier: bench.board.identifier, server: server.server,
                    radio: bench.desk.radio)
            ) { $0.currentPart == 3 && $0.state == .connecting }
            try await Task.sleep(for: .seconds(30))
            #expect(bench.board.isInBootloader && bench.board.bootloaderRevision == "0.4.0")
            let outcome = try await latest(bench, server)
            #expect(outcome.error == nil && outcome.progress.last?.totalParts == 1)
            try await bench.expectApplication("1.7.4")
        }
    }
}
