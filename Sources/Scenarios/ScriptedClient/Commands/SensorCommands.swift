import MetaWearProtocol
import MetaWearTables

/// The packets that configure, start and stop the parts of a board as a script wants them.
struct SensorCommands {
    /// What the board said of its modules.
    var modules: BoardDescription
    var accelerometer: InertialSetting
    var gyroscope: InertialSetting
    var configurations: SensorConfigurations

    /// Remembers the rate and range that a step asks for.
    mutating func take(_ wish: InertialWish) {
        if wish.module == .gyro { gyroscope = wish.setting } else { accelerometer = wish.setting }
    }

    // MARK: What the board has

    /// The chip of the accelerometer or of the gyroscope.
    func chip(_ module: MWModule) throws(StepFailure) -> InertialChip {
        guard let chip = modules[module].flatMap({ InertialChip($0) }) else {
            throw StepFailure(
                modules.has(module)
                    ? "its \(module.row.part) is not known here"
                    : "the board has no \(module.row.part)")
        }
        return chip
    }

    /// The rate and range that the chip has nearest to what is configured; nil for an unknown chip.
    func nearest(_ module: MWModule) -> InertialSetting? {
        (try? chip(module))?.nearest(setting(module))
    }

    /// What is configured for the accelerometer or the gyroscope.
    func setting(_ module: MWModule) -> InertialSetting {
        module == .accelerometer ? accelerometer : gyroscope
    }

    func features() throws(StepFailure) -> FeatureCommands {
        FeatureCommands(
            chip: try chip(.accelerometer), range: accelerometer.range,
            configurations: configurations)
    }

    /// Of a module that the board must have.
    func revision(_ module: MWModule) throws(StepFailure) -> UInt8 {
        guard modules.has(module) else {
            throw StepFailure("the board has no \(module.row.part)")
        }
        return modules.revision(of: module)
    }

    // MARK: Configuring

    func configure(_ unit: SensorUnit) throws(StepFailure) -> [Packet] {
        switch unit {
        case .module(let module):
            try configurations.module(module)?.configurePackets(self) ?? []
        case .fusion: try fusion()
        case .feature(let feature):
            try configure(.accelerometer) + features().configure(feature)
        }
    }

    /// The mode, then the sensors that it needs.
    private func fusion() throws(StepFailure) -> [Packet] {
        _ = try revision(.sensorFusion)
        for sensor in fusedModules { _ = try revision(sensor) }
        return configurations.fusion.configuration(on: modules.fusionChip ?? .bmi160)
            .configurePackets(magnetometerRevision: modules.revision(of: .magnetometer))
    }

    // MARK: Starting and stopping

    /// Starts parts of which some may run already.
    func start(
        _ units: [SensorUnit], beside running: [SensorUnit]
    ) throws(StepFailure) -> [Packet] {
        var packets: [Packet] = []
        for unit in units {
            switch unit {
            case .module(let module):
                packets += try configurations.module(module)?.startPackets(self) ?? []
            case .fusion: break
            case .feature(let feature):
                packets += try features().enable(feature, true)
                packets.append(PoweredSensor.start(.accelerometer))
            }
        }
        let mask = Self.mask(units)
        guard mask != 0 else { return packets }
        guard Self.mask(running) == 0 else { return packets + [FusionConfiguration.enable(mask)] }
        let fusion = configurations.fusion.configuration(on: .bmi160)
        return packets + fusion.enablePackets + fusion.startPackets(outputs: mask)
    }

    /// Stops parts, except for what other parts need.
    func stop(
        _ units: [SensorUnit], beside others: [SensorUnit]
    ) throws(StepFailure) -> [Packet] {
        var packets: [Packet] = []
        let powered = Set(others.flatMap(poweredModules))
        func powerOff(_ module: MWModule) {
            if !powered.contains(module) { packets.append(PoweredSensor.stop(module)) }
        }
        let mask = Self.mask(units)
        if mask != 0 {
            if Self.mask(others) != 0 {
                packets.append(FusionConfiguration.disable(mask))
            } else {
                packets += [FusionConfiguration.stop, MWSensorFusionClearEnabledMask().packet]
                fusedModules.forEach(powerOff)
                packets += fusedModules.filter { !powered.contains($0) }.map(PoweredSensor.disable)
            }
        }
        for unit in units where !others.contains(unit) {
            switch unit {
            case .module(let module):
                guard !powered.contains(module) else { continue }
                packets += configurations.module(module)?.stopPackets ?? []
            case .fusion: break
            case .feature(let feature):
                packets += try features().enable(feature, false)
                powerOff(.accelerometer)
            }
        }
        return packets
    }

    private static func mask(_ units: [SensorUnit]) -> UInt8 {
        units.reduce(0) { if case .fusion(let bit) = $1 { $0 | bit } else { $0 } }
    }

    /// Modules that the fusion's mode needs, in the order of the SDKs.
    private var fusedModules: [MWModule] { configurations.fusion.mode.mode.sensors }

    private func poweredModules(_ unit: SensorUnit) -> [MWModule] {
        unit.isFusion ? fusedModules : [unit.module]
    }
}
