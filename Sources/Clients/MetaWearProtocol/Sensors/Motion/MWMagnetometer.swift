import MetaWearTables

/// The magnetometer, a BMM150; µT (protocol, sensors 16).
public struct MWMagnetometer: LoggableSensor {
    /// Repetitions and rate that the maker of the chip recommends together.
    public enum Preset: CaseIterable, Sendable {
        case lowPower, regular, enhancedRegular, highAccuracy

        /// Repetitions of x and y, of z, and the rate.
        public var values: (xyReps: UInt8, zReps: UInt8, odr: ODR) {
            switch self {
            case .lowPower: (3, 3, .hz10)
            case .regular: (9, 15, .hz10)
            case .enhancedRegular: (15, 27, .hz10)
            case .highAccuracy: (47, 83, .hz20)
            }
        }
    }

    /// Samples a second.
    public enum ODR: UInt8, CaseIterable, Sendable {
        case hz10, hz2, hz6, hz8, hz15, hz20, hz25, hz30

        /// Hertz.
        public var hz: Double { [10, 2, 6, 8, 15, 20, 25, 30][Int(rawValue)] }
    }

    /// Measurements that one value of x and y is the mean of; odd, from 1.
    public let xyReps: UInt8
    /// Measurements that one value of z is the mean of; from 1.
    public let zReps: UInt8
    /// Samples a second.
    public let odr: ODR
    /// What it was made from; nil for repetitions of the caller's own.
    public let preset: Preset?

    /// One of the recommended configurations.
    public init(preset: Preset = .lowPower) {
        (xyReps, zReps, odr) = preset.values
        self.preset = preset
    }

    /// Any configuration; repetitions of 0 count as 1.
    public init(xyReps: UInt8, zReps: UInt8, odr: ODR) {
        self.xyReps = max(1, xyReps)
        self.zReps = max(1, zReps)
        self.odr = odr
        preset = nil
    }

    private static let source = TableSource(.magneticField)
    private static let packedSource = TableSource(.magneticFieldPacked)
    /// Counts in one µT.
    public static let scale = source.scale
    /// The module's revision that first has packed data.
    public static let packedSince: UInt8 = 1
    /// Back to sleep: a cold chip takes no configuration before it (protocol, sensors 16).
    public static let sleep = Packet(.magnetometer, 0x01, [0x00])

    /// Power off and all registers forgotten; from module revision 2 on.
    public struct Suspend: HostCommand {
        /// The command has no choices.
        public init() {}
        /// `[15 01 02]`.
        public var packet: Packet { Packet(.magnetometer, 0x01, [0x02]) }
    }

    /// Repetitions, then rate.
    public struct Configure: HostCommandSequence {
        /// Measurements of x and y.
        public let xyReps: UInt8
        /// Measurements of z.
        public let zReps: UInt8
        /// Samples a second.
        public let odr: ODR

        /// A configuration; repetitions of 0 count as 1.
        public init(xyReps: UInt8, zReps: UInt8, odr: ODR) {
            self.xyReps = max(1, xyReps)
            self.zReps = max(1, zReps)
            self.odr = odr
        }

        /// Two writes.
        public var packets: [Packet] { Self.packets(Int(xyReps), Int(zReps), odr) }

        static func packets(_ xyReps: Int, _ zReps: Int, _ odr: ODR) -> [Packet] {
            let repetitions = [UInt8(clamping: (xyReps - 1) / 2), UInt8(clamping: zReps - 1)]
            return [
                Packet(.magnetometer, 0x04, repetitions),
                Packet(.magnetometer, 0x03, [odr.rawValue]),
            ]
        }
    }

    /// The configuration as the C++ SDK writes it: on module revision 2 it sends the chip to sleep first.
    public func configurePackets(revision: UInt8) -> [Packet] {
        (revision >= 2 ? [Self.sleep] : []) + configurePackets
    }

    /// The same for all repetitions that the registers hold: 1 to 511 of x and y, 1 to 256 of z.
    public static func configurePackets(
        xyReps: Int, zReps: Int, odr: ODR, revision: UInt8
    ) -> [Packet] {
        (revision >= 2 ? [sleep] : []) + Configure.packets(xyReps, zReps, odr)
    }
}

extension MWMagnetometer {
    /// The magnetometer.
    public var module: MWModule { .magnetometer }
    /// 05.
    public var dataRegister: UInt8 { Self.source.register }
    /// 09.
    public var packedDataRegister: UInt8? { Self.packedSource.register }
    /// `magnetic-field`.
    public var loggerKey: String { "magnetic-field" }
    /// Sleep, which a cold chip needs before anything else.
    public var warmupPackets: [Packet] { [Self.sleep] }
    /// 200 ms.
    public var warmupDelay: Duration { .milliseconds(200) }
    /// Repetitions and rate.
    public var configurePackets: [Packet] {
        Configure(xyReps: xyReps, zReps: zReps, odr: odr).packets
    }
    /// The data interrupt on.
    public var enablePackets: [Packet] { [PoweredSensor.enable(.magnetometer)] }
    /// Power on.
    public var startPackets: [Packet] { [PoweredSensor.start(.magnetometer)] }
    /// Power off.
    public var stopPackets: [Packet] { [PoweredSensor.stop(.magnetometer)] }
    /// The data interrupt off.
    public var disablePackets: [Packet] { [PoweredSensor.disable(.magnetometer)] }

    /// Reads a sample in µT.
    public func sample(from packet: Span<UInt8>) throws(MWError) -> CartesianFloat {
        try SampleParser.cartesian(packet, scale: Self.scale)
    }

    /// Reads three samples in µT, oldest first.
    public func packedSamples(from packet: Span<UInt8>) throws(MWError) -> [CartesianFloat] {
        try SampleParser.packed(packet, scale: Self.scale)
    }
}
