import Motion
import Simulation
import Wire

/// Rate and range of both gyroscopes (protocol, sensors 14; the chips' GYR_CONF and GYR_RANGE).
struct GyroscopeConfig: InertialConfig {
    /// 6 to 13: 25 Hz doubled n - 6 times.
    var rate: UInt8 = 8
    var bandwidth: UInt8 = 2
    /// BMI270 only; both are 0 from the SDKs.
    var isLowNoise = false
    var isPerformance = false
    var range = Range.dps2000

    enum Range: UInt8 { case dps2000, dps1000, dps500, dps250, dps125 }

    mutating func layout(_ c: inout some Coder) {
        c(&rate, bits: 4, "output rate")
        c(&bandwidth, bits: 2, "bandwidth")
        c(&isLowNoise, "noise performance")
        c(&isPerformance, "filter performance")
        c(&range, bits: 3, "range")
        c.reserved(bits: 5)
    }

    /// Reserved codes keep to the nearest rate.
    private var code: Int { min(max(Int(rate), 6), 13) }

    var period: Nanoseconds { Nanoseconds(40_000_000 >> Int64(code - 6)) }

    func apply(to sensor: TriaxialSensor) {
        let hertz = 25 * Double(1 << (code - 6))
        // The 3 dB cutoff by bandwidth parameter: OSR4, OSR2, normal (BMI160 datasheet 2.4.2:
        // 10.7 Hz at 25 Hz, 32 Hz at 100 Hz and normal mode).
        let part = [0.08, 0.16, 0.32, 0.32][Int(bandwidth)]
        let degreesPerSecond = 2000 / Double(1 << Int(range.rawValue))
        sensor.configure(
            .init(
                outputRate: hertz, cutoff: part * hertz, fullScale: degreesPerSecond,
                countsPerUnit: 16.4 * Double(1 << Int(range.rawValue))))
    }
}
