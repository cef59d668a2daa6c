import MetaWearTables
import Wire

/// The barometer, a BMP280 or a BME280; Pa (protocol, sensors 13).
public struct MWBarometer: LoggableSensor {
    /// Which chip it is.
    public enum Variant: UInt8, Sendable { case bmp280, bme280 }

    /// How often a pressure is measured for one value.
    public enum Oversampling: UInt8, CaseIterable, Sendable {
        case skip, ultraLowPower, lowPower, standard, high, ultraHigh
    }

    /// How many values are smoothed into one.
    public enum IIRFilter: UInt8, CaseIterable, Sendable {
        case off, avg2, avg4, avg8, avg16

        /// How many values; 0 for none.
        public var length: Int { [0, 2, 4, 8, 16][Int(rawValue)] }
    }

    /// The pause between two measurements of a BMP280.
    public enum BMPStandbyTime: UInt8, CaseIterable, Sendable {
        // swift-format-ignore: AlwaysUseLowerCamelCase
        case ms0_5, ms62_5, ms125, ms250, ms500, ms1000, ms2000, ms4000

        /// Milliseconds.
        public var ms: Double { [0.5, 62.5, 125, 250, 500, 1000, 2000, 4000][Int(rawValue)] }
    }

    /// The pause between two measurements of a BME280.
    public enum BMEStandbyTime: UInt8, CaseIterable, Sendable {
        // swift-format-ignore: AlwaysUseLowerCamelCase
        case ms0_5, ms62_5, ms125, ms250, ms500, ms1000, ms10, ms20

        /// Milliseconds.
        public var ms: Double { [0.5, 62.5, 125, 250, 500, 1000, 10, 20][Int(rawValue)] }
    }

    /// How often a pressure is measured for one value.
    public let oversampling: Oversampling
    /// How many values are smoothed into one.
    public let iirFilter: IIRFilter
    /// The pause's code, 0 to 7.
    public let standbyRaw: UInt8
    /// Which chip the pause was chosen for.
    public let variant: Variant?

    /// A configuration of a BMP280.
    public init(
        oversampling: Oversampling = .standard, iirFilter: IIRFilter = .off,
        standbyTime: BMPStandbyTime = .ms0_5
    ) {
        self.oversampling = oversampling
        self.iirFilter = iirFilter
        standbyRaw = standbyTime.rawValue
        variant = .bmp280
    }

    /// A configuration of a BME280.
    public init(
        oversampling: Oversampling, iirFilter: IIRFilter, bmeStandbyTime: BMEStandbyTime
    ) {
        self.oversampling = oversampling
        self.iirFilter = iirFilter
        standbyRaw = bmeStandbyTime.rawValue
        variant = .bme280
    }

    /// Register 03.
    struct Configuration: Layout {
        var oversampling = Oversampling.standard
        /// Of the temperature, as the pressure's.
        var temperature: UInt8 = 1
        var filter = IIRFilter.off
        var standby: UInt8 = 0

        mutating func layout(_ c: inout some Coder) {
            c.reserved(bits: 2)
            c(&oversampling, bits: 3, "oversampling")
            c(&temperature, bits: 3, "temperature oversampling")
            c.reserved(bits: 2)
            c(&filter, bits: 3, "filter")
            c(&standby, bits: 3, "standby")
        }
    }

    fileprivate static let source = TableSource(.pressure)
    /// Counts in one Pa.
    public static let scale = source.scale
}

extension MWBarometer {
    /// The barometer.
    public var module: MWModule { .barometer }
    /// 01.
    public var dataRegister: UInt8 { Self.source.register }
    /// `pressure`.
    public var loggerKey: String { "pressure" }
    /// One of four bytes.
    public var logChunks: [LogChunk] { Self.source.chunks }
    /// Oversampling, filter and pause; the temperature is measured twice at the highest oversampling.
    public var configurePackets: [Packet] {
        let configuration = Configuration(
            oversampling: oversampling, temperature: oversampling == .ultraHigh ? 2 : 1,
            filter: iirFilter, standby: standbyRaw)
        return [Packet(.barometer, 0x03, configuration.bytes)]
    }
    /// Measures cyclically, altitude too.
    public var startPackets: [Packet] { [Packet(.barometer, 0x04, [0x01, 0x01])] }
    /// Ends the cycle.
    public var stopPackets: [Packet] { [Packet(.barometer, 0x04, [0x00, 0x00])] }

    /// Reads a pressure in Pa.
    public func sample(from packet: Span<UInt8>) throws(MWError) -> Float {
        try packet.require(6, "a pressure")
        return Float(packet.uint32(at: 2)) / Self.scale
    }
}

/// The altitude that a board computes from the pressure; metres (protocol, sensors 13).
public struct MWAltimeter: StreamableSensor {
    /// How the barometer measures.
    public let barometerConfig: MWBarometer

    private static let source = TableSource(.altitude)

    /// The altitude by a barometer.
    public init(config: MWBarometer = MWBarometer()) { barometerConfig = config }

    /// The barometer.
    public var module: MWModule { .barometer }
    /// 02.
    public var dataRegister: UInt8 { Self.source.register }
    /// As the barometer.
    public var configurePackets: [Packet] { barometerConfig.configurePackets }
    /// As the barometer.
    public var startPackets: [Packet] { barometerConfig.startPackets }
    /// As the barometer.
    public var stopPackets: [Packet] { barometerConfig.stopPackets }

    /// Reads an altitude in metres.
    public func sample(from packet: Span<UInt8>) throws(MWError) -> Float {
        try packet.require(6, "an altitude")
        return Float(Int32(bitPattern: packet.uint32(at: 2))) / Self.source.scale
    }
}

/// One pressure, asked for; Pa.
public struct MWBarometerPressureRead: ReadableValue {
    /// The question has no choices.
    public init() {}
    /// The barometer.
    public var module: MWModule { .barometer }
    /// 01.
    public var dataRegister: UInt8 { MWBarometer.source.register }
    /// `[12 81]`.
    public var readPacket: Packet { .read(.barometer, dataRegister) }

    /// Reads a pressure in Pa.
    public func sample(from packet: Span<UInt8>) throws(MWError) -> Float {
        try MWBarometer().sample(from: packet)
    }
}
