public import Foundation

/// What a board of a group records. An app keeps it beyond its end, to collect it later.
public struct GroupSession: Sendable, Equatable, Codable {
    /// The same for all boards that were started together.
    public let groupID: UUID
    /// When the board had proved that it records.
    public let start: Date
    /// What it records.
    public let selections: [GroupSelection]
    /// The events on the board that light its LED.
    public internal(set) var eventIDs: [UInt8]

    /// A session.
    public init(groupID: UUID, start: Date, selections: [GroupSelection], eventIDs: [UInt8]) {
        self.groupID = groupID
        self.start = start
        self.selections = selections
        self.eventIDs = eventIDs
    }
}

/// What a board of a group has recorded.
public struct GroupCapture: Sendable {
    /// The samples of one sensor.
    public struct Recording: Sendable {
        /// Which sensor.
        public let selection: GroupSelection
        /// In the order of their times.
        public let samples: [MWLoggedSample<CartesianFloat>]
    }

    /// The session that was collected.
    public let session: GroupSession
    /// The board.
    public let device: MetaWearDevice
    /// What the app calls the board.
    public let name: String
    /// One for each selection.
    public let recordings: [Recording]

    /// Of all recordings.
    public var sampleCount: Int { recordings.reduce(0) { $0 + $1.samples.count } }
}
