import MetaWearTables
import Wire

/// The light sensor, an LTR-329; thousandths of a lux (protocol, sensors 15).
public struct MWAmbientLight: LoggableSensor {
    /// How much the light is amplified.
    public enum Gain: UInt8, CaseIterable, Sendable {
        case x1, x2, x4, x8, x48, x96

        /// As the register has it.
        public var registerValue: UInt8 { [0, 1, 2, 3, 6, 7][Int(rawValue)] }

        /// How many times.
        public var factor: Int { [1, 2, 4, 8, 48, 96][Int(rawValue)] }
    }

    /// How long light is gathered for one value.
    public enum IntegrationTime: UInt8, CaseIterable, Sendable {
        case ms100, ms50, ms200, ms400, ms150, ms250, ms300, ms350

        /// Milliseconds.
        public var milliseconds: Int { [100, 50, 200, 400, 150, 250, 300, 350][Int(rawValue)] }
    }

    /// How often there is a value.
    public enum MeasurementRate: UInt8, CaseIterable, Sendable {
        case ms50, ms100, ms200, ms500, ms1000, ms2000

        /// Milliseconds between two values.
        public var milliseconds: Int { [50, 100, 200, 500, 1000, 2000][Int(rawValue)] }
    }

    /// How much the light is amplified.
    public let gain: Gain
    /// How long light is gathered for one value.
    public let integrationTime: IntegrationTime
    /// How often there is a value.
    public let measurementRate: MeasurementRate

    /// A configuration.
    public init(
        gain: Gain = .x1, integrationTime: IntegrationTime = .ms100,
        measurementRate: MeasurementRate = .ms500
    ) {
        self.gain = gain
        self.integrationTime = integrationTime
        self.measurementRate = measurementRate
    }

    /// Register 02.
    struct Configuration: Layout {
        var gain: UInt8 = 0
        var rate = MeasurementRate.ms500
        var integration = IntegrationTime.ms100

        mutating func layout(_ c: inout some Coder) {
            c.reserved(bits: 2)
            c(&gain, bits: 3, "gain")
            c.reserved(bits: 3)
            c(&rate, bits: 3, "rate")
            c(&integration, bits: 3, "integration")
            c.reserved(bits: 2)
        }
    }

    /// Both config bytes.
    public var configBytes: [UInt8] {
        Configuration(
            gain: gain.registerValue, rate: measurementRate, integration: integrationTime
        ).bytes
    }

    /// The first config byte: the gain.
    public var configByte0: UInt8 { configBytes[0] }

    fileprivate static let source = TableSource(.light)

    /// Lux of thousandths of a lux.
    public static func lux(from milliLux: UInt32) -> Float { Float(milliLux) / source.scale }
}

extension MWAmbientLight {
    /// The light sensor.
    public var module: MWModule { .ambientLight }
    /// 03.
    public var dataRegister: UInt8 { Self.source.register }
    /// `illuminance`.
    public var loggerKey: String { "illuminance" }
    /// One of four bytes.
    public var logChunks: [LogChunk] { Self.source.chunks }
    /// Gain, rate and integration time.
    public var configurePackets: [Packet] { [Packet(.ambientLight, 0x02, configBytes)] }
    /// Power on.
    public var startPackets: [Packet] { [PoweredSensor.start(.ambientLight)] }
    /// Power off.
    public var stopPackets: [Packet] { [PoweredSensor.stop(.ambientLight)] }

    /// Reads thousandths of a lux.
    public func sample(from packet: Span<UInt8>) throws(MWError) -> UInt32 {
        try packet.require(6, "an illuminance")
        return packet.uint32(at: 2)
    }
}

/// Writes a configuration of the light sensor without starting it.
public struct MWAmbientLightWriteConfig: HostCommand {
    /// What is written.
    public let config: MWAmbientLight

    /// Writes a configuration.
    public init(_ config: MWAmbientLight) { self.config = config }

    /// `[14 02 gain rate]`.
    public var packet: Packet { Packet(.ambientLight, 0x02, config.configBytes) }
}
