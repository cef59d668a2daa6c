/// An accelerometer or a gyroscope that boards have, with what a host must know of it (protocol, sensors 5 and 14).
public struct InertialChip: Sendable, Equatable {
    /// A choice of a config register.
    public struct Choice: Sendable, Equatable {
        /// Hertz for a rate; g or °/s of the full scale for a range.
        public var value: Double
        /// As the register has it.
        public var code: UInt8

        /// A choice.
        public init(_ value: Double, _ code: UInt8) {
            self.value = value
            self.code = code
        }
    }

    /// Where the rate and the range stand in the configuration.
    enum Form: Sendable, Equatable {
        /// A rate byte, plus these bits at 12.5 Hz and above or below it; then the range.
        case rateThenRange(normal: UInt8, slow: UInt8)
        /// Five bytes, of which the first holds the range and the third the rate.
        case mma8452q
    }

    /// As its data sheet calls it.
    public var name: String
    /// Its module.
    public var module: MWModule
    /// The module's implementation number.
    public var implementation: UInt8
    /// Notifies single samples.
    public var dataRegister: UInt8
    /// Notifies three samples at once.
    public var packedDataRegister: UInt8
    /// The module revision since which it does.
    public var packedSince: UInt8
    /// Hertz, slowest first but for the MMA8452Q.
    public var rates: [Choice]
    /// g or °/s.
    public var ranges: [Choice]
    /// Counts of a unit times the full scale.
    var countsTimesRange: Double?
    var form: Form

    /// Every chip that a board has had.
    public static let all = [
        bmi160Accelerometer, bmi270Accelerometer, bma255Accelerometer, mma8452qAccelerometer,
        bmi160Gyroscope, bmi270Gyroscope,
    ]

    private static func doubling(_ slowest: Double, _ codes: ClosedRange<UInt8>) -> [Choice] {
        codes.map { Choice(slowest * Double(1 << Int($0 - codes.lowerBound)), $0) }
    }

    /// MetaMotion R, RL, C and most older boards.
    public static let bmi160Accelerometer = InertialChip(
        name: "BMI160", module: .accelerometer, implementation: 1, packedSince: 1,
        rates: doubling(0.78125, 1...12),
        ranges: [Choice(2, 0x03), Choice(4, 0x05), Choice(8, 0x08), Choice(16, 0x0C)],
        countsTimesRange: 32768, form: .rateThenRange(normal: 0x20, slow: 0x80))
    /// MetaMotion S.
    public static let bmi270Accelerometer = InertialChip(
        name: "BMI270", module: .accelerometer, implementation: 4, packedSince: 0,
        rates: doubling(0.78125, 1...12),
        ranges: [Choice(2, 0), Choice(4, 1), Choice(8, 2), Choice(16, 3)],
        countsTimesRange: 32768, form: .rateThenRange(normal: 0xA0, slow: 0x20))
    /// Detector and Environment.
    public static let bma255Accelerometer = InertialChip(
        name: "BMA255", module: .accelerometer, implementation: 3, packedSince: 1,
        rates: doubling(15.625, 8...15),
        ranges: bmi160Accelerometer.ranges, countsTimesRange: 32768,
        form: .rateThenRange(normal: 0, slow: 0))
    /// MetaWear R; it gives thousandths of g at any range.
    public static let mma8452qAccelerometer = InertialChip(
        name: "MMA8452Q", module: .accelerometer, implementation: 0, packedSince: 1,
        rates: zip([800, 400, 200, 100, 50, 12.5, 6.25, 1.5625], 0...7).map { Choice($0, $1) },
        ranges: [Choice(2, 0), Choice(4, 1), Choice(8, 2)], countsTimesRange: nil, form: .mma8452q)
    /// MetaMotion R, RL, C, RG and RPro, CPro.
    public static let bmi160Gyroscope = InertialChip(
        name: "BMI160", module: .gyro, implementation: 0, packedSince: 1,
        rates: doubling(25, 6...13),
        ranges: zip([2000, 1000, 500, 250, 125], 0...4).map { Choice($0, $1) },
        countsTimesRange: 32800, form: .rateThenRange(normal: 0x20, slow: 0x20))
    /// MetaMotion S.
    public static let bmi270Gyroscope = InertialChip(
        name: "BMI270", module: .gyro, implementation: 1, packedSince: 0,
        rates: doubling(25, 6...13),
        ranges: bmi160Gyroscope.ranges, countsTimesRange: 32800,
        form: .rateThenRange(normal: 0x20, slow: 0x20))

