/// The coin cell boards (model 2): a host tells them apart by their modules (protocol, sensors 2.1
/// and 2.3).
extension BoardProfile {
    /// MetaWear C: BMI160. No table of it is known: that of the CPro without barometer, light
    /// sensor and magnetometer, and the capacity that a vector shows (protocol, core appendix A).
    package static let metaWearC = onCoinCell(
        "MetaWear C",
        [
            Entry(Logging.self, ModuleInformation(0, 2, [8, 0x80, 0x1F, 0, 0])),
            Entry(GyroscopeBMI160.self, ModuleInformation(0, 1)),
        ], capacity: 0x1F80)

    /// MetaWear CPro: BMI160, barometer, light sensor, magnetometer.
    package static let metaWearCPro = onCoinCell(
        "MetaWear CPro",
        [
            Entry(Barometer.self, ModuleInformation(0, 0)),
            Entry(GyroscopeBMI160.self, ModuleInformation(0, 1)),
            Entry(AmbientLight.self, ModuleInformation(0, 0)),
            Entry(Magnetometer.self, ModuleInformation(0, 0)),
        ])

    /// MetaDetector: BMA255, light and proximity.
    package static let metaDetector = onCoinCell(
        "MetaDetector",
        bma255Modules + [
            Entry(AmbientLight.self, ModuleInformation(0, 0)),
            Entry(Proximity.self, ModuleInformation(0, 0)),
        ], chip: .bma255)

    /// MetaEnvironment: BMA255, barometer with hygrometer (BME280), colour.
    package static let metaEnvironment = onCoinCell(
        "MetaEnvironment",
        bma255Modules + [
            Entry(Barometer.self, ModuleInformation(1, 0)),
            Entry(Humidity.self, ModuleInformation(0, 0)),
            Entry(ColourDetector.self, ModuleInformation(0, 0)),
        ], chip: .bma255)

    private static func onCoinCell(
        _ name: String, _ own: [Entry], chip: InertialUnit = .bmi160, capacity: Int = 0x2B80
    ) -> Self {
        var profile = older(name, model: "2", own, chip: chip, capacity: capacity)
        // What a CR2032 holds; its curve is that of the other batteries all the same.
        profile.battery = BatteryDesign(capacity: 220)
        return profile
    }

    /// What Detector and Environment have in place of the others' modules.
    private static let bma255Modules = [
        Entry(AccelerometerBMA255.self, ModuleInformation(3, 1)),
        Entry(GPIO.self, ModuleInformation(0, 1, [3, 3, 3, 3, 1])),
        Entry(Macros.self, ModuleInformation(0, 1, [8])),
        Entry(Settings.self, ModuleInformation(0, 3)),
    ]
}
