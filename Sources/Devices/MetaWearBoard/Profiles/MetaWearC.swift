import Peripheral

/// The coin cell boards (model 2): a host tells them apart by their modules (protocol, sensors 2.1
/// and 2.3).
extension BoardProfile {
    /// MetaWear C: BMI160. No table of it is known: that of the CPro without barometer, light
    /// sensor and magnetometer, and the capacity that a vector shows (protocol, core appendix A).
    public static let metaWearC = BoardProfile(
        name: "MetaWear C", modelNumber: "2", firmwareRevision: olderFirmware,
        programFlash: nRF51Flash, hardwareRevision: "0.1",
        modules: olderModules([
            Entry(Logging.self, ModuleInformation(0, 2, [8, 0x80, 0x1F, 0, 0])),
            Entry(GyroscopeBMI160.self, ModuleInformation(0, 1)),
        ]),
        inertialChip: .bmi160, flash: .nor(0x1F80), logicVoltage: 3.0,
        stack: .bluetooth41, battery: coinCell)

    /// MetaWear CPro: BMI160, barometer, light sensor, magnetometer.
    public static let metaWearCPro = BoardProfile(
        name: "MetaWear CPro", modelNumber: "2", firmwareRevision: olderFirmware,
        programFlash: nRF51Flash, hardwareRevision: "0.1",
        modules: olderModules([
            Entry(Barometer.self, ModuleInformation(0, 0)),
            Entry(GyroscopeBMI160.self, ModuleInformation(0, 1)),
            Entry(AmbientLight.self, ModuleInformation(0, 0)),
            Entry(Magnetometer.self, ModuleInformation(0, 0)),
        ]),
        inertialChip: .bmi160, flash: .nor(0x2B80), logicVoltage: 3.0,
        stack: .bluetooth41, battery: coinCell)

    /// MetaDetector: BMA255, light and proximity.
    public static let metaDetector = BoardProfile(
        name: "MetaDetector", modelNumber: "2", firmwareRevision: olderFirmware,
        programFlash: nRF51Flash, hardwareRevision: "0.1",
        modules: olderModules(
            bma255Modules + [
                Entry(AmbientLight.self, ModuleInformation(0, 0)),
                Entry(Proximity.self, ModuleInformation(0, 0)),
            ]),
        inertialChip: .bma255, flash: .nor(0x2B80), logicVoltage: 3.0,
        stack: .bluetooth41, battery: coinCell)

    /// MetaEnvironment: BMA255, barometer with hygrometer (BME280), colour.
    public static let metaEnvironment = BoardProfile(
        name: "MetaEnvironment", modelNumber: "2", firmwareRevision: olderFirmware,
        programFlash: nRF51Flash, hardwareRevision: "0.1",
        modules: olderModules(
            bma255Modules + [
                Entry(Barometer.self, ModuleInformation(1, 0)),
                Entry(Humidity.self, ModuleInformation(0, 0)),
                Entry(ColourDetector.self, ModuleInformation(0, 0)),
            ]),
        inertialChip: .bma255, flash: .nor(0x2B80), logicVoltage: 3.0,
        stack: .bluetooth41, battery: coinCell)

    /// What Detector and Environment have in place of the others' modules.
    private static let bma255Modules = [
        Entry(AccelerometerBMA255.self, ModuleInformation(3, 1)),
        Entry(GPIO.self, ModuleInformation(0, 1, [3, 3, 3, 3, 1])),
        Entry(Macros.self, ModuleInformation(0, 1, [8])),
        Entry(Settings.self, ModuleInformation(0, 3)),
    ]
}
