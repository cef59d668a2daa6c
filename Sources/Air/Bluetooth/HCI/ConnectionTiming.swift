/// Connection parameters in HCI's units: 1.25 ms, events, 10 ms.
public struct ConnectionTiming: Equatable, Sendable {
    /// Between connection events, in steps of 1.25 ms.
    public var interval: UInt16
    /// Connection events that the peripheral may skip.
    public var latency: UInt16
    /// In steps of 10 ms.
    public var supervisionTimeout: UInt16

    /// The three numbers of HCI.
    public init(interval: UInt16, latency: UInt16, supervisionTimeout: UInt16) {
        self.interval = interval
        self.latency = latency
        self.supervisionTimeout = supervisionTimeout
    }
}
