import Foundation
import MetaWear
import MetaWearProtocol

/// One update of one device: gets what is to be installed, gives up the link, installs.
struct FirmwareUpdate: Sendable {
    typealias Report = @Sendable (DFUProgress) -> Void

    let device: MetaWearDevice
    let fetcher: any MWFirmwareFetcher
    var limits = UpdateLimits()

    /// Runs an update in a task that ends with its stream.
    func stream(
        _ body: @escaping @Sendable (FirmwareUpdate, @escaping Report) async throws -> Void
    ) -> AsyncThrowingStream<DFUProgress, any Error> {
        AsyncThrowingStream { continuation in
            let report: Report = { continuation.yield($0) }
            let task = Task {
                do {
                    try await body(self, report)
                    continuation.finish()
                } catch MWFirmwareError.aborted {
                    continuation.finish(throwing: MWFirmwareError.aborted)
                } catch  where Task.isCancelled || error is CancellationError {
                    report(DFUProgress(state: .aborted))
                    continuation.finish(throwing: MWFirmwareError.aborted)
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// - Throws: ``MWFirmwareError/deviceNotIdle``.
    func requireIdle() async throws {
        guard try await device.settledState() == .idle else { throw MWFirmwareError.deviceNotIdle }
    }

    // MARK: What is installed

    /// The package at an address. What is downloaded is deleted again.
    func package(at url: URL, _ report: Report) async throws -> FirmwarePackage {
        guard !url.isFileURL else { return try FirmwarePackage(contentsOf: url) }
        report(DFUProgress(state: .downloadingFirmware))
        return try await download(url, named: url.lastPathComponent)
    }

    private func download(_ url: URL, named name: String) async throws -> FirmwarePackage {
        let file = try await MWFirmwareServer.download(url, named: name, with: fetcher)
        defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
        do {
            return try FirmwarePackage(contentsOf: file)
        } catch {
            // The file is gone when this is read; the address is not.
            throw MWFirmwareError.invalidFirmwareFile(url)
        }
    }

    private func package(of build: MWFirmwareBuild) async throws -> FirmwarePackage {
        build.firmwareURL.isFileURL
            ? try FirmwarePackage(contentsOf: build.firmwareURL)
            : try await download(build.firmwareURL, named: build.filename)
    }

    /// A build with the bootloaders that it may need. They are loaded before the board is touched, as the network may
    /// fail; whether they are needed shows in the bootloader alone.
    func plan(for build: MWFirmwareBuild, _ server: MWFirmwareServer) async throws -> UpdatePlan {
        let hardware = await device.deviceInfo?.hardwareRevision ?? build.hardwareRev
        var plan = UpdatePlan(
            package: try await package(of: build), requiredBootloader: build.requiredBootloader,
            hardwareRev: hardware)
        guard plan.dependsOnBootloader else { return plan }
        let published = try await server.availableBuilds(
            hardwareRev: build.hardwareRev, modelNumber: build.modelNumber,
            buildFlavor: "bootloader")
        for bootloader in Self.chain(to: build.requiredBootloader, published) {
            plan.bootloaders.append(
                .init(
                    revision: bootloader.firmwareRev, package: try await package(of: bootloader)))
        }
        return plan
    }

    /// The oldest bootloader that is new enough, after those that it needs itself; oldest first.
    static func chain(
        to required: String?, _ published: [MWFirmwareBuild]
    ) -> [MWFirmwareBuild] {
        var chain: [MWFirmwareBuild] = []
        var wanted = required ?? ""
        while !wanted.isEmpty,
            let next = published.first(where: {
                $0.firmwareRev.isMetaWearVersion(greaterThanOrEqualTo: wanted)
            }),
            chain.first.map({ next.firmwareRev.isMetaWearVersion(lessThan: $0.firmwareRev) })
                ?? true
        {
            chain.insert(next, at: 0)
            wanted = next.requiredBootloader ?? ""
        }
        return chain
    }

    // MARK: Installing

    /// Sends the board to its bootloader and installs a plan.
    func install(_ plan: UpdatePlan, _ report: @escaping Report) async throws {
        // Some bootloaders have another address, which is the next one.
        let address = try? await device.read(MWMACAddress()).value
        try Task.checkCancellation()
        try await requireIdle()
        report(DFUProgress(state: .bootloaderHandoff, totalParts: plan.package.images.count))
        // What happens to the board from here on is not left half done.
        try await Task { try await device.enterBootloader() }.value
        try await transfer(plan, address: address, report)
    }

    /// Installs a plan on a board that is in its bootloader.
    func transfer(
        _ plan: UpdatePlan, address: String?, _ report: @escaping Report
    ) async throws {
        let identity = BootloaderIdentity(
            identifier: device.identifier, address: address,
            serialNumber: await device.deviceInfo?.serialNumber)
        try await UpdateSession(
            device.transport, identity, plan, limits: limits, report: report
        ).run()
    }
}
