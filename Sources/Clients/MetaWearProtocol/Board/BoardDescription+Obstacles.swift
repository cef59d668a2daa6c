import MetaWearTables

// What a board cannot do, so that a host says it instead of waiting for what never comes.
extension BoardDescription {
    /// The board's name for messages.
    private var title: String { modelName.map { "the \($0)" } ?? "this board" }

    /// Whether accelerometer and gyroscope are chips that one board has. What a transport of a test answers need not be
    /// a board's modules; then nothing can be concluded from them.
    package var isCoherent: Bool {
        guard let accelerometer, let rotation = self[.gyro] else { return false }
        guard rotation.isPresent else { return true }
        return switch accelerometer {
        case .bmi160Accelerometer: gyroscope == .bmi160Gyroscope
        case .bmi270Accelerometer: gyroscope == .bmi270Gyroscope
        // The others come without a gyroscope.
        default: false
        }
    }

    /// Why the board has nothing of a module; nil if it has it, or if it is not known.
    package func obstacle(to module: MWModule) -> String? {
        guard let information = self[module], !information.isPresent else { return nil }
        return "\(title) has no \(module.row.part)"
    }

    /// Why a sensor of this chip would send nothing; nil if the board has the chip, or if its own is not known.
    package func obstacle(to chip: InertialChip) -> String? {
        guard isCoherent, let own = self[chip.module].flatMap({ InertialChip($0) }), own != chip
        else { return nil }
        let isAcceleration = chip.module == .accelerometer
        let name = isAcceleration ? "Accelerometer" : "Gyroscope"
        let hasType = [.bmi160Accelerometer, .bmi270Accelerometer].contains(own) || !isAcceleration
        return "the \(isAcceleration ? "accelerometer" : "gyroscope") of \(title) is a \(own.name),"
            + " not a \(chip.name)"
            + (hasType
                ? ": use MW\(name)\(own.name) or make\(name)()"
                : ", and this SDK has no sensor for it")
    }

    /// Why a channel of the temperature module gives nothing; nil if there is one, or if it is not known.
    package func obstacle(toThermometer channel: UInt8) -> String? {
        guard let count = self[.temperature]?.thermometers.count, count > 0, channel >= count else {
            return nil
        }
        return "\(title) has the thermometers 0 to \(count - 1), not \(channel)"
    }
}
