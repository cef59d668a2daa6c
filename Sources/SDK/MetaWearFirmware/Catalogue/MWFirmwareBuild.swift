public import Foundation

/// One published firmware for one kind of board.
public struct MWFirmwareBuild: Sendable, Equatable {
    /// Of the board, as the catalogue writes it: `0.4`.
    public let hardwareRev: String
    /// Of the board: `5`, `8`.
    public let modelNumber: String
    /// `vanilla` for applications, `bootloader` for bootloaders.
    public let buildFlavor: String
    /// What the board reports afterwards: `1.7.3`.
    public let firmwareRev: String
    /// The last part of its address.
    public let filename: String
    /// The oldest bootloader that can install it; nil or empty if any can.
    public let requiredBootloader: String?
    /// Where it is; a `file:` address is not downloaded.
    public let firmwareURL: URL

    /// A build at its place on the vendor's server.
    public init(
        hardwareRev: String, modelNumber: String, buildFlavor: String, firmwareRev: String,
        filename: String, requiredBootloader: String?
    ) {
        self.init(
            hardwareRev: hardwareRev, modelNumber: modelNumber, buildFlavor: buildFlavor,
            firmwareRev: firmwareRev, filename: filename, requiredBootloader: requiredBootloader,
            folder: MWFirmwareServer.defaultCatalogURL.deletingLastPathComponent())
    }

    static let bootloaderFlavor = "bootloader"

    /// A build at any address.
    ///
    /// - Parameter filename: the last part of the address if nil.
    public init(
        hardwareRev: String, modelNumber: String, firmwareRev: String, customURL: URL,
        filename: String? = nil, buildFlavor: String = "vanilla", requiredBootloader: String? = nil
    ) {
        self.hardwareRev = hardwareRev
        self.modelNumber = modelNumber
        self.buildFlavor = buildFlavor
        self.firmwareRev = firmwareRev
        self.filename = filename ?? customURL.lastPathComponent
        self.requiredBootloader = requiredBootloader
        firmwareURL = customURL
    }

    /// A build at its place below the folder of a catalogue: hardware, model, flavour, revision, file. Characters that an
    /// address may not contain are escaped.
    init(
        hardwareRev: String, modelNumber: String, buildFlavor: String, firmwareRev: String,
        filename: String, requiredBootloader: String?, folder: URL
    ) {
        var url = folder
        for part in [hardwareRev, modelNumber, buildFlavor, firmwareRev, filename] {
            url.append(component: part, directoryHint: .notDirectory)
        }
        self.init(
            hardwareRev: hardwareRev, modelNumber: modelNumber, firmwareRev: firmwareRev,
            customURL: url, filename: filename, buildFlavor: buildFlavor,
            requiredBootloader: requiredBootloader)
    }
}
