/// A controller for its host's transport: H4 packets in, H4 packets out (Core Vol 4, Part A).
///
/// Used from the simulation's thread.
package protocol HCIPort: AnyObject {
    /// Takes one whole packet of the host, indicator byte first.
    func receive(_ packet: Span<UInt8>)
    /// Appends the controller's pending output, in whole packets, and clears it.
    func takeOutput(into buffer: inout [UInt8])
    /// Called when output becomes available; once until `takeOutput`.
    var onOutput: (() -> Void)? { get set }
    /// True while the host does not read: data for it then stay on the air and are not
    /// acknowledged.
    var isHostSlow: Bool { get set }
    /// The host has disconnected: its links end, its advertising and scanning stop.
    func detach()
}
