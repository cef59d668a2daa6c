import MetaWearTables

/// The battery.
public struct BatteryState: Sendable, Equatable {
    /// Thousandths of a volt.
    public let voltage: UInt16
    /// Percent.
    public let charge: UInt8

    /// A state.
    public init(voltage: UInt16, charge: UInt8) {
        self.voltage = voltage
        self.charge = charge
    }
}

extension MWSettings {
    /// Asks for the battery; from module revision 3 on.
    public struct ReadBatteryState: ReadableValue {
        private static let source = TableSource(.battery)

        /// The question has no choices.
        public init() {}
        /// The settings.
        public var module: MWModule { .settings }
        /// 0C.
        public var dataRegister: UInt8 { Self.source.register }
        /// `[11 8C]`.
        public var readPacket: Packet { .read(.settings, dataRegister) }
        /// Reads charge, then voltage.
        public func sample(from packet: Span<UInt8>) throws(MWError) -> BatteryState {
            try packet.require(5, "the battery's state")
            return BatteryState(voltage: packet.uint16(at: 3), charge: packet[2])
        }
    }

    /// Asks for the board's address; from module revision 2 on.
    public struct ReadMacAddress: ReadableValue {
        /// The question has no choices.
        public init() {}
        /// The settings.
        public var module: MWModule { .settings }
        /// 0B.
        public var dataRegister: UInt8 { 0x0B }
        /// `[11 8B]`.
        public var readPacket: Packet { .read(.settings, 0x0B) }
        /// Reads six bytes, or seven with the address type ahead; as `E8:C9:8F:52:7B:07`.
        public func sample(from packet: Span<UInt8>) throws(MWError) -> String {
            try packet.require(8, "an address")
            let bytes = packet.array(from: packet.count > 8 ? 3 : 2).prefix(6)
            return BluetoothAddress.text(bytes.reversed())
        }
    }

    /// Asks whether a charger is there: 1 if it is; from module revision 5 on.
    public struct ReadPowerStatus: ReadableValue {
        private static let source = TableSource(.charger)

        /// The question has no choices.
        public init() {}
        /// The settings.
        public var module: MWModule { .settings }
        /// 11.
        public var dataRegister: UInt8 { Self.source.register }
        /// `[11 91]`.
        public var readPacket: Packet { .read(.settings, dataRegister) }
        /// Reads the state.
        public func sample(from packet: Span<UInt8>) throws(MWError) -> UInt8 {
            try packet.require(3, "the power status")
            return packet[2]
        }
    }

    /// Asks whether the battery charges: 1 if it does; from module revision 5 on.
    public struct ReadChargeStatus: ReadableValue {
        private static let source = TableSource(.charging)

        /// The question has no choices.
        public init() {}
        /// The settings.
        public var module: MWModule { .settings }
        /// 12.
        public var dataRegister: UInt8 { Self.source.register }
        /// `[11 92]`.
        public var readPacket: Packet { .read(.settings, dataRegister) }
        /// Reads the state.
        public func sample(from packet: Span<UInt8>) throws(MWError) -> UInt8 {
            try packet.require(3, "the charge status")
            return packet[2]
        }
    }
}

/// The board's address, asked for.
public typealias MWMACAddress = MWSettings.ReadMacAddress
