/// The contents of a board's flash when its storage was opened.
public struct FlashImage: Sendable {
    /// The reset uid of the last boot; nil if no board ever booted from it.
    package var resetUID: UInt8?
    /// Oldest first, their sequence numbers ascending.
    public var pages: [FlashPage]
    /// The lowest sequence number that no page has used; nil if there was never a page.
    package var nextSequence: UInt32?
    /// What the bootloader installed; the default if it never did.
    public var firmware = InstalledFirmware()
    /// In order of id, each id once.
    public var macros: [RecordedMacro]

    /// A flash; empty and new without arguments.
    public init(
        resetUID: UInt8? = nil, pages: [FlashPage] = [], nextSequence: UInt32? = nil,
        macros: [RecordedMacro] = [],
        firmware: InstalledFirmware = InstalledFirmware()
    ) {
        self.resetUID = resetUID
        self.pages = pages
        self.nextSequence = nextSequence
        self.firmware = firmware
        self.macros = macros
    }
}

/// Keeps a board's flash beyond the process. Data of a completed call survive `kill -9`.
///
/// A call that returns false has stored nothing, and later calls fail too: for the firmware the
/// flash has failed. The storage's owner reports the reason to users.
public protocol FlashStorage: AnyObject {
    /// Its contents when it was opened.
    var image: FlashImage { get }
    /// The words of a page from `word` on; the earlier ones are already stored.
    func program(_ page: FlashPage, from word: Int) -> Bool
    /// A host has taken entries of a page: `page.consumed` in all.
    func consume(_ page: FlashPage)
    /// Adds pages of an earlier session before all others.
    func fill(_ pages: EarlierPages)
    /// Erases every page up to a sequence number.
    func erase(through sequence: UInt32)
    /// The firmware booted.
    func save(resetUID: UInt8)
    /// The bootloader erased or wrote an image.
    func save(firmware: InstalledFirmware) -> Bool
    /// A host has recorded a macro; one with the same id is replaced.
    func save(_ macro: RecordedMacro) -> Bool
    /// Erases all macros.
    func eraseMacros() -> Bool
}
