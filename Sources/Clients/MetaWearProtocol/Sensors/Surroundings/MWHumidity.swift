import MetaWearTables

/// The humidity, asked for; percent (protocol, sensors 17).
public struct MWHumidity: PolledLoggableValue {
    /// How often it is measured for one value.
    public enum Oversampling: UInt8, CaseIterable, Sendable {
        case x1 = 1
        case x2, x4, x8, x16

        /// How many times.
        public var factor: Int { 1 << (Int(rawValue) - 1) }
    }

    private static let source = TableSource(.humidity)

    /// The question has no choices.
    public init() {}
    /// The humidity sensor.
    public var module: MWModule { .humidity }
    /// 01.
    public var dataRegister: UInt8 { Self.source.register }
    /// `[16 81]`.
    public var readPacket: Packet { .read(.humidity, dataRegister) }
    /// One of four bytes.
    public var logChunks: [LogChunk] { Self.source.chunks }

    /// Reads percent.
    public func sample(from packet: Span<UInt8>) throws(MWError) -> Float {
        try packet.require(6, "a humidity")
        return Float(packet.uint32(at: 2)) / Self.source.scale
    }
}

/// Sets how often the humidity is measured for one value.
public struct MWHumiditySetOversampling: HostCommand {
    /// How often.
    public let oversampling: MWHumidity.Oversampling

    /// Sets it.
    public init(oversampling: MWHumidity.Oversampling) { self.oversampling = oversampling }

    /// `[16 02 code]`.
    public var packet: Packet { Packet(.humidity, 0x02, [oversampling.rawValue]) }
}
