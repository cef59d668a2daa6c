import Peripheral
internal import Simulation

extension MetaWearBoard {
    /// The current that the board draws now, in microamperes: itself, its radio and its modules.
    ///
    /// Typical figures of the nRF52832 (product specification 1.4: System OFF 0.7 µA, System ON 1.9
    /// µA) and of the regulators, the flash and sleeping sensors.
    var consumption: Double {
        if isWithoutSupply { return 0 }
        if isPoweredDown { return 1 }
        var sum = 20 + radioConsumption
        guard metaBoot == nil else { return sum }
        // By position: a copy of a row would count the references in it.
        for i in modules.indices { sum += modules[i].module?.current(on: self) ?? 0 }
        return sum
    }

    /// Charge per event over the interval of events: about 12 µC for an advertisement on three
    /// channels, 6 µC for a connection event without data, at 0 dBm.
    private var radioConsumption: Double {
        if connection != nil {
            guard let parameters = connectionParameters else { return 0 }
            let events = 1 + Double(parameters.latency)
            return 6 / max(parameters.interval.seconds * events, 0.0075)
        }
        guard radioState == .advertising, let advertised else { return 0 }
        return 12 / max(advertised.interval.seconds, 0.02)
    }
}
