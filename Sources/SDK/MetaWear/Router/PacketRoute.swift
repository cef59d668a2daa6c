import Foundation

/// Where the packets of one register go while it is subscribed.
///
/// The router calls both closures on its own actor, so they only pass on what they get.
struct PacketRoute: Sendable {
    /// A packet, header included.
    let deliver: @Sendable (Data) -> Void
    /// No more packets come: nil for a wanted end.
    let finish: @Sendable ((any Error)?) -> Void
}
