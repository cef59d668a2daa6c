/// A controller as its host's transport sees it: H4 packets in, H4 packets out (Core Vol 4, Part A).
///
/// Used from the simulation's thread.
public protocol HCIPort: AnyObject {
    /// Takes one whole packet of the host, indicator byte first.
    func receive(_ packet: Span<UInt8>)
    /// Appends what the controller has for its host, in whole packets, and forgets it.
    func takeOutput(into buffer: inout [UInt8])
    /// Called when there is output and there was none before; once until `takeOutput`.
    var onOutput: (() -> Void)? { get set }
    /// True while the host does not read what was sent: data for it then waits on the air and is
    /// not acknowledged.
    var isHostSlow: Bool { get set }
    /// The host is gone: its links end, its advertising and scanning stop.
    func detach()
}
