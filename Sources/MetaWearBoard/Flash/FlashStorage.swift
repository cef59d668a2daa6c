/// What a board's flash held when its storage was opened.
public struct FlashImage: Sendable {
    public var resetUID: UInt8
    /// Oldest first.
    public var pages: [FlashPage]

    public init(resetUID: UInt8 = 0, pages: [FlashPage] = []) {
        self.resetUID = resetUID
        self.pages = pages
    }
}

/// Keeps a board's flash beyond the process. What a call has programmed is there after `kill -9`.
///
/// A failure is kept by the storage and told by its owner: firmware has nobody to tell.
public protocol FlashStorage: AnyObject {
    var image: FlashImage { get }
    /// The words of a page from one on; those before stand already.
    func program(_ page: FlashPage, from word: Int)
    /// A host has taken entries of a page.
    func consume(_ page: FlashPage)
    /// Every page up to a sequence number is erased.
    func erase(through sequence: UInt32)
    func save(resetUID: UInt8)
}
