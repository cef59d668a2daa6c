import Motion
internal import Simulation
import Wire

extension SensorFusion {
    /// The mode, and the ranges that the sensors' counts are in.
    struct Mode: Layout {
        var kind = Kind.sleep
        /// 0 to 3: 2, 4, 8, 16 g.
        var accelerationRange: UInt8 = 0
        /// 1 to 5: 2000 °/s and its halves; 0 is 2048 °/s.
        var rotationRange: UInt8 = 0

        enum Kind: UInt8 { case sleep, ndof, imuPlus, compass, m4g }

        mutating func layout(_ c: inout some Coder) {
            c(&kind, "mode")
            c(&accelerationRange, bits: 4, "acceleration range")
            c(&rotationRange, bits: 4, "rotation range")
        }

        var countsPerG: Double { 16384 / Double(1 << Int(accelerationRange & 3)) }

        var countsPerDegree: Double {
            rotationRange == 0 ? 16 : 16.4 * Double(1 << Int(min(rotationRange, 5) - 1))
        }
    }
}

extension SensorFusion.Mode.Kind {
    /// The library's mode; nil for sleep.
    var library: MotionFusion.Mode? {
        switch self {
        case .sleep: nil
        case .ndof: .nineAxis
        case .imuPlus: .inertial
        case .compass: .compass
        case .m4g: .virtualGyroscope
        }
    }

    /// Between two steps (protocol, sensors 20).
    var period: Nanoseconds {
        switch self {
        case .sleep, .ndof, .imuPlus: .milliseconds(10)
        case .compass: .milliseconds(40)
        case .m4g: .milliseconds(20)
        }
    }

    /// Whether the firmware sends an output in this mode (protocol, sensors 20: seen on hardware;
    /// corrected outputs are those of the mode's sensors).
    func delivers(_ output: SensorFusion.Output) -> Bool {
        switch output {
        case .correctedAcceleration, .quaternion, .eulerAngles: self != .sleep
        case .correctedRotation, .linearAcceleration: self == .ndof || self == .imuPlus
        case .correctedField, .gravity: self == .ndof || self == .compass || self == .m4g
        }
    }
}

extension SensorFusion.Mode.Kind: CustomStringConvertible {
    /// The case's name.
    var description: String {
        switch self {
        case .sleep: "sleep"
        case .ndof: "ndof"
        case .imuPlus: "imuPlus"
        case .compass: "compass"
        case .m4g: "m4g"
        }
    }
}
