/// The contents of the program flash, as far as a bootloader knows them.
public struct InstalledFirmware: Equatable, Sendable {
    /// False from the erasure of the application by an update until the update is done.
    package var hasApplication = true
    /// The application installed last; nil for the board's original one.
    public var application: FirmwareRevision?
    /// The bootloader installed last; nil for the board's original one.
    public var bootloader: FirmwareRevision?

    /// The state from the factory, by default.
    public init(
        hasApplication: Bool = true, application: FirmwareRevision? = nil,
        bootloader: FirmwareRevision? = nil
    ) {
        self.hasApplication = hasApplication
        self.application = application
        self.bootloader = bootloader
    }
}
