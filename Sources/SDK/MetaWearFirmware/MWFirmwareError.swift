public import Foundation

/// Why firmware could not be found, loaded or installed.
public enum MWFirmwareError: Error, Sendable, Equatable {
    /// The server answered with this HTTP status.
    case badServerResponse(status: Int)
    /// The server's answer is not what was asked for.
    case invalidServerResponse(message: String)
    /// There is no firmware for the board.
    case noAvailableFirmware(message: String)
    /// A downloaded file could not be stored.
    case cannotSaveFile(message: String)
    /// The file is not a firmware package, or is damaged.
    case invalidFirmwareFile(URL)
    /// The board's bootloader is too old for the firmware, and there is no newer one to install first. The board keeps
    /// its firmware.
    case bootloaderUpgradeUnavailable(requiredVersion: String, hardwareRev: String)
    /// The board streams, logs or is not connected.
    case deviceNotIdle
    /// The transfer failed: a code, a colon and what happened. The board is in its bootloader; run the update again.
    case dfuFailed(message: String)
    /// The update was cancelled.
    case aborted
    /// An action ran and failed.
    case operationFailed(String)
}

extension MWFirmwareError: LocalizedError {
    /// For a person.
    public var errorDescription: String? {
        switch self {
        case .badServerResponse(let status):
            "The firmware server answered with status \(status)."
        case .invalidServerResponse(let message):
            "The firmware server's answer is not usable: \(message)."
        case .noAvailableFirmware(let message): "There is no firmware: \(message)."
        case .cannotSaveFile(let message): "The firmware file cannot be saved: \(message)."
        case .invalidFirmwareFile(let url):
            "`\(url.lastPathComponent)` is not a firmware package, or is damaged."
        case .bootloaderUpgradeUnavailable(let version, let hardware):
            "The firmware needs bootloader \(version), and there is none for hardware"
                + " \(hardware). The board keeps its firmware."
        case .deviceNotIdle:
            "The board must be connected, and neither streaming nor logging nor downloading."
        case .dfuFailed(let message): "The firmware update failed: \(message)."
        case .aborted: "The firmware update was aborted."
        case .operationFailed(let text): text
        }
    }
}
