/// Full pages of an earlier session, which a scenario puts before all others: only their numbers
/// are kept, and their contents are generated when they are read.
public struct EarlierPages: Sendable {
    /// The sequence number of the first; the others follow.
    public var sequence: UInt32
    /// How many pages.
    public var count: Int
    /// The reset uid of their entries, 0 to 7.
    public var uid: UInt8
    /// The first page's time base, in ticks of the log's clock; the others follow at a tick a slot.
    public var tick: UInt32

    /// A run of pages.
    public init(sequence: UInt32, count: Int, uid: UInt8, tick: UInt32 = 0) {
        self.sequence = sequence
        self.count = count
        self.uid = uid
        self.tick = tick
    }
}
