/// How a client configures and starts the inertial sensors of each chip.
enum InertialDevice {
    case bmi160Accelerometer, bmi270Accelerometer, bma255Accelerometer, mma8452qAccelerometer
    case bmi160Gyroscope, bmi270Gyroscope

    /// From the module's answer to `[03 80]` or `[13 80]`; nil for a chip that no board has.
    init?(module: UInt8, information: [UInt8]) {
        switch (module, information.first) {
        case (0x03, 0): self = .mma8452qAccelerometer
        case (0x03, 1): self = .bmi160Accelerometer
        case (0x03, 3): self = .bma255Accelerometer
        case (0x03, 4): self = .bmi270Accelerometer
        case (0x13, 0): self = .bmi160Gyroscope
        case (0x13, 1): self = .bmi270Gyroscope
        default: return nil
        }
    }

    var module: UInt8 {
        switch self {
        case .bmi160Accelerometer, .bmi270Accelerometer, .bma255Accelerometer,
            .mma8452qAccelerometer:
            0x03
        case .bmi160Gyroscope, .bmi270Gyroscope: 0x13
        }
    }

    var dataRegister: UInt8 { self == .bmi160Gyroscope ? 0x05 : 0x04 }

    var packedRegister: UInt8 {
        switch self {
        case .bmi160Accelerometer, .bma255Accelerometer: 0x1C
        case .mma8452qAccelerometer: 0x12
        case .bmi160Gyroscope: 0x07
        case .bmi270Accelerometer, .bmi270Gyroscope: 0x05
        }
    }

    /// The chip's rates in hertz with their codes.
    fileprivate var rates: [(hertz: Double, code: UInt8)] {
        let slowest: Double
        let codes: ClosedRange<UInt8>
        switch self {
        case .bmi160Accelerometer, .bmi270Accelerometer: (slowest, codes) = (0.78125, 1...12)
        case .bma255Accelerometer: (slowest, codes) = (15.625, 8...15)
        case .mma8452qAccelerometer:
            let rates = [800, 400, 200, 100, 50, 12.5, 6.25, 1.5625]
            return rates.enumerated().map { ($0.element, UInt8($0.offset)) }
        case .bmi160Gyroscope, .bmi270Gyroscope: (slowest, codes) = (25, 6...13)
        }
        return codes.map { code in
            (slowest * Double(1 << Int(code - codes.lowerBound)), code)
        }
    }

    /// The chip's ranges in g or °/s with their bytes.
    fileprivate var ranges: [(value: Double, code: UInt8)] {
        switch self {
        case .bmi160Accelerometer, .bma255Accelerometer:
            [(2, 0x03), (4, 0x05), (8, 0x08), (16, 0x0C)]
        case .mma8452qAccelerometer: [(2, 0), (4, 1), (8, 2)]
        case .bmi270Accelerometer: [(2, 0), (4, 1), (8, 2), (16, 3)]
        case .bmi160Gyroscope, .bmi270Gyroscope:
            [(2000, 0), (1000, 1), (500, 2), (250, 3), (125, 4)]
        }
    }

    /// Counts a unit at a range.
    func countsPerUnit(_ range: Double) -> Double {
        // It gives thousandths of g at any range.
        if self == .mma8452qAccelerometer { return 1000 }
        return module == 0x03 ? 32768 / range : 16.4 * 2000 / range
    }

    /// The setting that the chip has nearest to the wish.
    func nearest(_ wish: SensorSetting) -> SensorSetting {
        SensorSetting(
            rate: Self.closest(rates.map(\.hertz), to: wish.rate),
            range: ranges.map(\.value).filter { $0 >= wish.range * 0.999 }.min()
                ?? ranges.map(\.value).max() ?? wish.range)
    }

    private static func closest(_ values: [Double], to wish: Double) -> Double {
        values.min { abs($0 - wish) < abs($1 - wish) } ?? wish
    }

    /// The config register's bytes for a setting that the chip has.
    func configuration(_ setting: SensorSetting) -> [UInt8] {
        let code = rates.first { $0.hertz == setting.rate }?.code ?? 8
        let range = ranges.first { $0.value == setting.range }?.code ?? 0
        let isSlow = setting.rate < 12.5
        let first: UInt8 =
            switch self {
            case .bma255Accelerometer: code
            case .mma8452qAccelerometer: range
            case .bmi160Accelerometer: isSlow ? 0x80 | code : 0x20 | code
            case .bmi270Accelerometer: isSlow ? 0x20 | code : 0xA0 | code
            case .bmi160Gyroscope, .bmi270Gyroscope: 0x20 | code
            }
        if self == .mma8452qAccelerometer { return [first, 0, code << 3, 0, 0] }
        return [first, range]
    }

    func configure(_ setting: SensorSetting) -> [UInt8] {
        [module, 0x03] + configuration(setting)
    }

    /// Data interrupt on, then power.
    var start: [[UInt8]] { [[module, 0x02] + interrupt(true), [module, 0x01, 0x01]] }
    var stop: [[UInt8]] { [[module, 0x01, 0x00], [module, 0x02] + interrupt(false)] }

    /// A pair of masks, or one byte with the MMA8452Q.
    private func interrupt(_ isOn: Bool) -> [UInt8] {
        if self == .mma8452qAccelerometer { return [isOn ? 1 : 0] }
        return isOn ? [0x01, 0x00] : [0x00, 0x01]
    }
    func subscribe(_ register: UInt8, _ isOn: Bool) -> [UInt8] {
        [module, register, isOn ? 1 : 0]
    }
}

extension InertialDevice {
    /// Rate and range of a configuration that was read back.
    func setting(_ bytes: [UInt8]) -> SensorSetting? {
        guard bytes.count >= 2, self != .mma8452qAccelerometer else { return nil }
        let rate = rates.first { $0.code == bytes[0] & 0x0F }?.hertz ?? 100
        guard let range = ranges.first(where: { $0.code == bytes[1] })?.value else { return nil }
        return SensorSetting(rate: rate, range: range)
    }
}

extension InertialDevice {
    /// Why the answer of a module to discovery is no motion sensor.
    static func failure(_ module: UInt8, _ information: [UInt8]) -> StepFailure {
        let name = module == 0x03 ? "accelerometer" : "gyroscope"
        return StepFailure(
            information.count < 2 ? "the board has no \(name)" : "its \(name) is not known here")
    }
}
