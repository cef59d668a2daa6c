/// How the cap's stream comes in; the host's word for it, no command selects it.
public enum BLEMode: String, Sendable, CaseIterable {
    /// Less than 30 ms from one notification to the next.
    case fast
    /// Less than 200 ms.
    case normal
    /// Slower, or silent.
    case lowPower
    /// Not enough notifications of one kind in a row.
    case unknown
}

/// Tells the mode of the stream from the time between notifications (protocol, triki-motion 3.11).
public struct TrikiBLEMonitor: Sendable, Equatable {
    /// The mode that the last three equal samples agreed on.
    public private(set) var mode = BLEMode.unknown
    private var candidate = BLEMode.unknown
    private var agreeing = 0
    private var lastPacket: Double?

    /// Seconds without a packet after which a poll counts as a sample of low power.
    public static let silence = 1.5

    /// A monitor that has seen nothing.
    public init() {}

    /// Takes the arrival of a notification, in seconds.
    public mutating func packetArrived(at now: Double) {
        if let lastPacket { sample(delta: now - lastPacket) }
        lastPacket = now
    }

    /// Takes the time between two notifications, in seconds; less than 1 ms or more than 3 s says nothing.
    public mutating func sample(delta: Double) {
        guard delta >= 0.001, delta <= 3 else { return }
        note(delta < 0.030 ? .fast : delta < 0.200 ? .normal : .lowPower)
    }

    /// Takes the silence at a poll, in seconds.
    public mutating func poll(silence: Double) {
        if silence >= Self.silence { note(.lowPower) }
    }

    private mutating func note(_ sample: BLEMode) {
        agreeing = sample == candidate ? min(agreeing + 1, 3) : 1
        candidate = sample
        if agreeing >= 3 { mode = sample }
    }
}
