import Peripheral

/// The tables of an SDK's test boards, which call their firmware 1.1.3 (protocol, sensors 2.2), and
/// what the documents recommended for the S before a real one was read (protocol, sensors 2.4).
extension BoardProfile {
    static let metaMotionROfMocks = BoardProfile(
        name: "MetaMotion R", modelNumber: "5", firmwareRevision: olderFirmware,
        hardwareRevision: "0.1", modules: mockModulesR, inertialChip: .bmi160,
        flash: .nor(0x2B80), logicVoltage: 3.0, stack: .bluetooth41)

    static let metaMotionRLOfMocks = BoardProfile(
        name: "MetaMotion RL", modelNumber: "5", firmwareRevision: olderFirmware,
        hardwareRevision: "0.1",
        modules: mockModulesR.compactMap { entry in
            switch entry.id {
            case AccelerometerBMI160.id: Entry(AccelerometerBMI160.self, ModuleInformation(1, 2))
            case Barometer.id, AmbientLight.id: nil
            default: entry
            }
        }, inertialChip: .bmi160, flash: .nor(0x2B80), logicVoltage: 3.0, stack: .bluetooth41)

    static let metaMotionCOfMocks = BoardProfile(
        name: "MetaMotion C", modelNumber: "6", firmwareRevision: olderFirmware,
        hardwareRevision: "0.1", modules: mockModulesR, inertialChip: .bmi160,
        flash: .nor(0x2B80), logicVoltage: 3.0, stack: .bluetooth41)

    static let metaMotionSOfDocuments = metaMotionS(
        "1.7.3",
        modules: modulesS.map { entry in
            entry.id == Logging.id ? Entry(Logging.self, mockLogOfS) : entry
        }, capacity: 0x03FB_0000)

    static let metaMotionSOfMocks = metaMotionS(
        olderFirmware,
        modules: modulesS.map { entry in
            switch entry.id {
            case DataProcessor.id: Entry(DataProcessor.self, ModuleInformation(0, 0, [0x1C]))
            case Logging.id: Entry(Logging.self, mockLogOfS)
            case Debug.id: Entry(Debug.self, ModuleInformation(0, 5, [3]))
            default: entry
            }
        }, capacity: 0x03FB_0000)

    private static let mockLogOfS = ModuleInformation(0, 3, [8, 0, 0, 0xFB, 3, 0, 2])

    private static let mockModulesR: [Entry] = [
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
        Entry(SensorFusion.self, fusion(revision: 0)),
        Entry(Debug.self, ModuleInformation(0, 2)),
    ]
}
