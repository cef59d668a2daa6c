import Declaration
import MetaWearProtocol
import MetaWearTables
import Simulation

/// The bytes that configure, start and stop the parts of a board (protocol, sensors).
struct SensorCommandEncoder {
    /// Module information by id, as the board gave it.
    var modules: [UInt8: [UInt8]]
    var accelerometer: InertialSetting
    var gyroscope: InertialSetting
    var configurations: SensorConfigurations

    // MARK: What the board has

    func inertial(_ module: UInt8) throws(StepFailure) -> InertialChip {
        let information = modules[module] ?? []
        guard let device = InertialChip(module: module, information: information) else {
            throw InertialChip.failure(module, information)
        }
        return device
    }

    func features() throws(StepFailure) -> FeatureCommands {
        FeatureCommands(
            chip: try inertial(0x03), range: accelerometer.range, configurations: configurations)
    }

    /// Of a module that the board must have.
    func revision(_ module: BoardModule) throws(StepFailure) -> UInt8 {
        guard let information = modules[module.id], information.count >= 2 else {
            throw StepFailure("the board has no \(module.part)")
        }
        return information[1]
    }

    // MARK: Configuring

    func configure(_ unit: SensorUnit) throws(StepFailure) -> [[UInt8]] {
        switch unit {
        case .accelerometer:
            let device = try inertial(0x03)
            return [device.configure(accelerometer).bytes]
        case .gyroscope:
            let device = try inertial(0x13)
            return [device.configure(gyroscope).bytes]
        case .magnetometer: return try magnetometer()
        case .barometer:
            _ = try revision(.barometer)
            return [[0x12, 0x03] + barometer]
        case .light:
            _ = try revision(.ambientLight)
            return [[0x14, 0x02] + light]
        case .fusion: return try fusion()
        case .feature(let feature):
            return try configure(.accelerometer) + features().configure(feature)
        }
    }

    /// Sleep first on revision 2, then repetitions and rate (protocol, sensors 16).
    private func magnetometer() throws(StepFailure) -> [[UInt8]] {
        let wish = configurations.magnetometer
        let preset = wish.preset.values
        return try magnetometer(
            xy: wish.xy ?? preset.xy, z: wish.z ?? preset.z,
            rate: wish.rate?.hertz ?? preset.rate)
    }

    private func magnetometer(
        xy: Int, z: Int, rate: Double
    ) throws(StepFailure) -> [[UInt8]] {
        let sleep: [[UInt8]] = try revision(.magnetometer) >= 2 ? [[0x15, 0x01, 0x00]] : []
        let code = Step.MagnetometerConfiguration.rates.firstIndex(of: rate) ?? 0
        return sleep + [
            [0x15, 0x04, UInt8(clamping: (xy - 1) / 2), UInt8(clamping: z - 1)],
            [0x15, 0x03, UInt8(clamping: code)],
        ]
    }

    private var barometer: [UInt8] {
        let wish = configurations.barometer
        let code = wish.oversampling.code
        let temperature: UInt8 = wish.oversampling == .ultraHigh ? 2 : 1
        let filter = Step.BarometerConfiguration.filters.firstIndex(of: wish.filter) ?? 0
        let standby = Step.BarometerConfiguration.standbys.firstIndex(of: wish.standby) ?? 0
        return [
            code << 2 | temperature << 5,
            UInt8(clamping: filter) << 2 | UInt8(clamping: standby) << 5,
        ]
    }

    private var light: [UInt8] {
        typealias Light = Step.LightConfiguration
        let wish = configurations.light
        let gain = Light.gains.first { $0.gain == wish.gain }?.code ?? 0
        let period = Light.periods.firstIndex { .milliseconds($0) == wish.period } ?? 3
        let time = Light.integrations.firstIndex { .milliseconds($0) == wish.integration } ?? 0
        return [gain << 2, UInt8(clamping: period) | UInt8(clamping: time) << 3]
    }

