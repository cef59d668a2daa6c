/// A sensor that sends samples by itself once it is configured, subscribed, enabled and started.
public protocol StreamableSensor: MWSensor {
    /// What one sample is.
    associatedtype Sample: Sendable
    /// What must be written some time before the rest.
    var warmupPackets: [Packet] { get }
    /// How long to wait after the warm-up.
    var warmupDelay: Duration { get }
    /// Rate, range and the like.
    var configurePackets: [Packet] { get }
    /// Data interrupts on.
    var enablePackets: [Packet] { get }
    /// Power on.
    var startPackets: [Packet] { get }
    /// Power off.
    var stopPackets: [Packet] { get }
    /// Data interrupts off.
    var disablePackets: [Packet] { get }
    /// Reads a notification of the data register, header included.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too short.
    func sample(from packet: Span<UInt8>) throws(MWError) -> Sample
    /// Reads a notification of the packed register, oldest sample first.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too short.
    func packedSamples(from packet: Span<UInt8>) throws(MWError) -> [Sample]
}

extension StreamableSensor {
    /// None.
    public var warmupPackets: [Packet] { [] }
    /// None.
    public var warmupDelay: Duration { .zero }
    /// None.
    public var configurePackets: [Packet] { [] }
    /// None.
    public var enablePackets: [Packet] { [] }
    /// None.
    public var startPackets: [Packet] { [] }
    /// None.
    public var stopPackets: [Packet] { [] }
    /// None.
    public var disablePackets: [Packet] { [] }
    /// None.
    public func packedSamples(from packet: Span<UInt8>) throws(MWError) -> [Sample] { [] }

    /// Turns the notifications of the data register, or of the packed one, on or off.
    public func subscribePacket(isPacked: Bool = false, _ isOn: Bool) -> Packet {
        .subscribe(module, isPacked ? packedDataRegister ?? dataRegister : dataRegister, isOn)
    }

    /// Reads a notification of the data register, header included.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too short.
    public func sample(from packet: [UInt8]) throws(MWError) -> Sample {
        try sample(from: packet.span)
    }

    /// Reads a notification of the packed register, oldest sample first.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too short.
    public func packedSamples(from packet: [UInt8]) throws(MWError) -> [Sample] {
        try packedSamples(from: packet.span)
    }
}

/// A sensor whose samples a board can log.
public protocol LoggableSensor: StreamableSensor {
    /// The name by which a host remembers its loggers.
    var loggerKey: String { get }
    /// The parts in which loggers record a sample, 4 bytes each at most.
    var logChunks: [LogChunk] { get }
}

extension LoggableSensor {
    /// Four bytes, then two: three 16-bit numbers.
    public var logChunks: [LogChunk] { LogChunk.split(length: 6) }

    /// Reads a logged sample, which has no header.
    ///
    /// - Throws: `MWError.operationFailed` for too few bytes.
    public func loggedSample(from bytes: [UInt8]) throws(MWError) -> Sample {
        try sample(from: [module.rawValue, dataRegister] + bytes)
    }
}

/// The four switches that most sensors share: interrupt pair in register 02, power in register 01 (protocol, sensors
/// 1.4 and 1.5).
package enum PoweredSensor {
    package static func enable(_ module: MWModule) -> Packet { Packet(module, 0x02, [0x01, 0x00]) }
    package static func disable(_ module: MWModule) -> Packet {
        Packet(module, 0x02, [0x00, 0x01])
    }
    package static func start(_ module: MWModule) -> Packet { Packet(module, 0x01, [0x01]) }
    package static func stop(_ module: MWModule) -> Packet { Packet(module, 0x01, [0x00]) }
}
