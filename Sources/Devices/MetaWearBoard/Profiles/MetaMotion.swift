import Peripheral

extension BoardProfile {
    /// Every profile that ships, in the order that `boardsim boards` prints them.
    public static let all: [BoardProfile] = [
        .metaMotionR, .metaMotionRL, .metaMotionS, .metaMotionC, .metaWearR, .metaWearRG,
        .metaWearRPro, .metaWearC, .metaWearCPro, .metaDetector, .metaEnvironment, .metaTracker,
    ]

    /// Profiles with another firmware than those of `all`.
    private static let further: [BoardProfile] = [
        metaMotionROfMocks, metaMotionRLOfMocks, metaMotionSOfDocuments, metaMotionSOfMocks,
        metaMotionCOfMocks,
    ]

    /// Every table there is, those of `all` first.
    static var known: [BoardProfile] { all + further }

    /// The firmware revisions of a product whose tables are known, that of its default profile first.
    package static func knownFirmware(of product: String) -> [String] {
        known.filter { $0.name == product }.map { $0.firmwareRevision }
    }

    /// The same product with another firmware; nil if no table of it is known.
    public func running(_ firmware: String) -> Self? {
        Self.known.first { $0.name == name && $0.firmwareRevision == firmware }
    }

    /// MetaMotion R (model 5): BMI160, barometer and light sensor, 8 MiB of NOR flash.
    ///
    /// Its answers are those of three real boards with this firmware, one of them seen on the wire.
    package static let metaMotionR = BoardProfile(
        name: "MetaMotion R", modelNumber: "5", firmwareRevision: "1.5.0",
        hardwareRevision: "0.4", modules: modulesR, inertialChip: .bmi160, flash: .nor(1 << 20),
        logicVoltage: 3.0, stack: .bluetooth42)

    /// MetaMotion RL (model 5): as the R, without barometer and light sensor.
    ///
    /// Its answers are those of six real boards with this firmware.
    public static let metaMotionRL = BoardProfile(
        name: "MetaMotion RL", modelNumber: "5", firmwareRevision: "1.7.3",
        hardwareRevision: "0.5",
        modules: modulesR.without(Barometer.id, AmbientLight.id).with([
            // The log takes readouts of any length and programs each entry at once, as the R's does:
            // it has a flush register and nothing to flush.
            Entry(Logging.self, ModuleInformation(0, 3, [8, 0, 0, 0x10, 0, 1, 0])),
            Entry(Settings.self, ModuleInformation(0, 0x0A, [3, 0])),
            Entry(SensorFusion.self, fusion(revision: 3)),
            Entry(Debug.self, ModuleInformation(0, 6, [3])),
        ]), inertialChip: .bmi160, flash: .nor(1 << 20), logicVoltage: 3.0,
        quirks: firmware17)

    /// What boards with 1.7 do and older ones were not seen to do (real boards of 2026).
    private static let firmware17: Set<Quirk> = [
        .silentFreeSlots, .silentEmptyReadout, .noProgressOfPages,
    ]

    /// MetaMotion S (model 8): BMI270, 512 MiB of NAND flash, USB charger.
    ///
    /// Its answers are those of three real boards with this firmware.
    public static let metaMotionS = metaMotionS(
        "1.7.2", modules: modulesS, capacity: 0x0400_0000)

    /// MetaMotion C (model 6). No table of it is known: that of the R, whose log it shares (protocol,
    /// core 3.9).
    package static let metaMotionC = BoardProfile(
        name: "MetaMotion C", modelNumber: "6", firmwareRevision: "1.5.0",
        hardwareRevision: "0.1", modules: modulesR, inertialChip: .bmi160, flash: .nor(1 << 20),
        logicVoltage: 3.0, stack: .bluetooth42)

