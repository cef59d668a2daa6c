/// What a board's flash held when its storage was opened.
public struct FlashImage: Sendable {
    /// Of the last boot; nil if no board ever booted from it.
    public var resetUID: UInt8?
    /// Oldest first, their sequence numbers ascending.
    public var pages: [FlashPage]
    /// The lowest sequence number that no page ever had; nil if there never was one.
    public var nextSequence: UInt32?
    /// What the bootloader put there; as the board was made, if it never did.
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

/// Keeps a board's flash beyond the process. What a call has programmed is there after `kill -9`.
///
/// A call that answers false has put nothing into the flash, and no later one does: to the firmware
/// the flash has failed. The storage's owner tells people why.
public protocol FlashStorage: AnyObject {
    /// What it held when it was opened.
    var image: FlashImage { get }
    /// The words of a page from one on; those before stand already.
    func program(_ page: FlashPage, from word: Int) -> Bool
    /// A host has taken entries of a page: `page.consumed` of them in all.
    func consume(_ page: FlashPage)
    /// Pages of an earlier session, before all that are there.
    func fill(_ pages: EarlierPages)
    /// Every page up to a sequence number is erased.
    func erase(through sequence: UInt32)
    /// The firmware booted.
    func save(resetUID: UInt8)
    /// The bootloader erased or wrote an image.
    func save(firmware: InstalledFirmware) -> Bool
    /// A host has recorded a macro; one of the same id is gone.
    func save(_ macro: RecordedMacro) -> Bool
    /// No macro is left.
    func eraseMacros() -> Bool
}
