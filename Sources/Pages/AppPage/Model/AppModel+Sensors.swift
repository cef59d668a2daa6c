internal import Foundation
internal import MetaWear

/// A sensor that a person has chosen, as the board can do it.
struct ChosenSensor {
    let sensor: AppSensor
    let setup: SensorSetup
}

extension AppModel {
    /// The slowest rate that halving leads to.
    private static let slowest = 0.78125

    func selection(_ link: BoardLink) -> AppRecords.Selection {
        records.selections[link.id.uuidString] ?? AppRecords.Selection()
    }

    /// How a sensor of the board is set up.
    func setup(_ choice: SensorChoice, _ link: BoardLink) -> SensorSetup {
        choice.nearest(selection(link).setups[choice.sensor.rawValue] ?? choice.setup)
    }

    /// The sensors that will stream or be logged.
    func chosen(_ link: BoardLink) -> [ChosenSensor] {
        let chosen = selection(link).chosen
        return link.choices.filter { chosen.contains($0.sensor) }
            .map { ChosenSensor(sensor: $0.sensor, setup: setup($0, link)) }
    }

    /// Takes a sensor into the choice or out of it; those that cannot run beside it are taken out.
    func choose(_ sensor: AppSensor, _ isOn: Bool) {
        change { link, selection in
            guard link.choice(sensor) != nil else {
                throw AppError("This board has no \(sensor.title.lowercased()).")
            }
            selection.chosen.removeAll { $0 == sensor || isOn && sensor.excludes($0) }
            if isOn { selection.chosen.append(sensor) }
        }
    }

    /// Sets a sensor up; what the board does not have becomes the nearest that it has.
    func configure(_ sensor: AppSensor, _ edit: @escaping (inout SensorSetup) -> Void) {
        change { link, selection in
            guard let choice = link.choice(sensor) else {
                throw AppError("This board has no \(sensor.title.lowercased()).")
            }
            var setup = self.setup(choice, link)
            edit(&setup)
            let new = choice.nearest(setup)
            selection.setups[sensor.rawValue] = new
            // Outputs of the fusion share its mode.
            guard let mode = new.mode else { return }
            for other in link.choices where !other.modes.isEmpty {
                var setup = self.setup(other, link)
                setup.mode = mode
                selection.setups[other.sensor.rawValue] = other.nearest(setup)
            }
        }
    }

    /// Halves the rate of all that is chosen.
    func halveRates() {
        change { link, selection in
            for chosen in self.chosen(link) {
                guard let choice = link.choice(chosen.sensor), choice.modes.isEmpty else {
                    continue
                }
                let half = chosen.setup.rate / 2
                let slower = choice.rates.filter { $0 < chosen.setup.rate && $0 >= Self.slowest }
                guard let rate = slower.min(by: { abs($0 - half) < abs($1 - half) }) else {
                    continue
                }
                var setup = chosen.setup
                setup.rate = rate
                selection.setups[chosen.sensor.rawValue] = setup
            }
        }
    }

    private func change(_ edit: (BoardLink, inout AppRecords.Selection) throws -> Void) {
        do {
            guard let link else { throw AppError("No board is connected.") }
            if link.stream != nil { throw AppError("Stop the live stream to change its sensors.") }
            var selection = selection(link)
            try edit(link, &selection)
            records.selections[link.id.uuidString] = selection
        } catch {
            report(error)
        }
        publish()
    }
}
