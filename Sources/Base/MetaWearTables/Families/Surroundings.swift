extension TableFamily {
    /// Sensors of a board's surroundings (protocol, sensors 6, 13, 15 and 17 to 19).
    static let surroundings = TableFamily(
        modules: [
            ModuleDescription(.temperature, "temperature"),
            ModuleDescription(
                .barometer, "barometer", short: "baro", power: 0x04, configured: [0x03]),
            ModuleDescription(
                .ambientLight, "ambient-light", inScenarios: "light", part: "light sensor",
                short: "light", power: 0x01, configured: [0x02]),
            ModuleDescription(.humidity, "humidity", part: "humidity sensor"),
            ModuleDescription(
                .colour, "colour", part: "colour sensor", isDiscovered: false),
            ModuleDescription(
                .proximity, "proximity", part: "proximity sensor", isDiscovered: false),
        ],
        signals: [
            .number(
                .pressure, .barometer, 0x01, .unsigned, 4, 256, .pressure,
                "Barometer: air pressure.", title: "Pressure", tag: "baro", runs: .module),
            .number(
                .altitude, .barometer, 0x02, .signed, 4, 256, .altitude,
                "Barometer: height above the level of 1013.25 hPa.", runs: .module),
            .number(
                .light, .ambientLight, 0x03, .unsigned, 4, 1000, .illuminance,
                "Ambient light sensor.", title: "Ambient light", inSDKs: "illuminance",
                inRecordings: "Ambient-Light", runs: .module),
            .temperature(.temperature0, 0, title: "Temperature", tag: "temp"),
            .temperature(.temperature1, 1), .temperature(.temperature2, 2),
            .temperature(.temperature3, 3),
            .number(
                .humidity, .humidity, 0xC1, .unsigned, 4, 1024, .humidity,
                "Relative humidity, whenever it is read.", title: "Humidity",
                inSDKs: "relative-humidity"),
        ])
}

extension SignalDescription {
    /// A single number.
    fileprivate static func number(
        _ signal: Signal, _ module: MWModule, _ register: UInt8, index: UInt8 = SourceKey.noIndex,
        axis: String? = nil, _ number: SampleField.Number, _ size: Int, _ countsPerUnit: Double,
        _ measurand: Measurand, _ about: String, title: String? = nil, tag: String? = nil,
        inSDKs: String? = nil, inRecordings: String? = nil, runs: Source = .nothing
    ) -> SignalDescription {
        let field = SampleField(
            axis: axis ?? signal.rawValue, number: number, size: size,
            countsPerUnit: countsPerUnit, unit: measurand.unit)
        return SignalDescription(
            signal, about, title: title, tag: tag, inSDKs: inSDKs, inRecordings: inRecordings,
            module: module, register: .fixed(register), index: index, fields: [field],
            measures: measurand, runs: runs)
    }

    fileprivate static func temperature(
        _ signal: Signal, _ channel: UInt8, title: String? = nil, tag: String? = nil
    ) -> SignalDescription {
        number(
            signal, .temperature, 0xC1, index: channel, axis: "temperature", .signed, 2, 8,
            .temperature, "Channel \(channel) of the temperature module, whenever it is read.",
            title: title, tag: tag, inSDKs: "temperature[\(channel)]")
    }
}
