import Foundation
import JudgedDesk
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import MetaWearTransport
import Testing
import VirtualTime

@testable import MetaWearFirmware

/// A board on a desk with a device that is connected to it, in a world.
struct UpdateBench: @unchecked Sendable {
    let desk: SimulatedDesk
    let board: MetaWearBoard
    let device: MetaWearDevice
    let transport: FaultyTransport

    /// Runs a test with a board.
    ///
    /// - Parameter allowed: rules for clients that the test breaks on purpose.
    static func run<Value: Sendable>(
        _ profile: BoardProfile = .metaMotionS, allowing allowed: Set<String> = [],
        options: VirtualTimeOptions = .init(),
        _ body: @escaping @Sendable (UpdateBench) async throws -> Value
    ) async throws -> Value {
        let desk = SimulatedDesk(seed: 7)
        nonisolated(unsafe) let board = try desk.add(profile)
        return try await withJudgedDesk(desk, allowing: allowed, options: options) {
            let identifier = board.identifier
            let transport = FaultyTransport(
                desk.radio.transport(to: identifier), to: identifier)
            let device = MetaWearDevice(identifier: identifier, transport: transport)
            try await device.connect()
            return try await body(
                UpdateBench(desk: desk, board: board, device: device, transport: transport))
        }
    }

    /// All that a progress says, and how it ends.
    struct Outcome: Sendable {
        var progress: [DFUProgress] = []
        var error: MWFirmwareError?

        /// Without repetitions of one state.
        var states: [DFUProgress.State] {
            progress.map(\.state).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
        }
    }

    /// - Parameter stop: after the first progress for which this is true, nothing more is taken.
    static func outcome(
        _ stream: AsyncThrowingStream<DFUProgress, any Error>,
        until stop: (DFUProgress) -> Bool = { _ in false }
    ) async throws -> Outcome {
        var outcome = Outcome()
        do {
            for try await progress in stream {
                outcome.progress.append(progress)
                if stop(progress) { break }
            }
        } catch let error as MWFirmwareError {
            outcome.error = error
        }
        return outcome
    }

    static let wholeWay: [DFUProgress.State] = [
        .bootloaderHandoff, .scanning, .connecting, .starting, .uploading, .validating,
        .disconnecting, .completed,
    ]

    /// What a board has before the update.
    static let original = BoardProfile.metaMotionS.firmwareRevision

    /// The board runs an application with this revision, and the device connects to it.
    func expectApplication(
        _ revision: String, _ location: SourceLocation = #_sourceLocation
    ) async throws {
        try await Task.sleep(for: .seconds(10))
        #expect(!board.isInBootloader, sourceLocation: location)
        await transport.set(.none)
        try await device.connect()
        #expect(
            await device.deviceInfo?.firmwareRevision == revision, sourceLocation: location)
        #expect(await device.state == .idle, sourceLocation: location)
    }
}

extension Folder {
    /// A package with an application.
    func package(
        _ revision: String = "1.7.4", count: Int = 1_000, crc: UInt16? = nil,
        requires: String? = nil, as name: String = "p.zip"
    ) throws -> URL {
        let image = TestImage.bytes(revision, count: count, requires: requires)
        return try zip(
            [
                "manifest.json": TestImage.manifest(TestImage.part("application")),
                "application.dat": TestImage.initPacket(image, crc: crc),
                "application.bin": image,
            ], as: name)
    }

    /// A package with a bootloader.
    func bootloader(
        _ revision: String, requires: String? = nil, as name: String = "b.zip"
    ) throws -> URL {
        let image = TestImage.bytes(revision, count: 400, requires: requires)
        return try zip(
            [
                "manifest.json": TestImage.manifest(TestImage.part("bootloader")),
                "bootloader.dat": TestImage.initPacket(image), "bootloader.bin": image,
            ], as: name)
    }
}

/// A server of these tests, and what was loaded from it.
struct TestServer {
    let server: MWFirmwareServer
    let fetcher: ListedFetcher
    /// Where its files are loaded to.
    private let folder: Folder

    /// Firmware 1.7.4 for the S.
    ///
    /// - Parameters:
    ///   - bootloaders: revisions in the catalogue, each with the one that it needs; their images say so, too.
    ///   - required: the bootloader that the firmware needs.
    init(
        in folder: Folder, _ bootloaders: [String: String] = [:], required: String? = "0.4.0"
    ) throws {
        self.folder = folder
        let place = "http://firmware.test/"
        var catalogue: MWFirmwareCatalog.JSON = [
            "0.1": ["8": ["vanilla": ["1.7.4": ["filename": "p.zip"]], "bootloader": [:]]]
        ]
        catalogue["0.1"]?["8"]?["vanilla"]?["1.7.4"]?["required-bootloader"] = required
        let demand = (required ?? "").isEmpty ? nil : required
        var files = [
            place + "0.1/8/vanilla/1.7.4/p.zip": try Data(
                contentsOf: folder.package(requires: demand))
        ]
        for (revision, needed) in bootloaders {
            catalogue["0.1"]?["8"]?["bootloader"]?[revision] = [
                "filename": "b.zip", "required-bootloader": needed,
            ]
            let demand = needed.isEmpty || needed == revision ? nil : needed
            files[place + "0.1/8/bootloader/\(revision)/b.zip"] = try Data(
                contentsOf: folder.bootloader(revision, requires: demand, as: "\(revision).zip"))
        }
        files[place + "list.json"] = try JSONEncoder().encode(catalogue)
        fetcher = ListedFetcher(files, folder: folder.url)
        server = MWFirmwareServer(
            fetcher: fetcher, catalogURL: try #require(URL(string: place + "list.json")))
    }

    /// What was downloaded, without folders above the revision: `0.4.0/b.zip`.
    var downloads: [String] {
        get async {
            await fetcher.asked.map { $0.pathComponents.suffix(2).joined(separator: "/") }
                .filter { $0.hasSuffix(".zip") }
        }
    }
}
