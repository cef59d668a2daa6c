import Peripheral

/// The round and the rectangular boards before the MetaMotions; their modules are those of the
/// mock tables (protocol, sensors 2.3), their firmware the one that the mocks name.
extension BoardProfile {
    static let olderFirmware = "1.1.3"
    /// The nRF51822 has 256 KiB (product specification).
    static let nRF51Flash = 256 << 10
    /// What a CR2032 holds; its curve is that of the other batteries all the same.
    static let coinCell = BatteryDesign(capacity: 220)

    /// MetaWear R (model 0): MMA8452Q.
    public static let metaWearR = BoardProfile(
        name: "MetaWear R", modelNumber: "0", firmwareRevision: olderFirmware,
        programFlash: nRF51Flash, hardwareRevision: "0.1",
        modules: olderModules([
            Entry(AccelerometerMMA8452Q.self, ModuleInformation(0, 1)),
            Entry(Temperature.self, ModuleInformation(1, 0, [0, 1])),
            Entry(Logging.self, ModuleInformation(0, 2, [8, 0x80, 0x31, 0, 0])),
        ]),
        inertialChip: .mma8452q, flash: .nor(0x3180), logicVoltage: 3.0, stack: .bluetooth41)

    /// MetaWear RG (model 1): BMI160.
    public static let metaWearRG = BoardProfile(
        name: "MetaWear RG", modelNumber: "1", firmwareRevision: olderFirmware,
        programFlash: nRF51Flash, hardwareRevision: "0.1",
        modules: olderModules([
            Entry(Logging.self, ModuleInformation(0, 2, [8, 0x80, 0x2D, 0, 0])),
            Entry(GyroscopeBMI160.self, ModuleInformation(0, 1)),
        ]),
        inertialChip: .bmi160, flash: .nor(0x2D80), logicVoltage: 3.0, stack: .bluetooth41)

    /// MetaWear RPro (model 1): the RG with barometer and light sensor.
    public static let metaWearRPro = BoardProfile(
        name: "MetaWear RPro", modelNumber: "1", firmwareRevision: olderFirmware,
        programFlash: nRF51Flash, hardwareRevision: "0.1",
        modules: olderModules([
            Entry(Logging.self, ModuleInformation(0, 2, [8, 0x80, 0x2D, 0, 0])),
            Entry(Barometer.self, ModuleInformation(0, 0)),
            Entry(GyroscopeBMI160.self, ModuleInformation(0, 1)),
            Entry(AmbientLight.self, ModuleInformation(0, 0)),
        ]),
        inertialChip: .bmi160, flash: .nor(0x2D80), logicVoltage: 3.0, stack: .bluetooth41)

    /// What all of them answer alike, with a board's own modules beside it or in its place.
    static func olderModules(_ own: [Entry]) -> [Entry] {
        let common = [
            Entry(Switch.self, ModuleInformation(0, 0)),
            Entry(LED.self, ModuleInformation(0, 0)),
            Entry(AccelerometerBMI160.self, ModuleInformation(1, 1)),
            Entry(Temperature.self, ModuleInformation(1, 0, [0, 3, 1, 2])),
            Entry(GPIO.self, ModuleInformation(0, 0)),
            Entry(NeoPixel.self, ModuleInformation(0, 0)),
            Entry(IBeacon.self, ModuleInformation(0, 0)),
            Entry(Haptic.self, ModuleInformation(0, 0)),
            Entry(DataProcessor.self, ModuleInformation(0, 0, [0x1C])),
            Entry(Events.self, ModuleInformation(0, 0, [0x1C])),
            Entry(Logging.self, ModuleInformation(0, 2, [8, 0x80, 0x2B, 0, 0])),
            Entry(Timers.self, ModuleInformation(0, 0, [8])),
            Entry(Serial.self, ModuleInformation(0, 0)),
            Entry(Macros.self, ModuleInformation(0, 0)),
            Entry(Settings.self, ModuleInformation(0, 0)),
            Entry(Debug.self, ModuleInformation(0, 2)),
        ]
        let rest = common.filter { entry in !own.contains { $0.id == entry.id } }
        return (rest + own).sorted { $0.id < $1.id }
    }
}

extension FlashGeometry {
    /// NOR flash of so many slots: pages of 128.
    static func nor(_ capacity: Int) -> Self {
        FlashGeometry(slotsPerPage: 128, capacity: capacity, hasRAMPage: false)
    }
}
