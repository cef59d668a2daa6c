import Foundation
import MetaWear
import MetaWearBoard
import Testing

@testable import MetaWearFirmware

/// Updates to the latest firmware, which may need another bootloader first.
@Suite struct BootloaderFirstTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    /// A server with firmware 1.7.4, which needs bootloader 0.4.0.
    ///
    /// - Parameter bootloaders: revisions in the catalogue, each with the one that it needs.
    private func server(
        _ bootloaders: [String: String] = [:], required: String? = "0.4.0"
    ) throws -> (MWFirmwareServer, ListedFetcher) {
        let place = "http://firmware.test/"
        var catalogue: MWFirmwareCatalog.JSON = [
            "0.1": ["8": ["vanilla": ["1.7.4": ["filename": "p.zip"]], "bootloader": [:]]]
        ]
        catalogue["0.1"]?["8"]?["vanilla"]?["1.7.4"]?["required-bootloader"] = required
        var files = [
            place + "0.1/8/vanilla/1.7.4/p.zip": try Data(contentsOf: folder.package())
        ]
        for (revision, needed) in bootloaders {
            catalogue["0.1"]?["8"]?["bootloader"]?[revision] = [
                "filename": "b.zip", "required-bootloader": needed,
            ]
            files[place + "0.1/8/bootloader/\(revision)/b.zip"] = try Data(
                contentsOf: folder.bootloader(revision, as: "\(revision).zip"))
        }
        files[place + "list.json"] = try JSONEncoder().encode(catalogue)
        let fetcher = ListedFetcher(files, folder: folder.url)
        let url = try #require(URL(string: place + "list.json"))
        return (MWFirmwareServer(fetcher: fetcher, catalogURL: url), fetcher)
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
            #expect(outcome.error == nil && outcome.states == [.fetchingCatalog])
            #expect(await bench.device.state == .idle)
            #expect(await fetcher.made.isEmpty)
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

    @Test func `an older bootloader is replaced first, by the oldest that will do`() async throws {
        let (server, fetcher) = try server(["0.2.0": "", "0.4.1": "", "0.6.0": ""])
        try await UpdateBench.run(Self.board("0.3.2")) { bench in
            let outcome = try await UpdateBench.outcome(
                bench.device.updateFirmwareToLatest(server: server))
            #expect(outcome.error == nil)
            #expect(
                outcome.states == [.fetchingCatalog, .downloadingFirmware, .bootloaderHandoff]
                    + Self.part + Self.part + [.completed])
            #expect(outcome.progress.last?.totalParts == 2)
            #expect(bench.board.bootloaderRevision == "0.4.1")
            try await bench.expectApplication("1.7.4")
        }
        for made in await fetcher.made {
            #expect(!FileManager.default.fileExists(atPath: made.path()))
        }
    }

    @Test func `a bootloader may need another one first`() async throws {
        let (server, _) = try server(["0.3.5": "", "0.4.0": "0.3.4"])
        try await UpdateBench.run(Self.board("0.3.2")) { bench in
            let outcome = try await UpdateBench.outcome(
                bench.device.updateFirmwareToLatest(server: server))
            #expect(outcome.error == nil)
            #expect(outcome.progress.last?.totalParts == 3)
            #expect(bench.board.bootloaderRevision == "0.4.0")
            try await bench.expectApplication("1.7.4")
        }
        // A catalogue that goes in circles does not.
        let build = { (revision: String, needed: String) in
            MWFirmwareBuild(
                hardwareRev: "0.1", modelNumber: "8", buildFlavor: "bootloader",
                firmwareRev: revision, filename: "b.zip", requiredBootloader: needed)
        }
        let circle = [build("0.4.0", "0.5.0"), build("0.5.0", "0.4.0")]
        #expect(FirmwareUpdate.chain(to: "0.4.0", circle).map(\.firmwareRev) == ["0.4.0"])
        #expect(FirmwareUpdate.chain(to: "0.4.0", [build("0.4.0", "0.4.0")]).count == 1)
        #expect(FirmwareUpdate.chain(to: "0.6.0", circle).isEmpty)
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
            #expect(outcome.states == [.fetchingCatalog])
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
