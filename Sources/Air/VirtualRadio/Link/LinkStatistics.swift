/// Statistics of a peripheral's links since the simulation began.
public struct LinkStatistics: Sendable, Equatable {
    /// Connections by centrals.
    public var connections = 0
    /// Connection events in which a packet was exchanged; idle ones are not counted.
    public var connectionEvents = 0
    /// ATT PDUs from the peripheral that arrived.
    public var packetsToCentral = 0
    /// ATT PDUs from the central that arrived.
    public var packetsToPeripheral = 0
    /// Notifications that the link accepted from the firmware.
    public var notificationsQueued = 0
    /// Notifications refused because the link's buffers were full.
    public var notificationsRefused = 0
    /// Packets that were lost on the air and sent again.
    public var retransmissions = 0
    /// Packets that had to wait for a later connection event because one before was lost.
    public var latePackets = 0
    /// Packets that were queued when their link ended.
    public var packetsLostAtEnd = 0
    /// The largest number of queued notifications.
    public var longestQueue = 0
    /// Links that ended by supervision timeout.
    public var supervisionTimeouts = 0
}
