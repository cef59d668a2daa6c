import Motion
import Wire

/// The BMI270's accelerometer offset, which acts on data and features while it is enabled
/// (protocol, sensors 5.6.6; BST-BMI270-DS000, NV_CONF and OFFSET_0 to 2).
struct BMI270Offset: Layout {
    /// Of the chip's own interface; kept.
    private var interface: UInt8 = 0
    var isOn = false
    private var unused: UInt8 = 0
    var x: Int8 = 0
    var y: Int8 = 0
    var z: Int8 = 0

    mutating func layout(_ c: inout some Coder) {
        c(&interface, bits: 3, "interface")
        c(&isOn, "offset on")
        c(&unused, bits: 4, "unused")
        c.unit(FieldUnit("mg", times: 39, over: 10))
        c(&x, "x")
        c.unit(FieldUnit("mg", times: 39, over: 10))
        c(&y, "y")
        c.unit(FieldUnit("mg", times: 39, over: 10))
        c(&z, "z")
    }

    /// What it adds.
    var g: Vector3 { isOn ? Vector3(Double(x), Double(y), Double(z)) * 0.0039 : .zero }
}

/// The BMI270's FIFO_DOWNS (protocol, sensors 5.6.7). It is kept and changes nothing: samples go
/// to the host by the data interrupt, not through the chip's FIFO.
struct BMI270DownSampling: Layout {
    private var gyroscope: UInt8 = 0
    private var isGyroscopeFiltered = false
    private var accelerometer: UInt8 = 0
    private var isAccelerometerFiltered = false

    mutating func layout(_ c: inout some Coder) {
        c(&gyroscope, bits: 3, "gyroscope exponent")
        c(&isGyroscopeFiltered, "gyroscope filtered")
        c(&accelerometer, bits: 3, "accelerometer exponent")
        c(&isAccelerometerFiltered, "accelerometer filtered")
    }
}
