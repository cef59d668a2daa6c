extension BoardProfile {
    /// Every profile that ships, in the order that `boardsim boards` prints them.
    public static let all: [BoardProfile] = [
        .metaMotionR, .metaMotionRL, .metaMotionS, .metaMotionC, .metaWearR, .metaWearRG,
        .metaWearRPro, .metaWearC, .metaWearCPro, .metaDetector, .metaEnvironment, .metaTracker,
    ]

    /// MetaMotion R (model 5): BMI160, barometer and light sensor, 1 MiB of NOR flash.
    ///
    /// Discovery answers are those of the captured mock tables (protocol, sensors 2.2).
    public static let metaMotionR = BoardProfile(
        name: "MetaMotion R", modelNumber: "5", firmwareRevision: "1.5.0",
        hardwareRevision: "0.4", modules: modulesR, inertialChip: .bmi160,
        flash: FlashGeometry(slotsPerPage: 128, capacity: 0x2B80, hasRAMPage: false),
        logicVoltage: 3.0)

    /// MetaMotion RL (model 5): as the R, without barometer and light sensor.
    public static let metaMotionRL = BoardProfile(
        name: "MetaMotion RL", modelNumber: "5", firmwareRevision: "1.5.0",
        hardwareRevision: "0.5",
        modules: modulesR.compactMap { entry in
            switch entry.id {
            case 0x03: Entry(AccelerometerBMI160.self, ModuleInformation(1, 2))
            case 0x12, 0x14: nil
            default: entry
            }
        }, inertialChip: .bmi160,
        flash: FlashGeometry(slotsPerPage: 128, capacity: 0x2B80, hasRAMPage: false),
        logicVoltage: 3.0)

    /// MetaMotion S (model 8): BMI270, 512 MiB of NAND flash, USB charger.
    ///
    /// The mock table with the processor and debug revisions of firmware 1.7 (protocol, sensors
    /// 2.4).
    public static let metaMotionS = BoardProfile(
        name: "MetaMotion S", modelNumber: "8", firmwareRevision: "1.7.3",
        hardwareRevision: "0.1", modules: modulesS, inertialChip: .bmi270,
        flash: FlashGeometry(slotsPerPage: 512, capacity: 0x03FB_0000, hasRAMPage: true),
        logicVoltage: 1.8)

    /// MetaMotion C (model 6). No table of it is known: that of the R, whose log it shares (protocol,
    /// core 3.9).
    public static let metaMotionC = BoardProfile(
        name: "MetaMotion C", modelNumber: "6", firmwareRevision: "1.5.0",
        hardwareRevision: "0.1", modules: modulesR, inertialChip: .bmi160, flash: .nor(0x2B80),
        logicVoltage: 3.0)

    private static let modulesR: [Entry] = [
        Entry(Switch.self, ModuleInformation(0, 0)),
        Entry(LED.self, ModuleInformation(0, 0)),
        Entry(AccelerometerBMI160.self, ModuleInformation(1, 1)),
        Entry(Temperature.self, ModuleInformation(1, 0, [0, 3, 1, 2])),
        Entry(GPIO.self, ModuleInformation(0, 1, [3, 3, 3, 3, 1])),
        Entry(NeoPixel.self, ModuleInformation(0, 0)),
        Entry(IBeacon.self, ModuleInformation(0, 0)),
        Entry(Haptic.self, ModuleInformation(0, 0)),
        Entry(DataProcessor.self, ModuleInformation(0, 0, [0x1C])),
        Entry(Events.self, ModuleInformation(0, 0, [0x1C])),
        Entry(Logging.self, ModuleInformation(0, 2, [8, 0x80, 0x2B, 0, 0])),
        Entry(Timers.self, ModuleInformation(0, 0, [8])),
        Entry(Serial.self, ModuleInformation(0, 1)),
        Entry(Macros.self, ModuleInformation(0, 1, [8])),
        Entry(Settings.self, ModuleInformation(0, 3)),
        Entry(Barometer.self, ModuleInformation(0, 0)),
        Entry(GyroscopeBMI160.self, ModuleInformation(0, 1)),
        Entry(AmbientLight.self, ModuleInformation(0, 0)),
        Entry(Magnetometer.self, ModuleInformation(0, 1)),
        Entry(
            SensorFusion.self,
            ModuleInformation(0, 0, [3, 0, 6, 0, 2, 0, 1, 0])),
        Entry(Debug.self, ModuleInformation(0, 2)),
    ]

    private static let modulesS: [Entry] = [
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
        Entry(Logging.self, ModuleInformation(0, 3, [8, 0, 0, 0xFB, 3, 0, 2])),
        Entry(Timers.self, ModuleInformation(0, 0, [8])),
        Entry(Serial.self, ModuleInformation(0, 1)),
        Entry(Macros.self, ModuleInformation(0, 2, [8, 0])),
        Entry(Settings.self, ModuleInformation(0, 0x0A, [7, 0])),
        Entry(Barometer.self, ModuleInformation(0, 0)),
        Entry(GyroscopeBMI270.self, ModuleInformation(1, 0)),
        Entry(AmbientLight.self, ModuleInformation(0, 0)),
        Entry(Magnetometer.self, ModuleInformation(0, 2)),
        Entry(
            SensorFusion.self,
            ModuleInformation(0, 3, [3, 0, 6, 0, 2, 0, 1, 0])),
        Entry(Debug.self, ModuleInformation(0, 6, [3])),
    ]
}
