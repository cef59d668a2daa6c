import MetaWearTables

/// The signals that a board may have, with the registers of its chips and the scales of their present ranges
/// (protocol, sensors 1.10).
package struct SignalCatalogue: Sendable {
    /// The accelerometer; nil if the board has none, or one that no board has had.
    package var accelerometer: InertialChip?
    /// The gyroscope.
    package var gyroscope: InertialChip?
    /// Full scale of the accelerometer in g.
    package var accelerationRange: Double
    /// Full scale of the gyroscope in °/s.
    package var rotationRange: Double

    /// - Parameters:
    ///   - modules: what the board said of itself.
    ///   - accelerationRange: g; the default is what a board has before any configuration.
    ///   - rotationRange: °/s.
    package init(
        modules: some Sequence<MWModuleInfo>, accelerationRange: Double? = nil,
        rotationRange: Double = 2000
    ) {
        for information in modules {
            if information.module == .accelerometer { accelerometer = InertialChip(information) }
            if information.module == .gyro { gyroscope = InertialChip(information) }
        }
        self.accelerationRange =
            accelerationRange ?? (accelerometer == .bmi270Accelerometer ? 8 : 2)
        self.rotationRange = rotationRange
    }

    /// Every signal but those of the accelerometer's features; packed ones and temperature channels included.
    package var all: [BoardSignal] { Signal.allCases.compactMap(signal) }

    /// A signal of the hosts' table; nil if the board lacks the chip, and for a feature of the accelerometer, whose
    /// register depends on what it is configured for.
    public func signal(_ signal: Signal) -> BoardSignal? {
        let row = signal.row
        let isAcceleration = row.module == .accelerometer
        let chip = isAcceleration ? accelerometer : gyroscope
        guard row.fixedRegister != nil || chip != nil,
            let register = row.registerByte(chip?.implementation)
        else { return nil }
        var found = BoardSignal(
            name: row.inSDKs, key: SourceKey(row.module, register, row.index),
            fields: row.fields + row.trailing, samplesPerPacket: row.perPacket)
        guard row.isScaledByRange, let chip else { return found }
        let counts = chip.countsPerUnit(range: isAcceleration ? accelerationRange : rotationRange)
        for i in found.fields.indices { found.fields[i].countsPerUnit = counts }
        return found
    }

    /// The signal of a key; a processor's loud form of a silent read is the same signal.
    public func signal(at key: SourceKey) -> BoardSignal? {
        all.first { $0.key.withoutFlags == key.withoutFlags }
    }

    /// The signal of a name.
    public func signal(named name: String) -> BoardSignal? { all.first { $0.name == name } }
}
