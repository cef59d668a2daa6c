/// Statistics of a peripheral's links since the simulation began.
public struct LinkStatistics: Sendable, Equatable {
    /// Connections by centrals.
    public var connections = 0
    /// Connection events in which a packet was exchanged; idle ones are not counted.
    package var connectionEvents = 0
    /// ATT PDUs from the peripheral that arrived.
    package var packetsToCentral = 0
    /// ATT PDUs from the central that arrived.
    package var packetsToPeripheral = 0
    /// Notifications that the link accepted from the firmware.
    package var notificationsQueued = 0
    /// Notifications refused because the link's buffers were full.
    package var notificationsRefused = 0
    /// Packets that were lost on the air and sent again.
    package var retransmissions = 0
    /// Packets that had to wait for a later connection event because one before was lost.
    package var latePackets = 0
    /// Packets that were queued when their link ended.
    package var packetsLostAtEnd = 0
    /// The largest number of queued notifications.
    package var longestQueue = 0
    /// Links that ended by supervision timeout.
    package var supervisionTimeouts = 0
}
