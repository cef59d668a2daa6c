import Motion
import Wire

/// The BMI160's OFFSET block: what it adds to acceleration and rotation (protocol, sensors 5.3;
/// BST-BMI160-DS000, 2.11.36).
struct BMI160Offset: Layout {
    var x: Int8 = 0
    var y: Int8 = 0
    var z: Int8 = 0
    private var gyroscopeLow: (x: UInt8, y: UInt8, z: UInt8) = (0, 0, 0)
    private var gyroscopeHigh: (x: Int8, y: Int8, z: Int8) = (0, 0, 0)
    var isAccelerometerOn = false
    var isGyroscopeOn = false

    mutating func layout(_ c: inout some Coder) {
        c.unit(FieldUnit("mg", times: 39, over: 10))
        c(&x, "acceleration x")
        c.unit(FieldUnit("mg", times: 39, over: 10))
        c(&y, "acceleration y")
        c.unit(FieldUnit("mg", times: 39, over: 10))
        c(&z, "acceleration z")
        c(&gyroscopeLow.x, "rotation x, low")
        c(&gyroscopeLow.y, "rotation y, low")
        c(&gyroscopeLow.z, "rotation z, low")
        c(&gyroscopeHigh.x, bits: 2, "rotation x, high")
        c(&gyroscopeHigh.y, bits: 2, "rotation y, high")
        c(&gyroscopeHigh.z, bits: 2, "rotation z, high")
        c(&isAccelerometerOn, "acceleration offset on")
        c(&isGyroscopeOn, "rotation offset on")
    }

    init() {}

    /// Applies the offsets to both sensors.
    func apply(to hardware: Hardware) {
        hardware.accelerometer.compensation =
            isAccelerometerOn ? Vector3(Double(x), Double(y), Double(z)) * 0.0039 : .zero
        func rate(_ high: Int8, _ low: UInt8) -> Double {
            0.061 * Double(Int16(high) << 8 | Int16(low))
        }
        hardware.gyroscope.compensation =
            isGyroscopeOn
            ? Vector3(
                rate(gyroscopeHigh.x, gyroscopeLow.x), rate(gyroscopeHigh.y, gyroscopeLow.y),
                rate(gyroscopeHigh.z, gyroscopeLow.z)) : .zero
    }
}
