public import Foundation
public import MetaWearTransport

#if os(Linux)
    internal import MetaWearRadios
#endif

/// Updates of boards that are in their bootloader, for example because an earlier update ended early: a scan finds them there,
/// and there is no device to connect to.
public enum MetaBootFirmwareUpdater {
    #if os(Linux)
        /// Installs a firmware file on a board in its bootloader. Whether the bootloader is new enough is not checked. The
        /// radio is that of `MetaWearScanner()`.
        ///
        /// - Returns: the progress, as ``updateFirmware(identifier:zipURL:fetcher:radio:)`` has it.
        public static func updateFirmware(
            identifier: UUID, zipURL: URL, fetcher: any MWFirmwareFetcher = URLSessionFetcher()
        ) -> AsyncThrowingStream<DFUProgress, any Error> {
            updateFirmware(
                identifier: identifier, zipURL: zipURL, fetcher: fetcher,
                radio: MetaWearRadios.standard())
        }

        /// Installs the newest firmware of a server on a board in its bootloader, and the bootloaders that it needs first.
        /// The radio is that of `MetaWearScanner()`.
        ///
        /// - Returns: the progress, as ``updateFirmwareToLatest(identifier:server:radio:)`` has it.
        public static func updateFirmwareToLatest(
            identifier: UUID, server: MWFirmwareServer = MWFirmwareServer()
        ) -> AsyncThrowingStream<DFUProgress, any Error> {
            updateFirmwareToLatest(
                identifier: identifier, server: server, radio: MetaWearRadios.standard())
        }
    #endif

    /// Installs a firmware file on a board in its bootloader. Whether the bootloader is new enough is not checked: if it is not,
    /// it refuses the file after the transfer.
    ///
    /// - Parameters:
    ///   - identifier: of the bootloader's advertisement, which is the board's.
    ///   - zipURL: a `.zip` of Nordic's tools, or an application as `.bin` or `.hex`; a file, or an address of a web server.
    /// - Returns: the progress, from `downloadingFirmware` or `scanning` on. It ends with
    ///   `MWFirmwareError.invalidFirmwareFile(_:)`, `badServerResponse(status:)`, `dfuFailed(message:)` or `aborted`.
    public static func updateFirmware(
        identifier: UUID, zipURL: URL, fetcher: any MWFirmwareFetcher = URLSessionFetcher(),
        radio: any BLERadio
    ) -> AsyncThrowingStream<DFUProgress, any Error> {
        FirmwareUpdate(transport: radio.transport(to: identifier), fetcher: fetcher).stream {
            update, report in
            let package = try await update.package(at: zipURL, report)
            try await update.install(
                UpdatePlan(package: package), on: BootloaderIdentity(identifier: identifier), report
            )
        }
    }

    /// Asks a board in its bootloader what it is, and installs the newest firmware of a server, after the bootloaders that it
    /// needs.
    ///
    /// - Parameter identifier: of the bootloader's advertisement, which is the board's.
    /// - Returns: the progress, from `fetchingCatalog` on; several images are one numbering of parts. It ends as that of
    ///   ``updateFirmware(identifier:zipURL:fetcher:radio:)`` does, with ``MWFirmwareError/operationFailed(_:)`` if
    ///   the bootloader does not say what it is, and with
    ///   ``MWFirmwareError/bootloaderUpgradeUnavailable(requiredVersion:hardwareRev:)``.
    public static func updateFirmwareToLatest(
        identifier: UUID, server: MWFirmwareServer = MWFirmwareServer(), radio: any BLERadio
    ) -> AsyncThrowingStream<DFUProgress, any Error> {
        let transport = radio.transport(to: identifier)
        return FirmwareUpdate(transport: transport, fetcher: server.fetcher).stream {
            update, report in
            report(DFUProgress(state: .fetchingCatalog))
            let info = try await MetaBootDeviceInfo.read(identifier, over: transport)
            let build = try await server.latestBuild(
                hardwareRev: info.hardwareRevision, modelNumber: info.modelNumber)
            report(DFUProgress(state: .downloadingFirmware))
            let plan = try await update.plan(
                for: build, server, hardwareRev: info.hardwareRevision,
                bootloader: info.bootloaderVersion)
            // Unreachable requirements show before the board is touched.
            _ = try plan.steps(for: info.bootloaderVersion)
            try await update.install(
                plan, on: BootloaderIdentity(identifier: identifier), report)
        }
    }
}
