/// A sensor that every board of a group records, whatever its chip is.
public enum GroupSelection: Sendable, Hashable, Codable {
    /// Acceleration; the nearest rate and full scale of each board are taken.
    case acceleration(odrHz: Double = 100, rangeG: Float = 2)
    /// Rotation; the nearest rate and full scale of each board are taken.
    case rotation(odrHz: Double = 100, rangeDPS: Float = 2000)
    /// The magnetic field.
    case magneticField

    /// For messages.
    var text: String {
        switch self {
        case .acceleration: "acceleration"
        case .rotation: "rotation"
        case .magneticField: "magnetic field"
        }
    }
}

/// A selection on one board: the sensor that its chip needs.
struct GroupSensor: Sendable {
    let selection: GroupSelection
    let start: @Sendable (MetaWearDevice) async throws -> Void
    let stop: @Sendable (MetaWearDevice) async throws -> Void
    /// Finds its loggers again, unless the device knows them.
    let recover: @Sendable (MetaWearDevice) async throws -> Void
    let decode:
        @Sendable ([RawLogEntry], MetaWearDevice) async throws -> [MWLoggedSample<CartesianFloat>]

    init<L: MWLoggable>(_ selection: GroupSelection, _ sensor: L)
    where L.Sample == CartesianFloat {
        self.selection = selection
        start = { try await $0.startLogging(sensor) }
        stop = { try await $0.stopLogging(sensor) }
        recover = { device in
            if await device.loggerRegistry[sensor.loggerKey] == nil {
                try await device.recoverLoggers(for: sensor)
            }
        }
        decode = { try await $1.decodeEntries($0, for: sensor) }
    }
}

extension MetaWearDevice {
    /// The sensors of a selection on this board.
    ///
    /// - Throws: `MWError.operationFailed` if the board has no such sensor.
    func sensors(for selections: [GroupSelection]) throws -> [GroupSensor] {
        try selections.map { selection in
            let sensor: GroupSensor? =
                switch selection {
                case .acceleration(let rate, let range):
                    makeAccelerometer(odrHz: rate, rangeG: range)
                        .map { GroupSensor(selection, $0) }
                case .rotation(let rate, let range):
                    makeGyroscope(odrHz: rate, rangeDPS: range).map { GroupSensor(selection, $0) }
                case .magneticField:
                    hasMagnetometer ? GroupSensor(selection, MWMagnetometer()) : nil
                }
            guard let sensor else {
                throw MWError.operationFailed("this board cannot record \(selection.text)")
            }
            return sensor
        }
    }
}
