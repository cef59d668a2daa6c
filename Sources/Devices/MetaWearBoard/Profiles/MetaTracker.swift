extension BoardProfile {
    /// MetaTracker (model 4): BMI160, BME280, light sensor, 2 MiB of NOR flash; no magnetometer.
    ///
    /// The table of a captured board (protocol, core appendix A), with the modules that it does not
    /// list and every other board has.
    package static let metaTracker = older(
        "MetaTracker", model: "4",
        [
            Entry(LED.self, ModuleInformation(0, 1, [3, 0])),
            Entry(GPIO.self, ModuleInformation(0, 2, [3, 3, 3, 3, 1, 1, 1, 1])),
            Entry(Logging.self, ModuleInformation(0, 2, [8, 0, 0, 4, 0])),
            Entry(Serial.self, ModuleInformation(0, 1)),
            Entry(Macros.self, ModuleInformation(0, 1, [8])),
            Entry(Settings.self, ModuleInformation(0, 4)),
            Entry(Barometer.self, ModuleInformation(1, 0)),
            Entry(GyroscopeBMI160.self, ModuleInformation(0, 1)),
            Entry(AmbientLight.self, ModuleInformation(0, 0)),
            Entry(Humidity.self, ModuleInformation(0, 0)),
            Entry(Debug.self, ModuleInformation(0, 1)),
        ], capacity: 0x4_0000)
}
