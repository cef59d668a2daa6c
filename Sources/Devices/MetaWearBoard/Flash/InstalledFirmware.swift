/// What stands in the program's flash, as far as a bootloader knows it.
public struct InstalledFirmware: Equatable, Sendable {
    /// False from the moment in which an update erases the application until the update is done.
    public var hasApplication = true
    /// Of the application that was installed last; nil for the one that the board was made with.
    public var application: FirmwareRevision?
    /// Of the bootloader that was installed last; nil for the one that the board was made with.
    public var bootloader: FirmwareRevision?

    /// As a board leaves the factory, unless told otherwise.
    public init(
        hasApplication: Bool = true, application: FirmwareRevision? = nil,
        bootloader: FirmwareRevision? = nil
    ) {
        self.hasApplication = hasApplication
        self.application = application
        self.bootloader = bootloader
    }
}