    /// The mode, then the sensors that it needs (protocol, sensors 20.1).
    private func fusion() throws(StepFailure) -> [[UInt8]] {
        _ = try revision(.sensorFusion)
        let wish = configurations.fusion
        let mode = wish.mode
        let range = [2.0, 4, 8, 16].firstIndex(of: wish.accelerationRange.g) ?? 3
        let turns = [2000.0, 1000, 500, 250].firstIndex(of: wish.rotationRange.degreesPerSecond)
        var packets: [[UInt8]] = [
            [
                0x19, 0x02, mode.code,
                UInt8(clamping: range) | UInt8(clamping: (turns ?? 0) + 1) << 4,
            ]
        ]
        if mode.usesAccelerometer {
            packets.append(
                try inertial(0x03).configure(
                    InertialSetting(rate: mode.rate, range: wish.accelerationRange.g)
                ).bytes)
        }
        if mode.usesGyroscope {
            packets.append(
                try inertial(0x13).configure(
                    InertialSetting(rate: 100, range: wish.rotationRange.degreesPerSecond)
                ).bytes)
        }
        if mode.usesMagnetometer { packets += try magnetometer(xy: 9, z: 15, rate: 25) }
        return packets
    }

    // MARK: Starting and stopping

    /// Starts parts of which some may run already.
    func start(
        _ units: [SensorUnit], beside running: [SensorUnit]
    ) throws(StepFailure) -> [[UInt8]] {
        var packets: [[UInt8]] = []
        for unit in units {
            switch unit {
            case .accelerometer, .gyroscope: packets += try inertial(unit.module).startCommands
            case .magnetometer: packets += [[0x15, 0x02, 0x01, 0x00], [0x15, 0x01, 0x01]]
            case .barometer: packets.append([0x12, 0x04, 0x01, 0x01])
            case .light: packets.append([0x14, 0x01, 0x01])
            case .fusion: break
            case .feature(let feature):
                packets += try features().enable(feature, true) + [[0x03, 0x01, 0x01]]
            }
        }
        let mask = Self.mask(units)
        guard mask != 0 else { return packets }
        if Self.mask(running) != 0 { return packets + [[0x19, 0x03, mask, 0x00]] }
        let modules = fusedModules
        return packets + modules.map { [$0, 0x02, 0x01, 0x00] } + modules.map { [$0, 0x01, 0x01] }
            + [[0x19, 0x03, mask, 0x00], [0x19, 0x01, 0x01]]
    }

    /// Stops parts unless what goes on needs them.
    func stop(
        _ units: [SensorUnit], beside others: [SensorUnit]
    ) throws(StepFailure) -> [[UInt8]] {
        var packets: [[UInt8]] = []
        let powered = Set(others.flatMap(poweredModules))
        func powerOff(_ module: UInt8) {
            if !powered.contains(module) { packets.append([module, 0x01, 0x00]) }
        }
        let mask = Self.mask(units)
        if mask != 0 {
            if Self.mask(others) != 0 {
                packets.append([0x19, 0x03, 0x00, mask])
            } else {
                packets += [[0x19, 0x01, 0x00], [0x19, 0x03, 0x00, 0x7F]]
                fusedModules.forEach(powerOff)
                for module in fusedModules where !powered.contains(module) {
                    packets.append([module, 0x02, 0x00, 0x01])
                }
            }
        }
        for unit in units where !others.contains(unit) {
            switch unit {
            case .accelerometer, .gyroscope, .magnetometer:
                guard !powered.contains(unit.module) else { continue }
                powerOff(unit.module)
                packets.append([unit.module, 0x02, 0x00, 0x01])
            case .barometer: packets.append([0x12, 0x04, 0x00, 0x00])
            case .light: packets.append([0x14, 0x01, 0x00])
            case .fusion: break
            case .feature(let feature):
                packets += try features().enable(feature, false)
                powerOff(0x03)
            }
        }
        return packets
    }

    private static func mask(_ units: [SensorUnit]) -> UInt8 {
        units.reduce(0) { if case .fusion(let bit) = $1 { $0 | bit } else { $0 } }
    }

    /// Modules that the fusion's mode needs, in the order of the SDKs.
    private var fusedModules: [UInt8] {
        let mode = configurations.fusion.mode
        return (mode.usesAccelerometer ? [0x03] : []) + (mode.usesGyroscope ? [0x13] : [])
            + (mode.usesMagnetometer ? [0x15] : [])
    }

    private func poweredModules(_ unit: SensorUnit) -> [UInt8] {
        unit.isFusion ? fusedModules : [unit.module]
    }
}
