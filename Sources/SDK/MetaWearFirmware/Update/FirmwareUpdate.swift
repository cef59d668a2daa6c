import Foundation
import MetaWearTransport

/// One update of one board: gets what is to be installed, and installs it.
struct FirmwareUpdate: Sendable {
    typealias Report = @Sendable (DFUProgress) -> Void

    let transport: any BLETransport
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
    /// fail; which of them are needed shows in the bootloader alone.
    ///
    /// - Parameters:
    ///   - hardwareRev: as the board says it.
    ///   - bootloader: that of the board, if it is known already.
    func plan(
        for build: MWFirmwareBuild, _ server: MWFirmwareServer, hardwareRev: String,
        bootloader: String? = nil
    ) async throws -> UpdatePlan {
        var plan = UpdatePlan(
            package: try await package(of: build), requiredBootloader: build.requiredBootloader,
            hardwareRev: hardwareRev)
        guard plan.dependsOnBootloader else { return plan }
        plan.bootloaders = try await server.availableBuilds(
            hardwareRev: build.hardwareRev, modelNumber: build.modelNumber,
            buildFlavor: MWFirmwareBuild.bootloaderFlavor)
        for candidate in BootloaderInterlock.candidates(
            installedBootloader: bootloader, requiredBootloader: build.requiredBootloader,
            availableBootloaders: plan.bootloaders)
        {
            plan.packages[candidate.firmwareRev] = try await package(of: candidate)
        }
        return plan
    }

    // MARK: Installing

    /// Installs a plan on a board that is in its bootloader, or on the way to it.
    ///
    /// - Parameter delay: until the bootloader is looked for.
    func install(
        _ plan: UpdatePlan, on board: BootloaderIdentity, after delay: Duration = .zero,
        _ report: @escaping Report
    ) async throws {
        try await UpdateSession(transport, board, plan, limits: limits, report: report)
            .run(after: delay)
    }
}
