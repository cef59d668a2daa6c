/// The acceleration that the fusion corrected; g.
public struct MWSensorFusionCorrectedAcc: FusionSensor {
    /// The board sends thousandths of a g.
    public static let output = FusionOutput.correctedAcceleration
    /// How the fusion is set up.
    public let configuration: FusionConfiguration

    /// The output of a fusion that is set up so.
    public init(_ configuration: FusionConfiguration) { self.configuration = configuration }

    /// Reads a notification.
    public func sample(from packet: Span<UInt8>) throws(MWError) -> CorrectedCartesianFloat {
        try SampleParser.corrected(packet, scale: Self.output.scale)
    }
}

/// The rotation that the fusion corrected; °/s.
public struct MWSensorFusionCorrectedGyro: FusionSensor {
    /// The output.
    public static let output = FusionOutput.correctedRotation
    /// How the fusion is set up.
    public let configuration: FusionConfiguration

    /// The output of a fusion that is set up so.
    public init(_ configuration: FusionConfiguration) { self.configuration = configuration }

    /// Reads a notification.
    public func sample(from packet: Span<UInt8>) throws(MWError) -> CorrectedCartesianFloat {
        try SampleParser.corrected(packet, scale: Self.output.scale)
    }
}

/// The magnetic field that the fusion corrected; µT.
public struct MWSensorFusionCorrectedMag: FusionSensor {
    /// The output.
    public static let output = FusionOutput.correctedMagneticField
    /// How the fusion is set up.
    public let configuration: FusionConfiguration

    /// The output of a fusion that is set up so.
    public init(_ configuration: FusionConfiguration) { self.configuration = configuration }

    /// Reads a notification.
    public func sample(from packet: Span<UInt8>) throws(MWError) -> CorrectedCartesianFloat {
        try SampleParser.corrected(packet, scale: Self.output.scale)
    }
}

/// The attitude as a unit quaternion.
public struct MWSensorFusionQuaternion: FusionSensor {
    /// The output.
    public static let output = FusionOutput.quaternion
    /// How the fusion is set up.
    public let configuration: FusionConfiguration

    /// The output of a fusion that is set up so.
    public init(_ configuration: FusionConfiguration) { self.configuration = configuration }

    /// Reads a notification.
    public func sample(from packet: Span<UInt8>) throws(MWError) -> Quaternion {
        try SampleParser.quaternion(packet)
    }
}

/// The attitude as angles in degrees.
public struct MWSensorFusionEuler: FusionSensor {
    /// The output.
    public static let output = FusionOutput.eulerAngles
    /// How the fusion is set up.
    public let configuration: FusionConfiguration

    /// The output of a fusion that is set up so.
    public init(_ configuration: FusionConfiguration) { self.configuration = configuration }

    /// Reads a notification.
    public func sample(from packet: Span<UInt8>) throws(MWError) -> EulerAngles {
        try SampleParser.eulerAngles(packet)
    }
}

/// Which way down is; g.
public struct MWSensorFusionGravity: FusionSensor {
    /// The board sends m/s².
    public static let output = FusionOutput.gravity
    /// How the fusion is set up.
    public let configuration: FusionConfiguration

    /// The output of a fusion that is set up so.
    public init(_ configuration: FusionConfiguration) { self.configuration = configuration }

    /// Reads a notification.
    public func sample(from packet: Span<UInt8>) throws(MWError) -> CartesianFloat {
        try SampleParser.floats(packet, scale: Self.output.scale)
    }
}

/// The acceleration without gravity; g.
public struct MWSensorFusionLinearAcceleration: FusionSensor {
    /// The board sends m/s².
    public static let output = FusionOutput.linearAcceleration
    /// How the fusion is set up.
    public let configuration: FusionConfiguration

    /// The output of a fusion that is set up so.
    public init(_ configuration: FusionConfiguration) { self.configuration = configuration }

    /// Reads a notification.
    public func sample(from packet: Span<UInt8>) throws(MWError) -> CartesianFloat {
        try SampleParser.floats(packet, scale: Self.output.scale)
    }
}
