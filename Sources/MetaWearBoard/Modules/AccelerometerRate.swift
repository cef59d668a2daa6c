import Motion
import Simulation
import Wire

/// Rate and filter of both accelerometers: the low seven bits of `acc_conf` (protocol, sensors 5.2
/// and 5.4; BMI160 datasheet 2.11.12; BMI270 datasheet, ACC_CONF). What bit 7 means is the chip's.
struct AccelerometerRate: Layout, Equatable {
    /// 1 to 12: 0.78125 Hz doubled n - 1 times.
    var rate: UInt8 = 8
    var bandwidth: UInt8 = 2

    mutating func layout(_ c: inout some Coder) {
        c(&rate, bits: 4, "output rate")
        c(&bandwidth, bits: 3, "bandwidth")
    }

    /// The 3 dB cutoff by bandwidth parameter, as a part of the rate: OSR4, OSR2, normal; a fourth,
    /// a half or all of the normal mode's 0.405 (BMI160 datasheet 2.4.1).
    private static let cutoffs = [0.101, 0.203, 0.405]

    /// Codes 0 and 13 to 15 are reserved; the chip then keeps to its nearest rate.
    private var code: Int { min(max(Int(rate), 1), 12) }

    /// Between two samples.
    var period: Nanoseconds { .microseconds(1_280_000 >> Int64(code - 1)) }

    /// Sets a sensor to it.
    ///
    /// - Parameters:
    ///   - range: to either side of zero, in g.
    ///   - isFiltered: false where the chip averages samples instead.
    func apply(to sensor: TriaxialSensor, range: Double, isFiltered: Bool) {
        let hertz = 0.78125 * Double(1 << (code - 1))
        sensor.configure(
            .init(
                outputRate: hertz,
                cutoff: isFiltered ? Self.cutoffs[Int(min(bandwidth, 2))] * hertz : nil,
                fullScale: range, countsPerUnit: 32768 / range))
    }
}
