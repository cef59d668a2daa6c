import Checkout
import Foundation
import Testing

@testable import MetaWearFirmware

/// Servers and files that have more than any firmware, or less.
@Suite struct LimitTests {
    private let folder: Folder
    private let image = TestImage.bytes()

    init() throws { folder = try Folder() }

    /// What a server does wrong.
    static let faults = ["bomb", "endless", "length", "slow", "headers"]

    private func message(_ load: () async throws -> Void) async -> String {
        do {
            try await load()
            return "nothing is thrown"
        } catch MWFirmwareError.invalidServerResponse(let message) {
            return message
        } catch {
            return "another error: \(error)"
        }
    }

    @Test(.slow, arguments: faults)
    func `an answer beyond the limits is refused, and its link ended`(fault: String) async throws {
        let server = try LocalServer(folder.url, fault: fault)
        let url = server.url.appending(path: "info2.json")
        let isSlow = ["slow", "headers"].contains(fault)
        // An hour: where the size decides, a busy machine must not end the load by its time.
        let fetcher = URLSessionFetcher(time: isSlow ? .seconds(1) : .seconds(3_600))
        let words = isSlow ? "is not complete after 1 s" : "has more than 4194304 bytes"
        let catalogue = await message {
            _ = try await MWFirmwareServer(fetcher: fetcher, catalogURL: url)
                .availableBuilds(hardwareRev: "0.1", modelNumber: "8")
        }
        #expect(catalogue == "\(url.absoluteString) \(words)")
        let build = MWFirmwareBuild(
            hardwareRev: "0.1", modelNumber: "8", firmwareRev: "1.7.3", customURL: url)
        let file = await message {
            _ = try await MWFirmwareServer(fetcher: fetcher).downloadFirmware(build)
        }
        #expect(file == "\(url.absoluteString) \(words)")
    }

    @Test func `a load that is cancelled ends`() async throws {
        let server = try LocalServer(folder.url, fault: "slow")
        let url = server.url.appending(path: "info2.json")
        let load = Task { try await URLSessionFetcher().data(from: url) }
        load.cancel()
        await #expect(throws: CancellationError.self) { try await load.value }
    }

    @Test func `a fetcher without limits of its own`() async throws {
        let url = try #require(URL(string: "http://firmware.test/a.zip"))
        let large = Data(count: MWFirmwareServer.largestFile + 1)
        let fetcher = ListedFetcher([url.absoluteString: large], folder: folder.url)
        let server = MWFirmwareServer(fetcher: fetcher, catalogURL: url)
        let words = "http://firmware.test/a.zip has more than 4194304 bytes"
        #expect(
            await message {
                _ = try await server.availableBuilds(hardwareRev: "0.1", modelNumber: "8")
            } == words)
        let build = MWFirmwareBuild(
            hardwareRev: "0.1", modelNumber: "8", firmwareRev: "1.7.3", customURL: url)
        #expect(await message { _ = try await server.downloadFirmware(build) } == words)
        for made in await fetcher.made {
            #expect(!FileManager.default.fileExists(atPath: made.path()))
        }
    }

    @Test(arguments: [1, 191])
    func `an image without room for its vectors is none`(count: Int) throws {
        let bytes = Array(image.prefix(count))
        let files = [
            try folder.file("a.bin", bytes),
            try folder.zip(["application.bin": bytes, "application.dat": [1, 2]]),
        ]
        for url in files {
            #expect(throws: MWFirmwareError.invalidFirmwareFile(url)) {
                try FirmwarePackage(contentsOf: url)
            }
        }
        let enough = try folder.file("b.bin", Array(image.prefix(192)))
        #expect(try FirmwarePackage(contentsOf: enough).images.count == 1)
    }

    @Test func `two files of one name are no package`() throws {
        let url = try folder.zip([
            "application.bin": image, "application.dat": [1, 2], "application.biN": image,
        ])
        // libzip makes no such archive: the name is changed in both of its places.
        let bytes = try Data(contentsOf: url)
        var doubled = bytes
        for place in bytes.ranges(of: Data("application.biN".utf8)) {
            doubled.replaceSubrange(place, with: Data("application.bin".utf8))
        }
        #expect(doubled != bytes)
        try doubled.write(to: url)
        #expect(throws: MWFirmwareError.invalidFirmwareFile(url)) {
            try FirmwarePackage(contentsOf: url)
        }
    }
}
