/// The acceleration that the fusion corrected; g.
public struct MWSensorFusionCorrectedAcc: FusionSensor {
    /// The board sends thousandths of a g.
    public static let output = FusionOutput.correctedAcceleration
    /// How the fusion is set up.
    public let configuration: FusionConfiguration

    /// Ranges by number, 0 to 3; a larger one counts as 3.
    public init(
        mode: MWSensorFusionMode = .ndof, accRange: UInt8 = 0, gyroRange: UInt8 = 0,
        chip: MWSensorFusionChip = .bmi160
    ) {
        configuration = FusionConfiguration(mode, accRange, gyroRange, chip)
    }

    /// Ranges by name.
    public init(
        mode: MWSensorFusionMode = .ndof, accRange: MWSensorFusionAccRange,
        gyroRange: MWSensorFusionGyroRange, chip: MWSensorFusionChip = .bmi160
    ) {
        configuration = FusionConfiguration(mode, accRange.rawValue, gyroRange.rawValue, chip)
    }

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

    /// Ranges by number, 0 to 3; a larger one counts as 3.
    public init(
        mode: MWSensorFusionMode = .ndof, accRange: UInt8 = 0, gyroRange: UInt8 = 0,
        chip: MWSensorFusionChip = .bmi160
    ) {
        configuration = FusionConfiguration(mode, accRange, gyroRange, chip)
    }

    /// Ranges by name.
    public init(
        mode: MWSensorFusionMode = .ndof, accRange: MWSensorFusionAccRange,
        gyroRange: MWSensorFusionGyroRange, chip: MWSensorFusionChip = .bmi160
    ) {
        configuration = FusionConfiguration(mode, accRange.rawValue, gyroRange.rawValue, chip)
    }

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

    /// Ranges by number, 0 to 3; a larger one counts as 3.
    public init(
        mode: MWSensorFusionMode = .ndof, accRange: UInt8 = 0, gyroRange: UInt8 = 0,
        chip: MWSensorFusionChip = .bmi160
    ) {
        configuration = FusionConfiguration(mode, accRange, gyroRange, chip)
    }

    /// Ranges by name.
    public init(
        mode: MWSensorFusionMode = .ndof, accRange: MWSensorFusionAccRange,
        gyroRange: MWSensorFusionGyroRange, chip: MWSensorFusionChip = .bmi160
    ) {
        configuration = FusionConfiguration(mode, accRange.rawValue, gyroRange.rawValue, chip)
    }

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

    /// Ranges by number, 0 to 3; a larger one counts as 3.
    public init(
        mode: MWSensorFusionMode = .ndof, accRange: UInt8 = 0, gyroRange: UInt8 = 0,
        chip: MWSensorFusionChip = .bmi160
    ) {
        configuration = FusionConfiguration(mode, accRange, gyroRange, chip)
    }

    /// Ranges by name.
    public init(
        mode: MWSensorFusionMode = .ndof, accRange: MWSensorFusionAccRange,
        gyroRange: MWSensorFusionGyroRange, chip: MWSensorFusionChip = .bmi160
    ) {
        configuration = FusionConfiguration(mode, accRange.rawValue, gyroRange.rawValue, chip)
    }

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

    /// Ranges by number, 0 to 3; a larger one counts as 3.
    public init(
        mode: MWSensorFusionMode = .ndof, accRange: UInt8 = 0, gyroRange: UInt8 = 0,
        chip: MWSensorFusionChip = .bmi160
    ) {
        configuration = FusionConfiguration(mode, accRange, gyroRange, chip)
    }

    /// Ranges by name.
    public init(
        mode: MWSensorFusionMode = .ndof, accRange: MWSensorFusionAccRange,
        gyroRange: MWSensorFusionGyroRange, chip: MWSensorFusionChip = .bmi160
    ) {
        configuration = FusionConfiguration(mode, accRange.rawValue, gyroRange.rawValue, chip)
    }

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

    /// Ranges by number, 0 to 3; a larger one counts as 3.
    public init(
        mode: MWSensorFusionMode = .ndof, accRange: UInt8 = 0, gyroRange: UInt8 = 0,
        chip: MWSensorFusionChip = .bmi160
    ) {
        configuration = FusionConfiguration(mode, accRange, gyroRange, chip)
    }

    /// Ranges by name.
    public init(
        mode: MWSensorFusionMode = .ndof, accRange: MWSensorFusionAccRange,
        gyroRange: MWSensorFusionGyroRange, chip: MWSensorFusionChip = .bmi160
    ) {
        configuration = FusionConfiguration(mode, accRange.rawValue, gyroRange.rawValue, chip)
    }

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

    /// Ranges by number, 0 to 3; a larger one counts as 3.
    public init(
        mode: MWSensorFusionMode = .ndof, accRange: UInt8 = 0, gyroRange: UInt8 = 0,
        chip: MWSensorFusionChip = .bmi160
    ) {
        configuration = FusionConfiguration(mode, accRange, gyroRange, chip)
    }

    /// Ranges by name.
    public init(
        mode: MWSensorFusionMode = .ndof, accRange: MWSensorFusionAccRange,
        gyroRange: MWSensorFusionGyroRange, chip: MWSensorFusionChip = .bmi160
    ) {
        configuration = FusionConfiguration(mode, accRange.rawValue, gyroRange.rawValue, chip)
    }

    /// Reads a notification.
    public func sample(from packet: Span<UInt8>) throws(MWError) -> CartesianFloat {
        try SampleParser.floats(packet, scale: Self.output.scale)
    }
}
