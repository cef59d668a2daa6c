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
    /// What the board was called when the session was saved; nil if that is not known.
    public let deviceName: String?
    /// Common to the sessions that were recorded together; nil for a session of one board.
    public let groupID: UUID?

    /// A snapshot of no store, for previews and tests.
    public init(
        id: UUID = UUID(), deviceID: UUID = UUID(), sensorKind: String, startDate: Date,
        endDate: Date, sampleCount: Int, deviceSerial: String, deviceModel: String = "",
        deviceFirmware: String = "", label: String? = nil, deviceName: String? = nil,
        groupID: UUID? = nil
    ) {
        self.id = id
        self.deviceID = deviceID
        self.sensorKind = sensorKind
        self.startDate = startDate
        self.endDate = endDate
        self.sampleCount = sampleCount
        self.deviceSerial = deviceSerial
        self.deviceModel = deviceModel
        self.deviceFirmware = deviceFirmware
        self.label = label
        self.deviceName = deviceName
        self.groupID = groupID
    }
}
