import Motion
import Testing
import Wire

@testable import MetaWearBoard

/// What a mode needs of the sensors, as the SDKs set them (protocol, sensors 20.1 and 20.2).
struct FusionScript {
    typealias Kind = SensorFusion.Mode.Kind

    var kind: Kind
    var isBMI270 = true
    /// 0 to 3: 2, 4, 8, 16 g.
    var accelerationRange: UInt8 = 0

    var hasGyroscope: Bool { kind == .ndof || kind == .imuPlus }
    var hasMagnetometer: Bool { kind != .imuPlus && kind != .sleep }

    var configuration: [[UInt8]] {
        var packets: [[UInt8]] = [[0x19, 0x02, kind.rawValue, 0x10 | accelerationRange]]
        guard kind != .sleep else { return packets }
        let rate: UInt8 = kind == .compass ? 0x26 : kind == .m4g ? 0x27 : 0x28
        packets.append(
            isBMI270
                ? [0x03, 0x03, 0x80 | rate, accelerationRange]
                : [0x03, 0x03, rate, [0x03, 0x05, 0x08, 0x0C][Int(accelerationRange)]])
        if hasGyroscope { packets.append([0x13, 0x03, 0x28, 0x00]) }
        if hasMagnetometer {
            packets += [[0x15, 0x01, 0x00], [0x15, 0x04, 0x04, 0x0E], [0x15, 0x03, 0x06]]
        }
        return packets
    }

    private var sensors: [UInt8] {
        guard kind != .sleep else { return [] }
        return [0x03] + (hasGyroscope ? [0x13] : []) + (hasMagnetometer ? [0x15] : [])
    }

    func start(_ mask: UInt8) -> [[UInt8]] {
        sensors.map { [$0, 0x02, 0x01, 0x00] } + sensors.map { [$0, 0x01, 0x01] }
            + [[0x19, 0x03, mask, 0x00], [0x19, 0x01, 0x01]]
    }

    var stop: [[UInt8]] {
        [[0x19, 0x01, 0x00], [0x19, 0x03, 0x00, 0x7F]] + sensors.map { [$0, 0x01, 0x00] }
            + sensors.map { [$0, 0x02, 0x00, 0x01] }
    }
}

extension Bench {
    func write(_ packets: [[UInt8]]) { for packet in packets { write(packet) } }

    /// The single-precision numbers behind the header of a packet.
    static func floats(_ packet: [UInt8]) -> [Double] {
        stride(from: 2, to: packet.count - 3, by: 4).map { i in
            let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(packet[i + $1]) << UInt32(8 * $1) }
            return Double(Float(bitPattern: bits))
        }
    }
}
