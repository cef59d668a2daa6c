import Motion
internal import Simulation
import Wire

/// Rate and range of both gyroscopes (protocol, sensors 14; the chips' GYR_CONF and GYR_RANGE).
struct GyroscopeConfig: InertialConfig {
    /// 6 to 13: 25 Hz doubled n - 6 times.
    var rate: UInt8 = 8
    var bandwidth: UInt8 = 2
    /// BMI270 only; the SDKs write 0 for both.
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

    /// The 3 dB cutoff in hertz of the normal mode at 25 Hz and its doublings (BMI160 datasheet,
    /// gyroscope data processing; the BMI270's filter is of the same kind).
    private static let cutoffs = [10.7, 20.8, 39.9, 74.6, 136.6, 254.6, 523.9, 890]

    /// From the slowest rate on.
    private var step: Int {
        Int(RateCodes.rotation.used(rate) - RateCodes.rotation.codes.lowerBound)
    }

    var period: Nanoseconds { Nanoseconds(40_000_000 >> Int64(step)) }

    func apply(to sensor: TriaxialSensor) {
        let hertz = RateCodes.rotation.hertz(rate)
        // OSR4 and OSR2 have the cutoff of the normal mode two rates and one rate below.
        let halvings = [2, 1, 0, 0][Int(bandwidth)]
        let row = step - halvings
        let cutoff = row >= 0 ? Self.cutoffs[row] : Self.cutoffs[0] / Double(1 << -row)
        let degreesPerSecond = 2000 / Double(1 << Int(range.rawValue))
        sensor.configure(
            .init(
                outputRate: hertz, cutoff: cutoff, fullScale: degreesPerSecond,
                countsPerUnit: range.countsPerUnit))
    }
}

extension GyroscopeConfig.Range {
    /// In one degree a second (the chips' GYR_RANGE).
    var countsPerUnit: Double { 16.4 * Double(1 << Int(rawValue)) }
}
