/// A field of a command's parameters (Core Vol 4, Part E, 7): little endian, of whole bytes.
package enum HCIField: Sendable {
    // Connections; intervals in steps of 1.25 ms, timeouts in steps of 10 ms.
    case handle, reason, latency, timeout, leastLength, mostLength, octets, time, channelMap
    case anyPHY, transmitPHYs, receivePHYs, options
    case packets, synchronousLength, synchronousPackets
    // Addresses.
    case address, peerType, peer, own
    // Advertising, scanning and connecting; intervals in steps of 0.625 ms.
    case shortest, longest, interval, window, duration, period, channels, filterPolicy, filter
    case set, setID, properties, shortestLong, longestLong, power, phys, primaryPHY, secondaryPHY
    case mostSkipped, notification, operation, preference, length, data, events
    // Keys, least significant byte first.
    case random, diversifier, key, block, peerKey, localKey, x, y
    // Of several commands.
    case isOn, mode, type, mask, page, count

    /// How many numbers of how many bits; a field of several is a row of bytes.
    var size: (bits: Int, count: Int) {
        switch self {
        case .handle, .latency, .timeout, .leastLength, .mostLength, .octets, .time, .options,
            .packets, .synchronousPackets, .shortest, .longest, .interval, .window, .duration,
            .period, .properties, .diversifier:
            (16, 1)
        case .shortestLong, .longestLong: (24, 1)
        case .channelMap: (40, 1)
        case .address, .peer: (48, 1)
        case .mask, .random: (64, 1)
        case .key, .block, .peerKey, .localKey: (8, 16)
        case .data: (8, AdvertisingData.limit)
        case .x, .y: (8, 32)
        default: (8, 1)
        }
    }
}
