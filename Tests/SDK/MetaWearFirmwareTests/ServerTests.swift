import Checkout
import Foundation
import Testing

@testable import MetaWearFirmware

/// A fetcher that answers from a list and notes what is asked.
actor ListedFetcher: MWFirmwareFetcher {
    var asked: [URL] = []
    /// Files that it made.
    private(set) var made: [URL] = []
    private let answers: [String: Data]
    private let status: Int
    private let folder: URL

    init(_ answers: [String: Data] = [:], status: Int = 200, folder: URL = .temporaryDirectory) {
        self.answers = answers
        self.status = status
        self.folder = folder
    }

    private func answer(_ url: URL) throws -> (Data, HTTPURLResponse) {
        asked.append(url)
        let data = answers[url.absoluteString]
        let response = HTTPURLResponse(
            url: url, statusCode: data == nil && status == 200 ? 404 : status, httpVersion: nil,
            headerFields: nil)
        return (data ?? Data(), try #require(response))
    }

    func data(from url: URL) throws -> (Data, HTTPURLResponse) { try answer(url) }

    func download(from url: URL) throws -> (URL, HTTPURLResponse) {
        let (data, response) = try answer(url)
        let file = folder.appending(path: "fetched-\(UUID())")
        try data.write(to: file)
        made.append(file)
        return (file, response)
    }
}

/// What a server offers, and how its files come.
@Suite struct ServerTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func exists(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path()) }

    private func server(
        _ text: String = CatalogueTests.text, status: Int = 200
    ) throws -> (MWFirmwareServer, ListedFetcher) {
        let url = try #require(URL(string: "http://firmware.test/some/list.json"))
        let fetcher = ListedFetcher([url.absoluteString: Data(text.utf8)], status: status)
        return (MWFirmwareServer(fetcher: fetcher, catalogURL: url), fetcher)
    }

    @Test func `the catalogue that is configured is fetched, once a call`() async throws {
        let (server, fetcher) = try server()
        let builds = try await server.availableBuilds(hardwareRev: "r0.1", modelNumber: "8")
        #expect(builds.count == 4)
        #expect(
            builds[0].firmwareURL.absoluteString
                == "http://firmware.test/some/0.1/8/vanilla/1.7.3/firmware.zip")
        let latest = try await server.latestBuild(hardwareRev: "r0.1", modelNumber: "8")
        #expect(latest.firmwareRev == "2.0.0-beta")
        #expect(
            await fetcher.asked.map(\.absoluteString)
                == Array(repeating: "http://firmware.test/some/list.json", count: 2))
    }

    @Test func `builds are found by revision`() async throws {
        let (server, _) = try server()
        let found = try await server.build(
            hardwareRev: "0.1", modelNumber: "8", firmwareRev: "1.9")
        #expect(found?.firmwareRev == "1.9.0")
        let bootloader = try await server.build(
            hardwareRev: "0.1", modelNumber: "8", firmwareRev: "0.4.0", buildFlavor: "bootloader")
        #expect(bootloader?.filename == "bootloader.zip")
        #expect(
            try await server.build(hardwareRev: "0.1", modelNumber: "8", firmwareRev: "9") == nil)
    }

    @Test func `an update is what is newer`() async throws {
        let (server, _) = try server()
        func update(_ revision: String, _ model: String = "8") async throws -> String? {
            try await server.updateAvailable(
                currentRev: revision, hardwareRev: "r0.1", modelNumber: model)?.firmwareRev
        }
        #expect(try await update("1.7.3") == "2.0.0-beta")
        #expect(try await update("2.0.0") == "2.0.0-beta")
        #expect(try await update("2.0.0-beta") == nil)
        #expect(try await update("3") == nil)
        await #expect {
            try await update("1", "7")
        } throws: { error in
            if case MWFirmwareError.noAvailableFirmware = error { true } else { false }
        }
    }

    @Test func `a server that fails is reported`() async throws {
        let (broken, _) = try server(status: 500)
        await #expect(throws: MWFirmwareError.badServerResponse(status: 500)) {
            try await broken.availableBuilds(hardwareRev: "0.1", modelNumber: "8")
        }
        let (odd, _) = try server("<html>")
        await #expect(throws: MWFirmwareError.self) {
            try await odd.availableBuilds(hardwareRev: "0.1", modelNumber: "8")
        }
    }

    @Test func `a file comes under its name, in a folder of its own`() async throws {
        let url = try #require(URL(string: "http://firmware.test/a.zip"))
        let fetcher = ListedFetcher([url.absoluteString: Data([1, 2, 3])], folder: folder.url)
        let build = MWFirmwareBuild(
            hardwareRev: "0.1", modelNumber: "8", firmwareRev: "1.7.3", customURL: url,
            filename: "other name.zip")
        let server = MWFirmwareServer(fetcher: fetcher)
        let files = [
            try await server.downloadFirmware(build), try await server.downloadFirmware(build),
        ]
        #expect(Set(files).count == 2)
        for file in files {
            #expect(file.lastPathComponent == "other name.zip")
            #expect(try Data(contentsOf: file) == Data([1, 2, 3]))
            try FileManager.default.removeItem(at: file.deletingLastPathComponent())
        }
        for made in await fetcher.made { #expect(!exists(made)) }
    }

    @Test func `a file that does not come leaves nothing`() async throws {
        let url = try #require(URL(string: "http://firmware.test/a.zip"))
        let fetcher = ListedFetcher(folder: folder.url)
        let build = MWFirmwareBuild(
            hardwareRev: "0.1", modelNumber: "8", firmwareRev: "1.7.3", customURL: url)
        await #expect(throws: MWFirmwareError.badServerResponse(status: 404)) {
            try await MWFirmwareServer(fetcher: fetcher).downloadFirmware(build)
        }
        let made = await fetcher.made
        #expect(made.count == 1 && !exists(made[0]))
    }

    @Test(arguments: ["../../escape.zip", "a/b.zip", "..", ".", "", "/etc/x"])
    func `a name that leads elsewhere is refused`(name: String) async throws {
        let url = try #require(URL(string: "http://firmware.test/a.zip"))
        let fetcher = ListedFetcher([url.absoluteString: Data([1])], folder: folder.url)
        let build = MWFirmwareBuild(
            hardwareRev: "0.1", modelNumber: "8", firmwareRev: "1.7.3", customURL: url,
            filename: name)
        await #expect {
            try await MWFirmwareServer(fetcher: fetcher).downloadFirmware(build)
        } throws: { error in
            if case MWFirmwareError.cannotSaveFile = error { true } else { false }
        }
        #expect(await fetcher.asked.isEmpty)
    }

    @Test func `a file of this machine stays where it is`() async throws {
        let file = try folder.file("a.zip", [1])
        let fetcher = ListedFetcher()
        let build = MWFirmwareBuild(
            hardwareRev: "0.1", modelNumber: "8", firmwareRev: "1.7.3", customURL: file)
        #expect(try await MWFirmwareServer(fetcher: fetcher).downloadFirmware(build) == file)
        #expect(await fetcher.asked.isEmpty)
    }

    /// The whole way over a real connection.
    @Test(.slow) func `a local server`() async throws {
        let server = try LocalServer(folder.url)
        _ = try folder.file("info2.json", Array(CatalogueTests.text.utf8))
        let place = folder.url.appending(path: "0.1/8/vanilla/1.9.0")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        try Data(bytes).write(to: place.appending(path: "firmware.zip"))

        let firmware = MWFirmwareServer(catalogURL: server.url.appending(path: "info2.json"))
        let build = try #require(
            try await firmware.build(
                hardwareRev: "r0.1", modelNumber: "8", firmwareRev: "1.9.0"))
        let file = try await firmware.downloadFirmware(build)
        #expect(try Data(contentsOf: file) == Data(bytes))
        try FileManager.default.removeItem(at: file.deletingLastPathComponent())

        let missing = try #require(
            try await firmware.build(
                hardwareRev: "r0.1", modelNumber: "8", firmwareRev: "1.7.3"))
        await #expect(throws: MWFirmwareError.badServerResponse(status: 404)) {
            try await firmware.downloadFirmware(missing)
        }
        let nothing = MWFirmwareServer(catalogURL: server.url.appending(path: "none.json"))
        await #expect(throws: MWFirmwareError.badServerResponse(status: 404)) {
            try await nothing.availableBuilds(hardwareRev: "0.1", modelNumber: "8")
        }
        let file2 = MWFirmwareServer(catalogURL: folder.url.appending(path: "info2.json"))
        await #expect(throws: (any Error).self) {
            try await file2.availableBuilds(hardwareRev: "0.1", modelNumber: "8")
        }
    }
}
