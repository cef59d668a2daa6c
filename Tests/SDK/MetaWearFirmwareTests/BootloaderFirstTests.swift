import Foundation
import MetaWear
import MetaWearBoard
import MetaWearTransport
import Testing

@testable import MetaWearFirmware

/// Updates to the latest firmware, which may need another bootloader first.
@Suite struct BootloaderFirstTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func server(
        _ bootloaders: [String: String] = [:], required: String? = "0.4.0"
    ) throws -> (MWFirmwareServer, ListedFetcher) {
        let made = try TestServer(in: folder, bootloaders, required: required)
        return (made.server, made.fetcher)
    }

    private static func board(_ bootloader: String) -> BoardProfile {
        var profile = BoardProfile.metaMotionS
        profile.bootloaderRevision = bootloader
        return profile
    }

    private static let part = Array(UpdateBench.wholeWay[1...6])

    @Test func `nothing newer ends the progress at once`() async throws {
        let (server, fetcher) = try server()
        var profile = BoardProfile.metaMotionS
        profile.firmwareRevision = "1.7.4"
        try await UpdateBench.run(profile) { bench in
            #expect(try await bench.device.checkForFirmwareUpdate(server: server) == nil)
            let outcome = try await UpdateBench.outcome(
                bench.device.updateFirmwareToLatest(server: server))
            #expect(outcome.error == nil && outcome.progress.isEmpty)
            #expect(await bench.device.state == .idle)
            #expect(await fetcher.made.isEmpty)
        }
    }

    @Test func `the newest firmware may be installed once more`() async throws {
        let (server, _) = try server()
        var profile = BoardProfile.metaMotionS
        profile.firmwareRevision = "1.7.4"
        try await UpdateBench.run(profile) { bench in
            let outcome = try await UpdateBench.outcome(
                bench.device.updateFirmwareToLatest(server: server, forceReinstall: true))
            #expect(outcome.error == nil)
            #expect(
                outcome.states == [.fetchingCatalog, .downloadingFirmware] + UpdateBench.wholeWay)
            #expect(bench.board.resets > 1)
            try await bench.expectApplication("1.7.4")
        }
    }

    @Test(arguments: ["0.4.0", "0.5.0"])
    func `a bootloader that is new enough stays`(revision: String) async throws {
        let (server, _) = try server(["0.4.0": "", "0.6.0": ""])
        try await UpdateBench.run(Self.board(revision)) { bench in
            let found = try await bench.device.checkForFirmwareUpdate(server: server)
            #expect(found?.firmwareRev == "1.7.4" && found?.requiredBootloader == "0.4.0")
            let outcome = try await UpdateBench.outcome(
                bench.device.updateFirmwareToLatest(server: server))
            #expect(outcome.error == nil)
            #expect(
                outcome.states == [.fetchingCatalog, .downloadingFirmware] + UpdateBench.wholeWay)
            #expect(bench.board.bootloaderRevision == revision)
            try await bench.expectApplication("1.7.4")
        }
    }

    @Test func `an older bootloader is replaced first, by the newest that it can install`()
        async throws
    {
        let (server, fetcher) = try server(["0.2.0": "", "0.4.0": "0.4.0", "0.6.0": "0.4.0"])
        try await UpdateBench.run(Self.board("0.3.2")) { bench in
            let outcome = try await UpdateBench.outcome(
                bench.device.updateFirmwareToLatest(server: server))
            #expect(outcome.error == nil)
            #expect(
                outcome.states == [.fetchingCatalog, .downloadingFirmware, .bootloaderHandoff]
                    + Self.part + Self.part + [.completed])
            #expect(outcome.progress.last?.totalParts == 2)
            // 0.4.0 names itself, which means nothing.
            #expect(bench.board.bootloaderRevision == "0.4.0")
            try await bench.expectApplication("1.7.4")
        }
        for made in await fetcher.made {
            #expect(!FileManager.default.fileExists(atPath: made.path()))
        }
    }

    @Test func `bootloaders are chained`() async throws {
        let (server, _) = try server(["0.3.0": "", "0.3.5": "0.3.0", "0.4.0": "0.3.4"])
        try await UpdateBench.run(Self.board("0.2.0")) { bench in
            let outcome = try await UpdateBench.outcome(
                bench.device.updateFirmwareToLatest(server: server))
            #expect(outcome.error == nil)
            #expect(
                outcome.states == [.fetchingCatalog, .downloadingFirmware, .bootloaderHandoff]
                    + Self.part + Self.part + Self.part + Self.part + [.completed])
            let parts = outcome.progress.map(\.currentPart)
            #expect(parts == parts.sorted() && Set(parts) == [1, 2, 3, 4])
            #expect(outcome.progress.last?.totalParts == 4)
            #expect(bench.board.bootloaderRevision == "0.4.0")
            try await bench.expectApplication("1.7.4")
        }
    }

    @Test func `a bootloader that does not say its revision is left alone`() async throws {
        // Firmware 1.7.4 is refused by a bootloader that is too old, which nobody could know.
        for (revision, isInstalled) in [("0.4.0", true), ("0.3.2", false)] {
            let (server, _) = try server(["0.4.0": ""])
            try await UpdateBench.run(Self.board(revision), allowing: ["MW-DFU-05", "MW-DFU-09"]) {
                bench in
                await bench.transport.set(.empty(MWUUIDs.firmwareRevision))
                let outcome = try await UpdateBench.outcome(
                    bench.device.updateFirmwareToLatest(server: server))
                await bench.transport.set(.none)
                #expect(outcome.progress.last?.totalParts == 1)
                #expect(bench.board.bootloaderRevision == revision)
                #expect((outcome.error == nil) == isInstalled)
                guard !isInstalled else { return try await bench.expectApplication("1.7.4") }
                #expect(
                    outcome.error
                        == .dfuFailed(
                            message: "5: the bootloader refused the validation: wrong checksum"))
                try await Task.sleep(for: .seconds(120))
                #expect(bench.board.isInBootloader)
            }
        }
    }

    @Test(arguments: [[:], ["0.3.9": ""]])
    func `without a newer bootloader the board keeps its firmware`(
        bootloaders: [String: String]
    ) async throws {
        let (server, _) = try server(bootloaders)
        try await UpdateBench.run(Self.board("0.3.2")) { bench in
            let outcome = try await UpdateBench.outcome(
                bench.device.updateFirmwareToLatest(server: server))
            #expect(
                outcome.error
                    == .bootloaderUpgradeUnavailable(requiredVersion: "0.4.0", hardwareRev: "0.1"))
            #expect(outcome.states.last == .connecting)
            try await bench.expectApplication(UpdateBench.original)
        }
    }

    @Test func `no requirement, or an empty one, asks the bootloader nothing`() async throws {
        for required in [nil, ""] {
            let (server, _) = try server(required: required)
            try await UpdateBench.run(Self.board("0.1.0")) { bench in
                let outcome = try await UpdateBench.outcome(
                    bench.device.updateFirmwareToLatest(server: server))
                #expect(outcome.error == nil)
                try await bench.expectApplication("1.7.4")
            }
        }
    }

    @Test func `a server that fails leaves the link alone`() async throws {
        let fetcher = ListedFetcher(status: 500)
        try await UpdateBench.run { bench in
            let outcome = try await UpdateBench.outcome(
                bench.device.updateFirmwareToLatest(server: MWFirmwareServer(fetcher: fetcher)))
            #expect(outcome.error == .badServerResponse(status: 500))
            #expect(outcome.progress.isEmpty)
            #expect(await bench.device.state == .idle)
        }
    }

    @Test func `cancelled between the parts, the board takes the application alone`() async throws {
        let (server, _) = try server(["0.4.0": ""])
        let package = try folder.package(as: "again.zip")
        try await UpdateBench.run(Self.board("0.3.2")) { bench in
            _ = try await UpdateBench.outcome(
                bench.device.updateFirmwareToLatest(server: server)
            ) { $0.currentPart == 2 && $0.state == .connecting }
            try await Task.sleep(for: .seconds(30))
            #expect(bench.board.isInBootloader && bench.board.bootloaderRevision == "0.4.0")
            let recovery = try await UpdateBench.outcome(
                bench.device.recoverFirmware(zipURL: package))
            #expect(recovery.error == nil)
            try await bench.expectApplication("1.7.4")
        }
    }

    /// A server that takes a minute.
    private struct SlowFetcher: MWFirmwareFetcher {
        let inner: ListedFetcher

        func data(from url: URL) async throws -> (Data, HTTPURLResponse) {
            try await Task.sleep(for: .seconds(60))
            return try await inner.data(from: url)
        }

        func download(from url: URL) async throws -> (URL, HTTPURLResponse) {
            try await Task.sleep(for: .seconds(60))
            return try await inner.download(from: url)
        }
    }

    @Test(arguments: [DFUProgress.State.fetchingCatalog, .downloadingFirmware])
    func `cancelled while it loads, nothing has happened`(state: DFUProgress.State) async throws {
        let (server, fetcher) = try server(["0.4.0": ""])
        try await UpdateBench.run(Self.board("0.3.2")) { bench in
            let slow = MWFirmwareServer(
                fetcher: SlowFetcher(inner: fetcher), catalogURL: server.catalogURL)
            let outcome = try await UpdateBench.outcome(
                bench.device.updateFirmwareToLatest(server: slow)
            ) { $0.state == state }
            #expect(outcome.states.last == state)
            try await Task.sleep(for: .seconds(600))
            #expect(await bench.device.state == .idle)
            #expect(await fetcher.made.isEmpty)
            try await bench.device.disconnect()
            try await bench.expectApplication(UpdateBench.original)
        }
    }

    @Test func `a device that was never connected has no update`() async throws {
        let device = MetaWearDevice(identifier: UUID(), transport: MockBLETransport())
        await #expect(throws: MWFirmwareError.self) { try await device.checkForFirmwareUpdate() }
    }
}
