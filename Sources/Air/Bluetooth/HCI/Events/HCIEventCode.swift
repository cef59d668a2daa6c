/// The events that an LE-only controller sends (Core Vol 4, Part E, 7.7): the event code in the
/// upper byte, in the lower one the subevent code of an LE Meta event (7.7.65).
package enum HCIEventCode: UInt16, Sendable, CaseIterable {
    case disconnectionComplete = 0x0500
    case encryptionChange = 0x0800
    case readRemoteVersionInformationComplete = 0x0C00
    case commandComplete = 0x0E00
    case commandStatus = 0x0F00
    case hardwareError = 0x1000
    case numberOfCompletedPackets = 0x1300
    case dataBufferOverflow = 0x1A00
    case encryptionKeyRefreshComplete = 0x3000
    case leConnectionComplete = 0x3E01
    case leAdvertisingReport = 0x3E02
    case leConnectionUpdateComplete = 0x3E03
    case leReadRemoteFeaturesComplete = 0x3E04
    case leLongTermKeyRequest = 0x3E05
    case leRemoteConnectionParameterRequest = 0x3E06
    case leDataLengthChange = 0x3E07
    case leReadLocalP256PublicKeyComplete = 0x3E08
    case leGenerateDHKeyComplete = 0x3E09
    case leEnhancedConnectionComplete = 0x3E0A
    case leDirectedAdvertisingReport = 0x3E0B
    case lePHYUpdateComplete = 0x3E0C
    case leExtendedAdvertisingReport = 0x3E0D
    case leScanTimeout = 0x3E11
    case leAdvertisingSetTerminated = 0x3E12
    case leScanRequestReceived = 0x3E13
    case leChannelSelectionAlgorithm = 0x3E14

    /// The event code of all LE Meta events.
    package static let leMeta: UInt8 = 0x3E

    /// The event of a whole H4 packet; nil for an unknown one.
    package init?(packet: Span<UInt8>) {
        guard packet.count > 2, packet[0] == H4PacketType.event.rawValue else { return nil }
        let subevent = packet[1] == Self.leMeta && packet.count > 3 ? packet[3] : 0
        self.init(rawValue: UInt16(packet[1]) << 8 | UInt16(subevent))
    }

    package var code: UInt8 { UInt8(rawValue >> 8) }
    /// Nil unless it is an LE Meta event.
    package var subevent: UInt8? {
        code == Self.leMeta ? UInt8(truncatingIfNeeded: rawValue) : nil
    }
    /// Bytes from the indicator to the first parameter.
    package var headerLength: Int { code == Self.leMeta ? 4 : 3 }

    /// Its bit in Set Event Mask (Core Vol 4, Part E, 7.3.1); nil if it cannot be masked.
    package var maskBit: UInt64? {
        switch self {
        case .commandComplete, .commandStatus, .numberOfCompletedPackets: nil
        default: 1 << UInt64(code - 1)
        }
    }

    /// Its bit in LE Set Event Mask (Core Vol 4, Part E, 7.8.1); nil unless it is an LE Meta event.
    package var leMaskBit: UInt64? { subevent.map { 1 << UInt64($0 - 1) } }
}
