/// Commands of the beacon, which a board is while no host is connected (protocol, core 8.1).
public enum MWiBeacon {
    /// The beacon on.
    public struct Enable: HostCommand {
        /// The command has no choices.
        public init() {}
        /// `[07 01 01]`.
        public var packet: Packet { Packet(.iBeacon, 0x01, [1]) }
    }

    /// The beacon off.
    public struct Disable: HostCommand {
        /// The command has no choices.
        public init() {}
        /// `[07 01 00]`.
        public var packet: Packet { Packet(.iBeacon, 0x01, [0]) }
    }

    /// Sets the beacon's UUID.
    public struct SetUUID: HostCommand {
        /// Its 16 bytes, in the order in which people write them.
        public let uuidBytes: [UInt8]

        /// - Throws: `MWError.operationFailed` unless there are 16 bytes.
        public init(uuidBytes: [UInt8]) throws(MWError) {
            guard uuidBytes.count == 16 else {
                throw .operationFailed("a UUID has 16 bytes, not \(uuidBytes.count)")
            }
            self.uuidBytes = uuidBytes
        }

        /// Sixteen bytes in the order in which people write them.
        public init(
            _ uuid: (
                UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8,
                UInt8, UInt8, UInt8, UInt8
            )
        ) {
            uuidBytes = [
                uuid.0, uuid.1, uuid.2, uuid.3, uuid.4, uuid.5, uuid.6, uuid.7, uuid.8, uuid.9,
                uuid.10, uuid.11, uuid.12, uuid.13, uuid.14, uuid.15,
            ]
        }

        /// `[07 02 …]`, the last byte first.
        public var packet: Packet { Packet(.iBeacon, 0x02, uuidBytes.reversed()) }
    }

    /// Sets the major number.
    public struct SetMajor: HostCommand {
        /// 0 to 65,535.
        public let major: UInt16
        /// A number.
        public init(_ major: UInt16) { self.major = major }
        /// `[07 03 number]`.
        public var packet: Packet { Packet(.iBeacon, 0x03, major.littleEndianBytes) }
    }

    /// Sets the minor number.
    public struct SetMinor: HostCommand {
        /// 0 to 65,535.
        public let minor: UInt16
        /// A number.
        public init(_ minor: UInt16) { self.minor = minor }
        /// `[07 04 number]`.
        public var packet: Packet { Packet(.iBeacon, 0x04, minor.littleEndianBytes) }
    }

    /// Sets what a phone receives at one metre.
    public struct SetRXPower: HostCommand {
        /// dBm.
        public let power: Int8
        /// dBm.
        public init(_ power: Int8 = -55) { self.power = power }
        /// `[07 05 power]`.
        public var packet: Packet { Packet(.iBeacon, 0x05, [UInt8(bitPattern: power)]) }
    }

    /// Sets the beacon's transmit power.
    public struct SetTXPower: HostCommand {
        /// dBm.
        public let power: Int8
        /// dBm.
        public init(_ power: Int8 = 0) { self.power = power }
        /// `[07 06 power]`.
        public var packet: Packet { Packet(.iBeacon, 0x06, [UInt8(bitPattern: power)]) }
    }

    /// Sets how often the beacon sends.
    public struct SetPeriod: HostCommand {
        /// ms.
        public let periodMs: UInt16
        /// ms.
        public init(_ periodMs: UInt16 = 700) { self.periodMs = periodMs }
        /// `[07 07 period]`.
        public var packet: Packet { Packet(.iBeacon, 0x07, periodMs.littleEndianBytes) }
    }
}
