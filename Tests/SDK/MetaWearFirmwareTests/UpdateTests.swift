import Bluetooth
import Foundation
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import MetaWearTransport
import Testing

@testable import MetaWearFirmware

/// Updates that go well, and those that are refused before they begin.
@Suite struct UpdateTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    @Test(arguments: [BoardProfile.metaMotionS, .metaMotionRL])
    func `a package is installed, and the device connects to it`(
        profile: BoardProfile
    ) async throws {
        let package = try folder.package(count: 5_000)
        try await UpdateBench.run(profile) { bench in
            let outcome = try await UpdateBench.outcome(
                bench.device.updateFirmware(zipURL: package))
            #expect(outcome.error == nil)
            #expect(outcome.states == UpdateBench.wholeWay)
            #expect(await bench.device.state == .disconnected)
            let upload = outcome.progress.filter { $0.state == .uploading }
            #expect(upload.first?.percentComplete == 0 && upload.last?.percentComplete == 100)
            for (a, b) in zip(upload, upload.dropFirst()) {
                #expect(a.percentComplete < b.percentComplete && b.bytesPerSecond > 100)
                #expect(b.percentComplete == b.percentComplete.rounded())
            }
            for progress in outcome.progress {
                #expect(progress.currentPart == 1 && progress.totalParts == 1)
                let isOver = [.validating, .disconnecting, .completed].contains(progress.state)
                if progress.state != .uploading {
                    #expect(progress.percentComplete == (isOver ? 100 : 0))
                }
            }
            try await bench.expectApplication("1.7.4")
        }
    }

    @Test(arguments: ["bin", "hex"])
    func `a bare image gets a description`(kind: String) async throws {
        let image = TestImage.bytes("1.7.9", count: 500)
        let file: URL
        if kind == "bin" {
            file = try folder.file("a.bin", image)
        } else {
            var text = ""
            for start in stride(from: 0, to: image.count, by: 16) {
                let part = Array(image[start..<min(start + 16, image.count)])
                let record = [UInt8(part.count), UInt8(start >> 8), UInt8(start & 0xFF), 0] + part
                let sum = 0 &- record.reduce(0, &+)
                text += ":" + (record + [sum]).map { String(format: "%02X", $0) }.joined() + "\n"
            }
            file = try folder.file("a.hex", Array((text + ":00000001FF\n").utf8))
        }
        try await UpdateBench.run { bench in
            let outcome = try await UpdateBench.outcome(bench.device.updateFirmware(zipURL: file))
            #expect(outcome.error == nil)
            try await bench.expectApplication("1.7.9")
        }
    }

    @Test func `a package of several parts is installed part by part`() async throws {
        let (bootloader, image) = (TestImage.bytes("0.5.0", count: 300), TestImage.bytes("1.8.0"))
        let package = try folder.zip([
            "manifest.json": TestImage.manifest(
                TestImage.part("application"), TestImage.part("bootloader")),
            "bootloader.dat": TestImage.initPacket(bootloader), "bootloader.bin": bootloader,
            "application.dat": TestImage.initPacket(image), "application.bin": image,
        ])
        try await UpdateBench.run { bench in
            let outcome = try await UpdateBench.outcome(
                bench.device.updateFirmware(zipURL: package))
            #expect(outcome.error == nil)
            let part = Array(UpdateBench.wholeWay[1...6])
            #expect(outcome.states == [.bootloaderHandoff] + part + part + [.completed])
            #expect(outcome.progress.allSatisfy { $0.totalParts == 2 })
            let parts = outcome.progress.map(\.currentPart)
            #expect(parts == parts.sorted() && Set(parts) == [1, 2])
            #expect(bench.board.bootloaderRevision == "0.5.0")
            try await bench.expectApplication("1.8.0")
        }
    }

    @Test func `a device that is not idle keeps its link`() async throws {
        let package = try folder.package()
        try await UpdateBench.run { bench in
            let device = bench.device
            let switches = try await device.startStream(MWSwitch())
            var outcome = try await UpdateBench.outcome(device.updateFirmware(zipURL: package))
            #expect(outcome.error == .deviceNotIdle && outcome.progress.isEmpty)
            outcome = try await UpdateBench.outcome(device.updateFirmwareToLatest())
            #expect(outcome.error == .deviceNotIdle && outcome.progress.isEmpty)
            #expect(await device.state == .streaming)
            try await device.stopStreaming(MWSwitch())
            _ = switches
            try await device.disconnect()
            outcome = try await UpdateBench.outcome(device.updateFirmware(zipURL: package))
            #expect(outcome.error == .deviceNotIdle)
        }
    }

    @Test func `a file that is no package is refused before the link is given up`() async throws {
        let file = try folder.file("a.zip", [1, 2, 3])
        try await UpdateBench.run { bench in
            let outcome = try await UpdateBench.outcome(
                bench.device.updateFirmware(zipURL: file))
            #expect(outcome.error == .invalidFirmwareFile(file))
            #expect(await bench.device.state == .idle)
            #expect(try await bench.device.readBattery().charge == 100)
            let recovery = try await UpdateBench.outcome(
                bench.device.recoverFirmware(zipURL: file))
            guard case .operationFailed? = recovery.error else {
                Issue.record("\(String(describing: recovery.error))")
                return
            }
        }
    }

    @Test func `a package from a web server is downloaded and deleted`() async throws {
        let package = try folder.package()
        let name = "\(UUID()).zip"
        let url = try #require(URL(string: "http://firmware.test/x/\(name)"))
        let fetcher = ListedFetcher(
            [url.absoluteString: try Data(contentsOf: package)], folder: folder.url)
        let missing = try #require(URL(string: "http://firmware.test/none.zip"))
        try await UpdateBench.run { bench in
            var outcome = try await UpdateBench.outcome(
                bench.device.updateFirmware(zipURL: missing, fetcher: fetcher))
            #expect(outcome.error == .badServerResponse(status: 404))
            #expect(outcome.states == [.downloadingFirmware])
            #expect(await bench.device.state == .idle)
            outcome = try await UpdateBench.outcome(
                bench.device.updateFirmware(zipURL: url, fetcher: fetcher))
            #expect(outcome.error == nil)
            #expect(outcome.states == [.downloadingFirmware] + UpdateBench.wholeWay)
            try await bench.expectApplication("1.7.4")
        }
        for made in await fetcher.made {
            #expect(!FileManager.default.fileExists(atPath: made.path()))
        }
        let files = FileManager.default
        for folder in try files.contentsOfDirectory(atPath: URL.temporaryDirectory.path()) {
            let place = URL.temporaryDirectory.appending(path: folder).appending(path: name)
            #expect(!files.fileExists(atPath: place.path()))
        }
    }

    @Test func `an expected loss of the link is not reported`() async throws {
        let package = try folder.package()
        try await UpdateBench.run { bench in
            await bench.device.reportLoss { _ in Issue.record("the loss was reported") }
            let outcome = try await UpdateBench.outcome(
                bench.device.updateFirmware(zipURL: package))
            #expect(outcome.error == nil)
            try await bench.expectApplication("1.7.4")
        }
    }

    @Test func `the bootloader is found at the next address`() async throws {
        let package = try folder.package()
        try await UpdateBench.run { bench in
            // The last byte has no carry.
            var bytes = bench.board.address.description.split(separator: ":").map(String.init)
            let last = try #require(UInt8(bytes[5], radix: 16))
            bytes[5] = String(format: "%02X", last &+ 1)
            let place = UUID(bluetoothAddress: bytes.joined(separator: ":"))
            await bench.transport.set(.moved(place))
            let outcome = try await UpdateBench.outcome(
                bench.device.updateFirmware(zipURL: package))
            #expect(outcome.error == nil && outcome.states == UpdateBench.wholeWay)
            #expect(await bench.transport.connectedTo.last == place)
            try await bench.expectApplication("1.7.4")
        }
    }

    @Test func `a bootloader at any address is recognised by its serial number`() async throws {
        let package = try folder.package()
        try await UpdateBench.run { bench in
            // Another board's bootloader is on the desk.
            let other = try bench.desk.add(.metaMotionS)
            let stranger = MetaWearDevice(
                identifier: other.identifier,
                transport: bench.desk.radio.transport(to: other.identifier))
            try await stranger.connect()
            try await stranger.enterBootloader()
            let place = UUID()
            await bench.transport.set(.moved(place))
            let outcome = try await UpdateBench.outcome(
                bench.device.updateFirmware(zipURL: package))
            #expect(outcome.error == nil)
            #expect(await bench.transport.connectedTo.last == place)
            #expect(other.firmwareRevision == UpdateBench.original && other.isInBootloader)
            try await bench.expectApplication("1.7.4")
        }
    }
}

extension MetaWearDevice {
    func reportLoss(_ body: @escaping @Sendable (any Error) -> Void) {
        onUnexpectedDisconnect = body
    }
}
