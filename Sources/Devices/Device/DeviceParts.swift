/// A device whose battery is charged in it.
public protocol ChargedDevice: SimulatedDevice {
    /// The charger is connected or taken away.
    func setCharger(connected: Bool)
}

/// A device with pins that the world can drive.
public protocol PinnedDevice: SimulatedDevice {
    /// What a high pin is driven with, in volts.
    var logicVoltage: Double { get }
    /// Drives a pin from outside; nil leaves it open. A pin that is not there is ignored.
    func setPin(_ pin: Int, volts: Double?)
}

/// A device that keeps what it measured in a memory of its own.
public protocol RecordingDevice: SimulatedDevice {
    /// The memory as it is now.
    var recording: RecordingMemory { get }
    /// Fills the memory with older entries up to a part of it, 0 to 1.
    func fillRecording(to fraction: Double)
}

/// What a report tells of the memory of a device that records.
public struct RecordingMemory: Sendable, Equatable {
    /// Whether it records now.
    public var isRecording: Bool
    /// Entries that can be read out now.
    public var entries: Int
    /// Entries that it took since the run began.
    public var entriesRecorded: Int
    /// Entries that found it full.
    public var entriesRefused: Int
    /// Pages given up for newer ones.
    public var pagesRecycled: Int
    /// What it holds, in entries, headers of pages included.
    public var length: Int
    /// Used part, 0 to 1.
    public var fill: Double

    /// A memory that nothing happened to, unless told.
    public init(
        isRecording: Bool = false, entries: Int = 0, entriesRecorded: Int = 0,
        entriesRefused: Int = 0, pagesRecycled: Int = 0, length: Int = 0, fill: Double = 0
    ) {
        self.isRecording = isRecording
        self.entries = entries
        self.entriesRecorded = entriesRecorded
        self.entriesRefused = entriesRefused
        self.pagesRecycled = pagesRecycled
        self.length = length
        self.fill = fill
    }
}
