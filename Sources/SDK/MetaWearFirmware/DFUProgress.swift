/// How far an update is.
public struct DFUProgress: Sendable, Equatable {
    /// The stages of an update, in this order; a package of several parts repeats those from `scanning` to `disconnecting`.
    public enum State: Sendable, Equatable {
        case fetchingCatalog, downloadingFirmware
        /// The board restarts into its bootloader.
        case bootloaderHandoff
        /// The bootloader is looked for.
        case scanning
        case connecting
        /// Sizes and description of the image are sent; the board erases its old firmware.
        case starting
        case uploading, validating
        /// The image is in place, and the board restarts.
        case disconnecting
        case completed
        case aborted
    }

    /// The stage.
    public let state: State
    /// Of the part that is being uploaded, 0 to 100; whole numbers.
    public let percentComplete: Double
    /// 1 to ``totalParts``.
    public let currentPart: Int
    /// Images to install: the application, a bootloader before it, and so on.
    public let totalParts: Int
    /// On average since the part's upload began.
    public let bytesPerSecond: Double

    /// A state of an update.
    public init(
        state: State, percentComplete: Double = 0, currentPart: Int = 1, totalParts: Int = 1,
        bytesPerSecond: Double = 0
    ) {
        self.state = state
        self.percentComplete = percentComplete
        self.currentPart = currentPart
        self.totalParts = totalParts
        self.bytesPerSecond = bytesPerSecond
    }
}
