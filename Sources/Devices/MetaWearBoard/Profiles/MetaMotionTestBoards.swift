import Peripheral

/// The tables of an SDK's test boards, which call their firmware 1.1.3 (protocol, sensors 2.2), and
/// what the documents recommended for the S before a real one was read (protocol, sensors 2.4).
extension BoardProfile {
    static let metaMotionROfMocks = mock("MetaMotion R", model: "5")

    static let metaMotionRLOfMocks = mock(
        "MetaMotion RL", model: "5",
        modules: mockModulesR.without(Barometer.id, AmbientLight.id).with([
            Entry(AccelerometerBMI160.self, ModuleInformation(1, 2))
        ]))

    static let metaMotionCOfMocks = mock("MetaMotion C", model: "6")

    private static func mock(
        _ name: String, model: String, modules: [Entry] = mockModulesR
    ) -> Self {
        BoardProfile(
            name: name, modelNumber: model, firmwareRevision: olderFirmware,
            hardwareRevision: "0.1", modules: modules, inertialChip: .bmi160,
            flash: .nor(0x2B80), logicVoltage: 3.0, stack: .bluetooth41)
    }

    static let metaMotionSOfDocuments = metaMotionS(
        "1.7.3", modules: modulesS.with([mockLogOfS]), capacity: 0x03FB_0000)

    static let metaMotionSOfMocks = metaMotionS(
        olderFirmware,
        modules: modulesS.with([
            Entry(DataProcessor.self, ModuleInformation(0, 0, [0x1C])), mockLogOfS,
            Entry(Debug.self, ModuleInformation(0, 5, [3])),
        ]), capacity: 0x03FB_0000)

    private static let mockLogOfS = Entry(
        Logging.self, ModuleInformation(0, 3, [8, 0, 0, 0xFB, 3, 0, 2]))

    private static let mockModulesR = olderModules([
        Entry(GPIO.self, ModuleInformation(0, 1, [3, 3, 3, 3, 1])),
        Entry(Serial.self, ModuleInformation(0, 1)),
        Entry(Macros.self, ModuleInformation(0, 1, [8])),
        Entry(Settings.self, ModuleInformation(0, 3)),
        Entry(Barometer.self, ModuleInformation(0, 0)),
        Entry(GyroscopeBMI160.self, ModuleInformation(0, 1)),
        Entry(AmbientLight.self, ModuleInformation(0, 0)),
        Entry(Magnetometer.self, ModuleInformation(0, 1)),
        Entry(SensorFusion.self, fusion(revision: 0)),
    ])
}
