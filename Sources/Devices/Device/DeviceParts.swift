/// A device with a rechargeable battery.
package protocol ChargedDevice: SimulatedDevice {
    /// Connects or removes the charger.
    func setCharger(connected: Bool)
}

/// A device with pins that the world can drive.
package protocol PinnedDevice: SimulatedDevice {
    /// The voltage of a high pin, in volts.
    var logicVoltage: Double { get }
    /// Drives a pin from outside; nil leaves it open. An unknown pin is ignored.
    func setPin(_ pin: Int, volts: Double?)
}

/// A device that records measurements in its own memory.
package protocol RecordingDevice: SimulatedDevice {
    /// The current state of the memory.
    var recording: RecordingMemory { get }
    /// Fills a part of the memory, 0 to 1, with older entries.
    func fillRecording(to fraction: Double)
}

/// What a report says about the memory of a recording device.
public struct RecordingMemory: Sendable, Equatable {
    /// Whether it records now.
    package var isRecording: Bool
    /// Entries that can be read out now.
    public var entries: Int
    /// Entries recorded since the run began.
    package var entriesRecorded: Int
    /// Entries refused because the memory was full.
    package var entriesRefused: Int
    /// Pages given up for newer ones.
    package var pagesRecycled: Int
    /// Its length in entries, including page headers.
    public var length: Int
    /// Used part, 0 to 1.
    public var fill: Double

    /// An empty memory, by default.
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
