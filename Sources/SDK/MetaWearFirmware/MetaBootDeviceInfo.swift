import CoreBluetooth
public import Foundation
public import MetaWearTransport

#if os(Linux)
    internal import MetaWearRadios
#endif

/// What a board in its bootloader says about itself. It decides which firmware the board can take: a board in its
/// application does not say which bootloader it has.
public struct MetaBootDeviceInfo: Sendable, Equatable {
    /// Of the board: `0.4`.
    public let hardwareRevision: String
    /// Of the board: `5`, `8`.
    public let modelNumber: String
    /// Of the bootloader: `0.4.0`.
    public let bootloaderVersion: String

    #if os(Linux)
        /// Connects to a board in its bootloader, reads, and disconnects. The radio is that of `MetaWearScanner()`.
        ///
        /// - Parameter timeout: for all of it.
        /// - Throws: ``MWFirmwareError/operationFailed(_:)`` if the bootloader cannot be reached, leaves something out, or is
        ///   not done in time.
        public static func read(
            identifier: UUID, timeout: Duration = .seconds(10)
        ) async throws -> MetaBootDeviceInfo {
            try await read(
                identifier: identifier, timeout: timeout, radio: MetaWearRadios.standard())
        }
    #endif

    /// Connects to a board in its bootloader through a radio, reads, and disconnects.
    ///
    /// - Parameter timeout: for all of it.
    /// - Throws: ``MWFirmwareError/operationFailed(_:)`` if the bootloader cannot be reached, leaves something out, or is
    ///   not done in time.
    public static func read(
        identifier: UUID, timeout: Duration = .seconds(10), radio: any BLERadio
    ) async throws -> MetaBootDeviceInfo {
        try await read(identifier, timeout: timeout, over: radio.transport(to: identifier))
    }

    static func read(
        _ identifier: UUID, timeout: Duration = .seconds(10), over transport: any BLETransport
    ) async throws -> MetaBootDeviceInfo {
        let link = BootloaderLink(transport: transport, limits: UpdateLimits())
        let result: Result<MetaBootDeviceInfo, any Error>
        do {
            result = .success(
                try await link.bounded(timeout) { _ in
                    try await link.connect(to: identifier)
                    return try await information(of: link)
                })
        } catch is BootloaderLink.TimeLimit {
            result = .failure(
                MWFirmwareError.operationFailed("the bootloader did not answer within \(timeout)"))
        } catch let failure as UpdateFailure {
            result = .failure(MWFirmwareError.operationFailed(failure.message))
        } catch {
            result = .failure(error)
        }
        await link.close()
        return try result.get()
    }

    /// One value after the other: some bootloaders answer only one request at a time.
    private static func information(of link: BootloaderLink) async throws -> MetaBootDeviceInfo {
        let hardware = try await text(MWUUIDs.hardwareRevision, "hardware revision", of: link)
        let model = try await text(MWUUIDs.modelNumber, "model number", of: link)
        let bootloader = try await text(MWUUIDs.firmwareRevision, "version", of: link)
        return MetaBootDeviceInfo(
            hardwareRevision: hardware, modelNumber: model, bootloaderVersion: bootloader)
    }

    private static func text(
        _ characteristic: CBUUID, _ name: String, of link: BootloaderLink
    ) async throws -> String {
        guard let text = try await link.text(characteristic) else {
            throw MWFirmwareError.operationFailed("the bootloader does not say its \(name)")
        }
        return text
    }
}
