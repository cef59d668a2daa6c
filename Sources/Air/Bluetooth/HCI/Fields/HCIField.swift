/// A field of an HCI packet's parameters (Core Vol 4, Part E, 7): a little-endian number of whole
/// bytes, or bytes.
package enum HCIField: Int, Sendable, CaseIterable {
    // Connections; intervals in steps of 1.25 ms, timeouts in steps of 10 ms.
    case handle, reason, role, latency, timeout, leastLength, mostLength, clockAccuracy, channelMap
    case octets, time, receiveOctets, receiveTime
    case anyPHY, transmitPHYs, receivePHYs, transmitPHY, receivePHY, options, features, algorithm
    case packets, synchronousLength, synchronousPackets, buffers, rssi
    // Addresses.
    case address, peerType, peer, own, localResolvable, peerResolvable, targetType, target
    // Advertising, scanning and connecting; intervals in steps of 0.625 ms.
    case shortest, longest, interval, window, duration, period, channels, filterPolicy, filter
    case set, setID, properties, shortestLong, longestLong, power, phys, primaryPHY, secondaryPHY
    case mostSkipped, notification, operation, preference, length, data, events, leastPower
    // Keys, least significant byte first.
    case random, diversifier, key, block, peerKey, localKey, x, y
    // Of several packets.
    case status, credits, opcode, isOn, mode, type, mask, page, mostPage, count, states
    case version, subversion, linkVersion, linkSubversion, company, commands, dataLimit
    /// As many bytes as `length` says, or the rest.
    case rest

    /// Its size in bytes; a number has at most eight.
    var octets: Int {
        switch self {
        case .rest: 0
        case .handle, .latency, .timeout, .leastLength, .mostLength, .octets, .time,
            .receiveOctets, .receiveTime, .options, .packets, .synchronousPackets, .shortest,
            .longest, .interval, .window, .duration, .period, .properties, .diversifier, .opcode,
            .subversion, .linkSubversion, .company, .dataLimit:
            2
        case .shortestLong, .longestLong: 3
        case .channelMap: 5
        case .address, .peer, .localResolvable, .peerResolvable, .target: 6
        case .mask, .random, .features, .states: 8
        case .key, .block, .peerKey, .localKey: 16
        case .data: AdvertisingData.limit
        case .x, .y: 32
        case .commands: 64
        default: 1
        }
    }
}
