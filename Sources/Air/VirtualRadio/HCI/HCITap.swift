public import Simulation

/// Observes one controller's HCI, for a capture.
public protocol HCITap: AnyObject {
    /// One whole H4 packet, in the order of the transport.
    func packet(_ bytes: Span<UInt8>, sentByHost: Bool, at: Instant)
}
