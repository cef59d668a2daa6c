import Foundation

/// What the sensors of the demo board measure: it lies on a desk and is turned a little, back and forth.
struct DemoSignals {
    /// Since the board was switched on.
    var seconds = 0.0
    /// In the codes of the BMI270: 0 for ±2 g, 0 for ±2000 °/s.
    private var accelerationRange = 0
    private var rotationRange = 0

    /// The registers that send samples.
    static let registers: [UInt8: Set<UInt8>] = [
        0x03: [0x04, 0x05], 0x12: [0x01, 0x02], 0x13: [0x04, 0x05], 0x14: [0x03],
        0x15: [0x05, 0x09], 0x19: [0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A],
    ]
    /// Those with three samples a packet.
    static let packed: [UInt8: UInt8] = [0x03: 0x05, 0x13: 0x05, 0x15: 0x09]

    private static let gravity = 9.80665

    /// Takes the range of the accelerometer or of the gyroscope; an unknown one is ignored.
    mutating func configure(_ module: UInt8, _ payload: [UInt8]) {
        guard payload.count >= 2 else { return }
        let range = Int(payload[1])
        if module == 0x03, range <= 3 { accelerationRange = range }
        if module == 0x13, range <= 4 { rotationRange = range }
    }

    /// One sample; nil for a register without one.
    ///
    /// - Parameter outputs: bits of the fusion's outputs.
    func sample(_ module: UInt8, _ register: UInt8, fusion outputs: UInt8) -> [UInt8]? {
        switch (module, register) {
        case (0x03, 0x04), (0x03, 0x05): acceleration
        case (0x13, 0x04), (0x13, 0x05): rotation
        case (0x15, 0x05), (0x15, 0x09): Self.vector(magneticField, 16)
        case (0x12, 0x01): pressure
        case (0x12, 0x02): altitude
        case (0x14, 0x03): illuminance
        case (0x19, 0x04...0x0A) where outputs & 1 << (register - 0x04) != 0: fused(register)
        default: nil
        }
    }

    // MARK: Sensors

    /// How far it is turned around the vertical, in degrees, and how fast.
    private var heading: Double { 30 * sin(seconds / 2) }
    private var turning: Double { 15 * cos(seconds / 2) }
    private var tilt: Double { 0.05 * sin(seconds * 1.3) }

    private var accelerationInG: [Double] {
        [tilt, 0.04 * cos(seconds * 1.1), 1 + 0.01 * sin(seconds * 5)]
    }
    private var rotationInDegrees: [Double] { [2 * sin(seconds), 2 * cos(seconds), turning] }
    private var magneticField: [Double] {
        let angle = heading * .pi / 180
        return [22 * cos(angle), -22 * sin(angle), -42]
    }

    /// 16384 a g at ±2 g.
    var acceleration: [UInt8] {
        Self.vector(accelerationInG, 16_384 / Double(1 << accelerationRange))
    }
    /// 16.4 a °/s at ±2000 °/s.
    private var rotation: [UInt8] {
        Self.vector(rotationInDegrees, 16.4 * Double(1 << rotationRange))
    }
    /// 22.5 °C; an eighth of a degree each.
    var temperature: [UInt8] {
        Int16(((22.5 + 0.5 * sin(seconds / 60)) * 8).rounded()).littleEndianBytes
    }
    /// In 1/256 Pa.
    var pressure: [UInt8] {
        UInt32(((101_325 + 5 * sin(seconds / 3)) * 256).rounded()).littleEndianBytes
    }
    /// In 1/256 m.
    private var altitude: [UInt8] {
        Int32(((112 - 0.4 * sin(seconds / 3)) * 256).rounded()).littleEndianBytes
    }
    /// In 1/1000 lx.
    var illuminance: [UInt8] {
        UInt32(((320 + 20 * sin(seconds / 4)) * 1_000).rounded()).littleEndianBytes
    }

    private func fused(_ register: UInt8) -> [UInt8] {
        let angle = heading * .pi / 180
        switch register {
        // Corrected values have their accuracy behind them.
        case 0x04: return Self.floats(accelerationInG.map { $0 * 1_000 }) + [3]
        case 0x05: return Self.floats(rotationInDegrees) + [3]
        case 0x06: return Self.floats(magneticField) + [3]
        case 0x07: return Self.floats([cos(angle / 2), 0, 0, sin(angle / 2)])
        case 0x08:
            let heading = heading < 0 ? heading + 360 : heading
            return Self.floats([heading, 0, 0, heading])
        case 0x09: return Self.floats([0, 0, Self.gravity])
        default:
            let (a, g) = (accelerationInG, Self.gravity)
            return Self.floats([a[0] * g, a[1] * g, (a[2] - 1) * g])
        }
    }

    private static func vector(_ values: [Double], _ scale: Double) -> [UInt8] {
        values.flatMap { Int16(clamping: Int(($0 * scale).rounded())).littleEndianBytes }
    }

    private static func floats(_ values: [Double]) -> [UInt8] {
        values.flatMap { Float($0).bitPattern.littleEndianBytes }
    }
}
