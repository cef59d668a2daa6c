extension TableFamily {
    /// What a board has beside sensors: button, lights, pins, buses and its settings (protocol, sensors 3, 4 and 7 to
    /// 12; core 8).
    static let parts = TableFamily(
        modules: [
            ModuleDescription(.switch_, "switch", inSDKs: "switch", short: "switch"),
            ModuleDescription(.led, "led"), ModuleDescription(.gpio, "gpio"),
            ModuleDescription(.neoPixel, "neopixel", isDiscovered: false),
            ModuleDescription(.iBeacon, "ibeacon"), ModuleDescription(.haptic, "haptic"),
            ModuleDescription(.serial, "serial"),
            ModuleDescription(.conductance, "conductance", isDiscovered: false),
            ModuleDescription(.settings, "settings", short: "battery"),
            ModuleDescription(.debug, "debug"),
        ],
        signals: [
            .flag(.switch, .switch_, 0x01, "The button: 1 when pressed, 0 when released."),
            SignalDescription(
                .battery, "Battery voltage and charge, when the board sends them by itself.",
                module: .settings, register: .fixed(0x0C),
                fields: [
                    SampleField(axis: "charge", number: .unsigned, size: 1, unit: "%"),
                    SampleField(
                        axis: "voltage", number: .unsigned, size: 2, countsPerUnit: 1000, unit: "V"),
                ]),
            .flag(.charger, .settings, 0x11, "1 when the charger is connected, 0 when not."),
            .flag(
                .charging, .settings, 0x12, "1 when the battery is being charged, 0 when not."),
            SignalDescription(
                .disconnect, "The end of a link; only for events.", module: .settings,
                register: .fixed(0x0A), fields: []),
        ])

    /// What a board does without a host (protocol, core 3 to 7).
    static let programs = TableFamily(
        modules: [
            ModuleDescription(
                .dataProcessor, "data-processor", inScenarios: "processors", short: "processor"),
            ModuleDescription(.event, "event", inScenarios: "events"),
            ModuleDescription(.logging, "logging"),
            ModuleDescription(.timer, "timer", inScenarios: "timers"),
            ModuleDescription(.macro, "macro", inScenarios: "macros"),
        ], signals: [])
}

extension SignalDescription {
    fileprivate static func flag(
        _ signal: Signal, _ module: MWModule, _ register: UInt8, _ about: String
    ) -> SignalDescription {
        SignalDescription(
            signal, about, module: module, register: .fixed(register),
            fields: [SampleField(axis: "value", number: .unsigned, size: 1)])
    }
}
