import Foundation

/// Numbers and samples of packets as bytes.
///
/// Samples are read with their two-byte header; what throws, throws `MWError.operationFailed` for a packet that is too
/// short. Numbers that are not there are zero.
enum MWPacketParser {
    /// Milliseconds of one tick of the log.
    static let msPerTick = LogTick.milliseconds

    static func parseInt16LE(_ data: Data, offset: Int) -> Int16 {
        Int16(truncatingIfNeeded: number(data, offset, 2))
    }

    static func parseUInt32LE(_ data: Data, offset: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: number(data, offset, 4))
    }

    static func parseFloat32LE(_ data: Data, offset: Int) -> Float {
        Float(bitPattern: parseUInt32LE(data, offset: offset))
    }

    private static func number(_ data: Data, _ offset: Int, _ count: Int) -> UInt64 {
        guard offset >= 0, offset + count <= data.count else { return 0 }
        return data.dropFirst(offset).prefix(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    static func parseCartesianFloat(_ packet: Data, scale: Float) throws -> CartesianFloat {
        try SampleParser.cartesian(packet.span, scale: scale)
    }

    static func parsePackedCartesianFloat(
        _ packet: Data, scale: Float
    ) throws -> [CartesianFloat] { try SampleParser.packed(packet.span, scale: scale) }

    static func parseQuaternion(_ packet: Data) throws -> Quaternion {
        try SampleParser.quaternion(packet.span)
    }

    static func parseEulerAngles(_ packet: Data) throws -> EulerAngles {
        try SampleParser.eulerAngles(packet.span)
    }

    static func parseGravityVector(_ packet: Data) throws -> CartesianFloat {
        try MWSensorFusionGravity().parseSample(from: packet)
    }

    static func parsePressure(_ packet: Data) throws -> Float {
        try MWBarometer().parseSample(from: packet)
    }

    static func parseAltitude(_ packet: Data) throws -> Float {
        try MWAltimeter().parseSample(from: packet)
    }

    static func parseTemperature(_ packet: Data) throws -> Float {
        try MWThermometer(channel: 0).parseSample(from: packet)
    }

    static func parseHumidity(_ packet: Data) throws -> Float {
        try MWHumidity().parseSample(from: packet)
    }

    static func parseBatteryState(_ packet: Data) throws -> BatteryState {
        try MWSettings.ReadBatteryState().parseSample(from: packet)
    }

    static func parseMacAddress(_ packet: Data) throws -> String {
        try MWSettings.ReadMacAddress().parseSample(from: packet)
    }

    static func parseLogEntry(
        _ bytes: Data
    ) throws -> (id: UInt8, resetUID: UInt8, tick: UInt32, rawData: UInt32) {
        let entry = try RawLogEntry(entryBytes: bytes)
        return (entry.id, entry.resetUID, entry.tick, entry.rawData)
    }
}

extension RawLogEntry {
    /// Reads nine bytes.
    ///
    /// - Throws: `MWError.operationFailed` for fewer.
    public init(entryBytes: Data) throws { try self.init(entryBytes: [UInt8](entryBytes)) }
}
