import Foundation
import MetaWear
import Testing

@testable import MetaWearFirmware

/// Blocks of the article on firmware. The body of each function is a block.
@Suite struct FirmwareSnippets {
    static func update(_ device: MetaWearDevice, to package: URL) async throws {
        for try await progress in device.updateFirmware(zipURL: package) {
            print(progress.state, Int(progress.percentComplete), "%")
        }
        try await device.connect()
    }

    static func updateToLatest(
        _ device: MetaWearDevice, _ catalogue: URL
    ) async throws {
        let server = MWFirmwareServer(catalogURL: catalogue)
        guard let build = try await device.checkForFirmwareUpdate(server: server) else { return }
        print("firmware", build.firmwareRev, "is available")
        for try await progress in device.updateFirmwareToLatest(server: server) {
            print(progress.state, Int(progress.percentComplete), "%")
        }
    }

    static func recover(_ device: MetaWearDevice, with package: URL) async throws {
        for try await progress in device.recoverFirmware(zipURL: package) {
            print(progress.state)
        }
    }

    @Test func `a package is installed`() async throws {
        let folder = try Folder()
        let package = try folder.package(count: 2_000)
        try await UpdateBench.run { bench in
            try await Self.update(bench.device, to: package)
            #expect(await bench.device.deviceInfo?.firmwareRevision == "1.7.4")
        }
    }
}

/// In the blocks this is the `print` of Swift; a test needs none of its lines.
private func print(_ items: Any..., separator: String = " ", terminator: String = "\n") {}
