/// Connection parameters in HCI's units: 1.25 ms, events, 10 ms.
package struct ConnectionTiming: Equatable, Sendable {
    /// Between connection events, in steps of 1.25 ms.
    package var interval: UInt16
    /// Connection events that the peripheral may skip.
    package var latency: UInt16
    /// In steps of 10 ms.
    package var supervisionTimeout: UInt16

    /// The three numbers of HCI.
    package init(interval: UInt16, latency: UInt16, supervisionTimeout: UInt16) {
        self.interval = interval
        self.latency = latency
        self.supervisionTimeout = supervisionTimeout
    }
}
