/// How well the fusion is calibrated, 0 (not) to 3 (well).
public struct MWSensorFusionCalibration: Sendable, Equatable {
    /// Of the accelerometer.
    public let accelerometer: UInt8
    /// Of the gyroscope.
    public let gyroscope: UInt8
    /// Of the magnetometer.
    public let magnetometer: UInt8

    /// Three accuracies.
    public init(accelerometer: UInt8, gyroscope: UInt8, magnetometer: UInt8) {
        self.accelerometer = accelerometer
        self.gyroscope = gyroscope
        self.magnetometer = magnetometer
    }
}

/// How well the fusion is calibrated, asked for; from module revision 1 on.
public struct MWSensorFusionCalibrationState: ReadableValue {
    /// The question has no choices.
    public init() {}
    /// The sensor fusion.
    public var module: MWModule { .sensorFusion }
    /// 0B.
    public var dataRegister: UInt8 { 0x0B }
    /// `[19 8B]`.
    public var readPacket: Packet { .read(.sensorFusion, 0x0B) }

    /// Reads three accuracies.
    public func sample(
        from packet: Span<UInt8>
    ) throws(MWError) -> MWSensorFusionCalibration {
        try packet.require(5, "the calibration")
        return MWSensorFusionCalibration(
            accelerometer: packet[2], gyroscope: packet[3], magnetometer: packet[4])
    }
}

/// The calibration of three sensors, ten bytes each, to be written again later; from module revision 2 on.
///
/// A block of the magnetometer with an accuracy below 3 makes real firmware crash when it loads it (protocol,
/// sensors 20).
public struct MWSensorFusionCalibrationData: Sendable, Equatable {
    /// Bytes of each block.
    public static let blockLength = 10
    /// Of the accelerometer.
    public let acc: [UInt8]
    /// Of the gyroscope.
    public let gyro: [UInt8]
    /// Of the magnetometer.
    public let mag: [UInt8]

    /// - Throws: `MWError.operationFailed` unless each has ten bytes.
    public init(acc: [UInt8], gyro: [UInt8], mag: [UInt8]) throws(MWError) {
        for block in [acc, gyro, mag] { try Self.check(block) }
        self.acc = acc
        self.gyro = gyro
        self.mag = mag
    }

    /// The registers of the blocks, in the order in which hosts read them.
    public static let registers: [UInt8] = [0x0C, 0x0D, 0x0E]

    /// Asks for the three blocks; each question waits for the answer to the one before.
    public static var readPackets: [Packet] { registers.map { .read(.sensorFusion, $0) } }

    /// Writes the blocks that a mode uses.
    public func writePackets(for mode: MWSensorFusionMode) -> [Packet] {
        Self.writePackets(of: [0x0C: acc, 0x0D: gyro, 0x0E: mag], for: mode)
    }

    /// Writes those of some blocks that a mode uses, as they were read.
    ///
    /// - Parameter blocks: by register.
    public static func writePackets(
        of blocks: [UInt8: [UInt8]], for mode: MWSensorFusionMode
    ) -> [Packet] {
        let sensors: [MWModule] = [.accelerometer, .gyro, .magnetometer]
        return zip(sensors, registers).compactMap { sensor, register in
            guard sensor == .accelerometer || mode.sensors.contains(sensor) else { return nil }
            return blocks[register].map { Packet(.sensorFusion, register, $0) }
        }
    }

    static func check(_ block: [UInt8]) throws(MWError) {
        guard block.count == blockLength else {
            throw .operationFailed("a calibration has \(blockLength) bytes, not \(block.count)")
        }
    }
}

/// Takes all outputs away.
public struct MWSensorFusionClearEnabledMask: HostCommand {
    /// The command has no choices.
    public init() {}
    /// `[19 03 00 7F]`.
    public var packet: Packet { FusionConfiguration.disable(0x7F) }
}

/// Makes the present heading zero; from module revision 3 on.
public struct MWSensorFusionResetOrientation: HostCommand {
    /// The command has no choices.
    public init() {}
    /// `[19 0F 01]`.
    public var packet: Packet { Packet(.sensorFusion, 0x0F, [0x01]) }
}

/// Writes the accelerometer's calibration.
public struct MWSensorFusionWriteAccCalibration: HostCommand {
    /// Ten bytes.
    public let data: [UInt8]

    /// - Throws: `MWError.operationFailed` unless there are ten bytes.
    public init(_ data: [UInt8]) throws(MWError) {
        try MWSensorFusionCalibrationData.check(data)
        self.data = data
    }

    /// `[19 0C …]`.
    public var packet: Packet { Packet(.sensorFusion, 0x0C, data) }
}

/// Writes the gyroscope's calibration.
public struct MWSensorFusionWriteGyroCalibration: HostCommand {
    /// Ten bytes.
    public let data: [UInt8]

    /// - Throws: `MWError.operationFailed` unless there are ten bytes.
    public init(_ data: [UInt8]) throws(MWError) {
        try MWSensorFusionCalibrationData.check(data)
        self.data = data
    }

    /// `[19 0D …]`.
    public var packet: Packet { Packet(.sensorFusion, 0x0D, data) }
}

/// Writes the magnetometer's calibration.
public struct MWSensorFusionWriteMagCalibration: HostCommand {
    /// Ten bytes.
    public let data: [UInt8]

    /// - Throws: `MWError.operationFailed` unless there are ten bytes.
    public init(_ data: [UInt8]) throws(MWError) {
        try MWSensorFusionCalibrationData.check(data)
        self.data = data
    }

    /// `[19 0E …]`.
    public var packet: Packet { Packet(.sensorFusion, 0x0E, data) }
}