    /// The chip behind a module; nil for one that no board has had, and for a module that is absent.
    public init?(_ information: MWModuleInfo) {
        let found = Self.all.first {
            $0.module == information.module && $0.implementation == information.implementation
        }
        guard information.isPresent, let found else { return nil }
        self = found
    }

    init(
        name: String, module: MWModule, implementation: UInt8, packedSince: UInt8,
        rates: [Choice], ranges: [Choice], countsTimesRange: Double?, form: Form
    ) {
        self.name = name
        self.module = module
        self.implementation = implementation
        let registers = module.row.chip(implementation)
        dataRegister = registers?.data ?? 0
        packedDataRegister = registers?.packed ?? 0
        self.packedSince = packedSince
        self.rates = rates
        self.ranges = ranges
        self.countsTimesRange = countsTimesRange
        self.form = form
    }
}

/// How fast an inertial sensor samples, and how far it reaches.
public struct InertialSetting: Sendable, Equatable {
    /// Hertz.
    public var rate: Double
    /// Full scale in g or °/s.
    public var range: Double

    /// A setting.
    public init(rate: Double, range: Double) {
        self.rate = rate
        self.range = range
    }
}

extension InertialChip {
    /// Counts in one g or one °/s at a range.
    public func countsPerUnit(range: Double) -> Double {
        countsTimesRange.map { $0 / range } ?? 1000
    }

    /// The rate nearest to a wish, and the least range that reaches it.
    public func nearest(_ wish: InertialSetting) -> InertialSetting {
        InertialSetting(
            rate: rates.min { abs($0.value - wish.rate) < abs($1.value - wish.rate) }?.value
                ?? wish.rate,
            range: ranges.map(\.value).filter { $0 >= wish.range * 0.999 }.min()
                ?? ranges.map(\.value).max() ?? wish.range)
    }

    /// The bytes of the config register, for the setting that the chip has nearest to it.
    public func configuration(_ wish: InertialSetting) -> [UInt8] {
        let setting = nearest(wish)
        let rate = rates.first { $0.value == setting.rate }?.code ?? 0
        let range = ranges.first { $0.value == setting.range }?.code ?? 0
        switch form {
        case .rateThenRange(let normal, let slow):
            return [(setting.rate < 12.5 ? slow : normal) | rate, range]
        case .mma8452q: return [range, 0, rate << 3, 0, 0]
        }
    }

    /// The setting that config bytes mean, as `[03 83]` or `[13 83]` reads them back; nil for bytes that the chip
    /// does not know.
    public func setting(_ configuration: [UInt8]) -> InertialSetting? {
        let rate: UInt8
        let range: UInt8
        switch form {
        case .rateThenRange:
            guard configuration.count >= 2 else { return nil }
            (rate, range) = (configuration[0] & 0x0F, configuration[1])
        case .mma8452q:
            guard configuration.count >= 3 else { return nil }
            (rate, range) = (configuration[2] >> 3 & 7, configuration[0] & 3)
        }
        guard let found = rates.first(where: { $0.code == rate }),
            let reach = ranges.first(where: { $0.code == range })
        else { return nil }
        return InertialSetting(rate: found.value, range: reach.value)
    }

    /// Writes the config register.
    public func configure(_ wish: InertialSetting) -> Packet {
        Packet(module, 0x03, configuration(wish))
    }

    /// Reads the config register.
    public var readConfiguration: Packet { .read(module, 0x03) }

    /// Data interrupt on; a pair of masks, or one byte for the MMA8452Q.
    public var enable: Packet {
        form == .mma8452q ? Packet(module, 0x02, [1]) : PoweredSensor.enable(module)
    }

    /// Data interrupt off.
    public var disable: Packet {
        form == .mma8452q ? Packet(module, 0x02, [0]) : PoweredSensor.disable(module)
    }

    /// Power on.
    public var start: Packet { PoweredSensor.start(module) }
    /// Power off.
    public var stop: Packet { PoweredSensor.stop(module) }

    /// Data interrupt on, then power.
    public var startPackets: [Packet] { [enable, start] }
    /// Power off, then data interrupt off.
    public var stopPackets: [Packet] { [stop, disable] }

    /// True if a board with this module has packed data.
    public func hasPackedData(revision: UInt8) -> Bool { revision >= packedSince }
}
