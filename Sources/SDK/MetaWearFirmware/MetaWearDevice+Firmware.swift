public import Foundation
public import MetaWear
import MetaWearProtocol

extension MetaWearDevice {
    /// The newest firmware for this board if it is newer than the one that it has.
    ///
    /// - Throws: `MWFirmwareError.operationFailed` before the first connection; otherwise as
    ///   ``MWFirmwareServer/updateAvailable(currentRev:hardwareRev:modelNumber:buildFlavor:)``.
    public func checkForFirmwareUpdate(
        server: MWFirmwareServer = MWFirmwareServer()
    ) async throws -> MWFirmwareBuild? {
        guard let board = deviceInfo else {
            throw MWFirmwareError.operationFailed(
                "the board's firmware is unknown until the device has been connected once")
        }
        return try await server.updateAvailable(
            currentRev: board.firmwareRevision, hardwareRev: board.hardwareRevision,
            modelNumber: board.modelNumber)
    }

    /// Installs a firmware package. It begins at once; afterwards the device is disconnected, and connects again as usual.
    ///
    /// The update is cancelled when the stream is dropped or its task is cancelled. As long as the upload has not
    /// begun, the board then keeps its firmware; after that it stays in its bootloader until
    /// ``recoverFirmware(zipURL:fetcher:)`` or a later update succeeds.
    ///
    /// - Parameter zipURL: a `.zip` of Nordic's tools, or an application as `.bin` or `.hex`; a file, or an
    ///   address of a web server.
    /// - Returns: the progress. It ends with `MWFirmwareError.deviceNotIdle` if the device is not idle;
    ///   `invalidFirmwareFile(_:)`; `badServerResponse(status:)`; `dfuFailed(message:)`; `aborted`.
    public nonisolated func updateFirmware(
        zipURL: URL, fetcher: any MWFirmwareFetcher = URLSessionFetcher()
    ) -> AsyncThrowingStream<DFUProgress, any Error> {
        FirmwareUpdate(transport: transport, fetcher: fetcher).stream { update, report in
            try await self.requireIdle()
            let package = try await update.package(at: zipURL, report)
            try await self.install(UpdatePlan(package: package), update, report)
        }
    }

    /// Installs the newest firmware of a server, and the bootloaders that it needs first; several images are one numbering of
    /// parts. If the board has the newest firmware, the progress ends without an element.
    ///
    /// Which bootloader a board has shows only after the hand-over. If the bootloader does not say it, the firmware alone is
    /// installed.
    ///
    /// - Parameter forceReinstall: installs the newest firmware also on a board that has it.
    /// - Returns: the progress, which ends as that of ``updateFirmware(zipURL:fetcher:)`` does; also with
    ///   `MWFirmwareError.bootloaderUpgradeUnavailable(requiredVersion:hardwareRev:)` if the board's
    ///   bootloader is too old and the server has none that leads to the required one. The board then keeps its firmware.
    public nonisolated func updateFirmwareToLatest(
        server: MWFirmwareServer = MWFirmwareServer(), forceReinstall: Bool = false
    ) -> AsyncThrowingStream<DFUProgress, any Error> {
        FirmwareUpdate(transport: transport, fetcher: server.fetcher).stream { update, report in
            try await self.requireIdle()
            guard
                let build = try await self.buildToInstall(from: server, isForced: forceReinstall)
            else { return }
            report(DFUProgress(state: .fetchingCatalog))
            report(DFUProgress(state: .downloadingFirmware))
            let hardware = await self.deviceInfo?.hardwareRevision ?? build.hardwareRev
            let plan = try await update.plan(for: build, server, hardwareRev: hardware)
            try await self.install(plan, update, report)
        }
    }

    /// - Parameter isForced: also a build that the board has.
    private func buildToInstall(
        from server: MWFirmwareServer, isForced: Bool
    ) async throws -> MWFirmwareBuild? {
        guard isForced, let board = deviceInfo else {
            return try await checkForFirmwareUpdate(server: server)
        }
        return try await server.latestBuild(
            hardwareRev: board.hardwareRevision, modelNumber: board.modelNumber)
    }

    /// Installs a firmware package on a board that stayed in its bootloader when an earlier update ended early. The device is
    /// disconnected, and afterwards it connects again as usual.
    ///
    /// - Returns: the progress, which ends as that of ``updateFirmware(zipURL:fetcher:)`` does, and with
    ///   `MWFirmwareError.operationFailed` if the device is not disconnected.
    public nonisolated func recoverFirmware(
        zipURL: URL, fetcher: any MWFirmwareFetcher = URLSessionFetcher()
    ) -> AsyncThrowingStream<DFUProgress, any Error> {
        FirmwareUpdate(transport: transport, fetcher: fetcher).stream { update, report in
            guard await self.state == .disconnected else {
                throw MWFirmwareError.operationFailed(
                    "recoverFirmware() is for a board in its bootloader; disconnect the device")
            }
            let package = try await update.package(at: zipURL, report)
            try await update.install(
                UpdatePlan(package: package), on: await self.bootloaderIdentity(), report)
        }
    }

    /// - Throws: ``MWFirmwareError/deviceNotIdle``.
    private func requireIdle() async throws {
        guard try await settledState() == .idle else { throw MWFirmwareError.deviceNotIdle }
    }

    private func bootloaderIdentity(address: String? = nil) -> BootloaderIdentity {
        BootloaderIdentity(
            identifier: identifier, address: address, serialNumber: deviceInfo?.serialNumber)
    }

    /// Sends the board to its bootloader and installs a plan.
    func install(
        _ plan: UpdatePlan, _ update: FirmwareUpdate, _ report: @escaping FirmwareUpdate.Report
    ) async throws {
        // Some bootloaders have another address, which is the next one.
        let address = try? await read(MWMACAddress()).value
        try Task.checkCancellation()
        try await requireIdle()
        report(DFUProgress(state: .bootloaderHandoff, totalParts: plan.package.images.count))
        // What happens to the board from here on is not left half done.
        try await Task { try await enterBootloader() }.value
        try await update.install(
            plan, on: bootloaderIdentity(address: address), after: update.limits.handOff, report)
    }

    /// Sends the board to its bootloader, and waits until it has ended the link.
    func enterBootloader() async throws {
        guard state == .idle else { throw MWFirmwareError.deviceNotIdle }
        try await sendExpectingDisconnect(MWDebug.JumpToBootloader())
    }
}
