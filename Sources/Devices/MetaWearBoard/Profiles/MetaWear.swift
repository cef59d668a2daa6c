import Peripheral

/// The round and the rectangular boards before the MetaMotions; their modules are those of the
/// mock tables (protocol, sensors 2.3), their firmware the one that the mocks name.
extension BoardProfile {
    static let olderFirmware = "1.1.3"
    /// The nRF51822 has 256 KiB (product specification).
    private static let nRF51Flash = 256 << 10

    /// MetaWear R (model 0): MMA8452Q.
    package static let metaWearR = older(
        "MetaWear R", model: "0",
        [
            Entry(AccelerometerMMA8452Q.self, ModuleInformation(0, 1)),
            Entry(Temperature.self, ModuleInformation(1, 0, [0, 1])),
            Entry(Logging.self, ModuleInformation(0, 2, [8, 0x80, 0x31, 0, 0])),
        ], chip: .mma8452q, capacity: 0x3180)

    /// MetaWear RG (model 1): BMI160.
    package static let metaWearRG = older(
        "MetaWear RG", model: "1",
        [
            Entry(Logging.self, ModuleInformation(0, 2, [8, 0x80, 0x2D, 0, 0])),
            Entry(GyroscopeBMI160.self, ModuleInformation(0, 1)),
        ], capacity: 0x2D80)

    /// MetaWear RPro (model 1): the RG with barometer and light sensor.
    package static let metaWearRPro = older(
        "MetaWear RPro", model: "1",
        [
            Entry(Logging.self, ModuleInformation(0, 2, [8, 0x80, 0x2D, 0, 0])),
            Entry(Barometer.self, ModuleInformation(0, 0)),
            Entry(GyroscopeBMI160.self, ModuleInformation(0, 1)),
            Entry(AmbientLight.self, ModuleInformation(0, 0)),
        ], capacity: 0x2D80)

    /// One of these boards, by its own modules and the slots of its log.
    static func older(
        _ name: String, model: String, _ own: [Entry], chip: InertialUnit = .bmi160, capacity: Int
    ) -> Self {
        BoardProfile(
            name: name, modelNumber: model, firmwareRevision: olderFirmware,
            programFlash: nRF51Flash, hardwareRevision: "0.1", modules: olderModules(own),
            inertialChip: chip, flash: .nor(capacity), logicVoltage: 3.0, stack: .bluetooth41)
    }

    /// What all of them answer alike, with a board's own modules beside it or in its place.
    static func olderModules(_ own: [Entry]) -> [Entry] {
        [
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
        ].with(own)
    }
}

extension [BoardProfile.Entry] {
    /// These modules, with a board's own beside them or in their place.
    func with(_ own: [BoardProfile.Entry]) -> Self {
        let rest = filter { entry in !own.contains { $0.id == entry.id } }
        return (rest + own).sorted { $0.id < $1.id }
    }

    /// These modules without some.
    func without(_ absent: UInt8...) -> Self { filter { !absent.contains($0.id) } }
}

extension FlashGeometry {
    /// NOR flash of so many slots: pages of 128.
    static func nor(_ capacity: Int) -> Self {
        FlashGeometry(slotsPerPage: 128, capacity: capacity, hasRAMPage: false)
    }
}
