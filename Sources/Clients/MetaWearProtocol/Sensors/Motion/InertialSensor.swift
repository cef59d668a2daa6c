/// A sensor of one inertial chip: what accelerometers and gyroscopes share.
public protocol InertialSensor: LoggableSensor where Sample == CartesianFloat {
    /// The chip's registers and codes.
    var chip: InertialChip { get }
    /// Rate and full scale.
    var setting: InertialSetting { get }
    /// Counts in one g or one °/s.
    var scale: Float { get }
}

extension InertialSensor {
    /// The chip's module.
    public var module: MWModule { chip.module }
    /// The chip's register of single samples.
    public var dataRegister: UInt8 { chip.dataRegister }
    /// The chip's register of three samples at once.
    public var packedDataRegister: UInt8? { chip.packedDataRegister }
    /// Rate and range.
    public var configurePackets: [Packet] { [chip.configure(setting)] }
    /// The data interrupt on.
    public var enablePackets: [Packet] { [chip.enable] }
    /// Power on.
    public var startPackets: [Packet] { [chip.start] }
    /// Power off.
    public var stopPackets: [Packet] { [chip.stop] }
    /// The data interrupt off.
    public var disablePackets: [Packet] { [chip.disable] }

    /// Reads a sample in g or °/s.
    public func sample(from packet: Span<UInt8>) throws(MWError) -> CartesianFloat {
        try SampleParser.cartesian(packet, scale: scale)
    }

    /// Reads three samples in g or °/s, oldest first.
    public func packedSamples(from packet: Span<UInt8>) throws(MWError) -> [CartesianFloat] {
        try SampleParser.packed(packet, scale: scale)
    }
}

/// The element of `values` nearest to a wish; of two equally near ones the earlier.
func nearest<T>(_ values: [T], to wish: Double, by value: (T) -> Double) -> T? {
    values.min { abs(value($0) - wish) < abs(value($1) - wish) }
}
