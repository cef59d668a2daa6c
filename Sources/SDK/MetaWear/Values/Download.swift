/// How far a download is, and everything that has arrived until then.
public struct Download<Data: Sendable>: Sendable {
    /// What has arrived; the last element of a download has all of it.
    public let data: Data
    /// 0 to 1.
    public let percentComplete: Double
    /// How many entries the board announced; nil if it did not.
    public let totalEntries: UInt32?
    /// How many of them have arrived; nil if the board did not announce any.
    public let entriesDownloaded: UInt32?

    /// A stage of a download.
    public init(
        data: Data, percentComplete: Double, totalEntries: UInt32? = nil,
        entriesDownloaded: UInt32? = nil
    ) {
        self.data = data
        self.percentComplete = percentComplete
        self.totalEntries = totalEntries
        self.entriesDownloaded = entriesDownloaded
    }
}

extension Download: Equatable where Data: Equatable {}
