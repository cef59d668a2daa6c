import Motion
internal import Simulation
import Wire

/// How an accelerometer of any chip is set: rate, period, filter and range of the core and of the
/// features follow from it.
struct AccelerometerSetting: Equatable {
    /// Samples a second.
    var hertz: Double
    /// The 3 dB cutoff in Hz; nil if the chip averages samples instead.
    var cutoff: Double?
    /// The range to either side of zero, in g.
    var range: Double
    /// Counts a g of the data register.
    var countsPerG: Double

    /// A setting; the 16-bit counts span the range unless the chip counts otherwise.
    init(hertz: Double, cutoff: Double?, range: Double, countsPerG: Double? = nil) {
        self.hertz = hertz
        self.cutoff = cutoff
        self.range = range
        self.countsPerG = countsPerG ?? 32768 / range
    }

    /// A sample in g.
    func g(_ sample: RawSample) -> Vector3 {
        Vector3(Double(sample.x), Double(sample.y), Double(sample.z)) * (1 / countsPerG)
    }

    /// Between two samples.
    var period: Nanoseconds { .seconds(1 / hertz) }

    /// Applies it to a sensor.
    func apply(to sensor: TriaxialSensor) {
        sensor.configure(
            .init(outputRate: hertz, cutoff: cutoff, fullScale: range, countsPerUnit: countsPerG))
    }
}

/// The config register of an accelerometer, which is a setting in its chip's own codes.
protocol AccelerometerConfig: InertialConfig {
    /// The meaning of the codes.
    var setting: AccelerometerSetting { get }
    /// The codes of its rate field; nil if all of them have a rate.
    static var rates: RateCodes? { get }
}

extension AccelerometerConfig {
    static var rates: RateCodes? { nil }
    var period: Nanoseconds { setting.period }
    func apply(to sensor: TriaxialSensor) { setting.apply(to: sensor) }
}

/// Rate and filter of both BMI accelerometers: the low seven bits of `acc_conf` (protocol, sensors
/// 5.2 and 5.4; BMI160 datasheet 2.11.12; BMI270 datasheet, ACC_CONF). Bit 7 depends on the chip.
struct AccelerometerRate: Layout, Equatable {
    /// 1 to 12: 0.78125 Hz doubled n - 1 times.
    var rate: UInt8 = 8
    var bandwidth: UInt8 = 2

    mutating func layout(_ c: inout some Coder) {
        c(&rate, bits: 4, "output rate")
        c(&bandwidth, bits: 3, "bandwidth")
    }

    /// The 3 dB cutoff by bandwidth parameter, relative to the rate: OSR4, OSR2, normal; a fourth,
    /// a half or all of the normal mode's 0.405 (BMI160 datasheet 2.4.1).
    private static let cutoffs = [0.101, 0.203, 0.405]

    /// - Parameters:
    ///   - range: to either side of zero, in g.
    ///   - isFiltered: false where the chip averages samples instead.
    func setting(range: Double, isFiltered: Bool) -> AccelerometerSetting {
        let hertz = RateCodes.acceleration.hertz(rate)
        return AccelerometerSetting(
            hertz: hertz, cutoff: isFiltered ? Self.cutoffs[Int(min(bandwidth, 2))] * hertz : nil,
            range: range)
    }
}

/// The range byte of the BMI160 and the BMA255 (protocol, sensors 5.1).
enum BoschRange: UInt8 {
    case g2 = 0x03, g4 = 0x05, g8 = 0x08, g16 = 0x0C

    /// To either side of zero, in g.
    var g: Double {
        switch self {
        case .g2: 2
        case .g4: 4
        case .g8: 8
        case .g16: 16
        }
    }
}
