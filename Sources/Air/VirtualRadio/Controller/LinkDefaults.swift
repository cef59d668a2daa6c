internal import Bluetooth

/// The host's defaults for new links.
struct LinkDefaults {
    /// Suggested longest payload (bytes) and its time (µs) for packets to peers (Core Vol 6, Part
    /// B, 4.5.10).
    var octets: UInt16 = 27
    var time: UInt16 = 328
    /// The PHYs that it prefers, as bits (1M, 2M, coded); 0 for no preference.
    var transmitPHYs: UInt8 = 0
    var receivePHYs: UInt8 = 0
    /// 37 bits, one for each channel.
    var channelMap: UInt64 = (1 << 37) - 1
    var hostSupportsLE = false
}
