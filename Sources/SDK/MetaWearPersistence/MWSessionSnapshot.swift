public import Foundation

/// What the store knows of a session, without its samples.
public struct MWSessionSnapshot: Sendable, Identifiable, Equatable {
    /// Names the session in every call of the store.
    public let id: UUID
    /// The board's identifier.
    public let deviceID: UUID
    /// What its samples are, as it was saved: `cartesian`.
    public let sensorKind: String
    /// The date of the first sample that was saved.
    public let startDate: Date
    /// The date of the last sample that was saved.
    public let endDate: Date
    /// How many samples it has.
    public let sampleCount: Int
    /// The board's serial number.
    public let deviceSerial: String
    /// The board's model number.
    public let deviceModel: String
    /// The board's firmware revision.
    public let deviceFirmware: String
    /// The caller's words for it; nil if there are none.
    public let label: String?
}
