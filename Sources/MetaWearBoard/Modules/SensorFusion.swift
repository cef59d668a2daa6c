import Wire

/// Sensor fusion (protocol, sensors 20). The filter comes with the rest of the firmware; its mode
/// is kept and answered already, because a host that recovers a log waits for the answer without
/// end (protocol, clients).
public final class SensorFusion: Module {
    /// The first byte of its packets.
    public static let id: UInt8 = 0x19
    /// As people call it.
    public static let name = "sensor fusion"
    private static let later = "the fusion filter is not modelled yet"
    /// Every register of the module.
    public static let registers: [Register<SensorFusion>] = [
        .unmodelled(0x01, "enable", later),
        .value(0x02, "mode", \.mode),
        .unmodelled(0x03, "output enable", later),
        .unmodelled(0x04, "corrected acceleration", later),
        .unmodelled(0x05, "corrected rotation", later),
        .unmodelled(0x06, "corrected magnetic field", later),
        .unmodelled(0x07, "quaternion", later),
        .unmodelled(0x08, "Euler angles", later),
        .unmodelled(0x09, "gravity", later),
        .unmodelled(0x0A, "linear acceleration", later),
        .unmodelled(0x0B, "calibration state", later, since: 1),
        .unmodelled(0x0C, "accelerometer calibration", later, since: 2),
        .unmodelled(0x0D, "gyroscope calibration", later, since: 2),
        .unmodelled(0x0E, "magnetometer calibration", later, since: 2),
        .unmodelled(0x0F, "reset orientation", later, since: 3),
    ]

    private var mode = Mode()

    /// As it comes out of a reset.
    public init(_ information: ModuleInformation, on board: MetaWearBoard) {}

    /// Mode, and the ranges of its sensors.
    struct Mode: Layout {
        /// 0 sleep, 1 NDoF, 2 IMU+, 3 compass, 4 M4G.
        var mode: UInt8 = 0
        var accelerationRange: UInt8 = 0
        var rotationRange: UInt8 = 0
        mutating func layout(_ c: inout some Coder) {
            c(&mode, "mode")
            c(&accelerationRange, bits: 4, "acceleration range")
            c(&rotationRange, bits: 4, "rotation range")
        }
    }
}