    static func metaMotionS(
        _ firmware: String, modules: [Entry], capacity: Int
    ) -> Self {
        BoardProfile(
            name: "MetaMotion S", modelNumber: "8", firmwareRevision: firmware,
            bootloaderRevision: "0.4.0", programFlash: 1 << 20,
            hardwareRevision: "0.1", modules: modules, inertialChip: .bmi270,
            flash: FlashGeometry(slotsPerPage: 512, capacity: capacity, hasRAMPage: true),
            logicVoltage: 1.8, hasUSB: true,
            quirks: firmware.hasPrefix("1.7")
                ? firmware17.union([
                    .slowGarbageCollection, .lightEndsWithLink, .burstsOfReadsOverflow,
                ]) : [])
    }

    static func fusion(revision: UInt8) -> ModuleInformation {
        ModuleInformation(0, revision, [3, 0, 6, 0, 2, 0, 1, 0])
    }

    private static let modulesR: [Entry] = [
        Entry(Switch.self, ModuleInformation(0, 0)),
        Entry(LED.self, ModuleInformation(0, 1, [3, 0])),
        Entry(AccelerometerBMI160.self, ModuleInformation(1, 2)),
        Entry(Temperature.self, ModuleInformation(1, 0, [0, 3, 1, 2])),
        Entry(GPIO.self, ModuleInformation(0, 2, [3, 3, 3, 3, 1, 1, 1])),
        Entry(NeoPixel.self, ModuleInformation(0, 0)),
        Entry(IBeacon.self, ModuleInformation(0, 0)),
        Entry(Haptic.self, ModuleInformation(0, 0)),
        Entry(DataProcessor.self, ModuleInformation(0, 3, [0x1C])),
        Entry(Events.self, ModuleInformation(0, 0, [0x1C])),
        Entry(Logging.self, ModuleInformation(0, 2, [8, 0, 0, 0x10, 0])),
        Entry(Timers.self, ModuleInformation(0, 0, [8])),
        Entry(Serial.self, ModuleInformation(0, 1)),
        Entry(Macros.self, ModuleInformation(0, 2, [8, 0])),
        Entry(Settings.self, ModuleInformation(0, 8, [3, 0])),
        Entry(Barometer.self, ModuleInformation(0, 0)),
        Entry(GyroscopeBMI160.self, ModuleInformation(0, 1)),
        Entry(AmbientLight.self, ModuleInformation(0, 0)),
        Entry(Magnetometer.self, ModuleInformation(0, 2)),
        Entry(SensorFusion.self, fusion(revision: 2)),
        Entry(Debug.self, ModuleInformation(0, 5, [0])),
    ]

    static let modulesS: [Entry] = [
        Entry(Switch.self, ModuleInformation(0, 0)),
        Entry(LED.self, ModuleInformation(0, 1, [3, 0])),
        Entry(AccelerometerBMI270.self, ModuleInformation(4, 0)),
        Entry(Temperature.self, ModuleInformation(1, 0, [0, 3, 1, 2])),
        Entry(GPIO.self, ModuleInformation(0, 2, [3, 3, 3, 3, 3, 3, 1])),
        Entry(NeoPixel.self, ModuleInformation(0, 0)),
        Entry(IBeacon.self, ModuleInformation(0, 0)),
        Entry(Haptic.self, ModuleInformation(0, 0)),
        Entry(DataProcessor.self, ModuleInformation(0, 3, [0x1C])),
        Entry(Events.self, ModuleInformation(0, 0, [0x1C])),
        Entry(Logging.self, ModuleInformation(0, 3, [8, 0, 0, 0, 4, 0, 2])),
        Entry(Timers.self, ModuleInformation(0, 0, [8])),
        Entry(Serial.self, ModuleInformation(0, 1)),
        Entry(Macros.self, ModuleInformation(0, 2, [8, 0])),
        Entry(Settings.self, ModuleInformation(0, 0x0A, [7, 0])),
        Entry(Barometer.self, ModuleInformation(0, 0)),
        Entry(GyroscopeBMI270.self, ModuleInformation(1, 0)),
        Entry(AmbientLight.self, ModuleInformation(0, 0)),
        Entry(Magnetometer.self, ModuleInformation(0, 2)),
        Entry(SensorFusion.self, fusion(revision: 3)),
        Entry(Debug.self, ModuleInformation(0, 6, [3])),
    ]
}
