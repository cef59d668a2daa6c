import Motion
import Wire

extension SensorFusion {
    /// The calibrated sensor, in the order of the registers.
    enum Sensor: UInt8, CaseIterable {
        case acceleration, rotation, magneticField

        /// Counts of a calibration in one g, °/s and µT (those of the BNO055, whose library this
        /// is: BST-BNO055-DS000, offset registers; the vendor's examples fit them).
        var counts: Double {
            switch self {
            case .acceleration: 1000
            case .rotation, .magneticField: 16
            }
        }
    }

    /// One value for each sensor.
    struct BySensor<Value> {
        private var values: (Value, Value, Value)

        init(_ value: Value) { values = (value, value, value) }

        subscript(_ sensor: Sensor) -> Value {
            get {
                switch sensor {
                case .acceleration: values.0
                case .rotation: values.1
                case .magneticField: values.2
                }
            }
            set {
                switch sensor {
                case .acceleration: values.0 = newValue
                case .rotation: values.1 = newValue
                case .magneticField: values.2 = newValue
                }
            }
        }
    }

    /// A sensor's calibration, as hosts save and restore it.
    struct Calibration: Layout, Equatable {
        var x: Int16 = 0
        var y: Int16 = 0
        var z: Int16 = 0
        var radius: Int16 = 0
        var accuracy: Int16 = 0

        mutating func layout(_ c: inout some Coder) {
            c(&x, "x")
            c(&y, "y")
            c(&z, "z")
            c(&radius, "radius")
            c(&accuracy, "accuracy")
        }

        init() {}

        init(_ known: FusionCalibration, of sensor: Sensor) {
            func count(_ value: Double) -> Int16 {
                Int16(max(-32768, min(32767, (value * sensor.counts).rounded())))
            }
            x = count(known.offset.x)
            y = count(known.offset.y)
            z = count(known.offset.z)
            radius = count(known.radius)
            accuracy = Int16(known.accuracy)
        }

        func knowledge(of sensor: Sensor) -> FusionCalibration {
            let scale = 1 / sensor.counts
            return FusionCalibration(
                offset: Vector3(Double(x), Double(y), Double(z)) * scale,
                radius: Double(radius) * scale, accuracy: UInt8(max(0, min(3, accuracy))))
        }
    }

    /// The accuracy of each sensor: 0 unreliable, 1 low, 2 medium, 3 high.
    struct Accuracies: Layout {
        var accelerometer: UInt8 = 0
        var gyroscope: UInt8 = 0
        var magnetometer: UInt8 = 0

        mutating func layout(_ c: inout some Coder) {
            c(&accelerometer, "accelerometer")
            c(&gyroscope, "gyroscope")
            c(&magnetometer, "magnetometer")
        }
    }
}
