import MetaWearTables
import Testing

@testable import MetaWearProtocol

/// Short packets that hosts write: reads, subscriptions, removals, and the controls of an update.
@Suite struct ShortPacketTests {
    private static func subscribe(_ module: MWModule, _ register: UInt8, _ isOn: Bool) -> Packet {
        .subscribe(module, register, isOn)
    }

    private static func questions(of recovery: SignalRecovery) -> [Packet] {
        var (recovery, asked) = (recovery, [Packet]())
        while let question = recovery.next {
            asked.append(question)
            recovery.take(nil)
        }
        return asked
    }

    static let subscriptions: [VectorRow] = [
        // Sensors 1.3, 5.1, 5.3.6.
        VectorRow("15 05 00", MWMagnetometer().subscribePacket(false)),
        VectorRow("03 04 00", MWAccelerometerBMI270().subscribePacket(false)),
        VectorRow(
            "03 19 01",
            subscribe(.accelerometer, MWAccelerometerBMI160Steps.stepDetectorRegister, true)),
        // Sensors 5.6.
        VectorRow(
            "03 0b 01", subscribe(.accelerometer, MWAccelerometerBMI270Steps.stepRegister, true)),
        VectorRow(
            "03 0b 00", subscribe(.accelerometer, MWAccelerometerBMI270Steps.stepRegister, false)),
        VectorRow(
            "03 0c 01",
            subscribe(.accelerometer, MWAccelerometerBMI270Features.activityRegister, true)),
        VectorRow(
            "03 0a 01",
            subscribe(.accelerometer, MWAccelerometerBMI270Features.wristEventRegister, true)),
        VectorRow(
            "03 09 01",
            subscribe(.accelerometer, MWAccelerometerBMI270Features.motionRegister, true)),
        // Core 3.8, 4.1, 8.
        VectorRow(
            "0b 07 00 | 0b 0d 00 | 0b 08 00", LogDownload(revision: 2).endPackets),
        VectorRow("09 03 00", ProcessorCommand.notifyGate(false)),
        VectorRow("11 0c 01", subscribe(.settings, 0x0C, true)),
    ]

    static let reads: [VectorRow] = [
        // Core 1.4, 2.2, 8 and 11.
        VectorRow("11 87", Packet.read(.settings, 0x07)),
        VectorRow("09 80 | 0a 80", [MWModuleInfo.read(.dataProcessor), MWModuleInfo.read(.event)]),
        VectorRow("11 cc", Packet.silentRead(.settings, 0x0C)),
        // Sensors 13, 18, 19 and 21.
        VectorRow("12 c1", Packet.silentRead(.barometer, 0x01)),
        VectorRow("17 c1", OlderSensors.readColourSilently),
        VectorRow("18 c1", OlderSensors.readProximitySilently),
        VectorRow("12 83", Packet.read(.barometer, 0x03)),
        VectorRow("14 82", Packet.read(.ambientLight, 0x02)),
        VectorRow(
            "15 83 | 15 84", [Packet.read(.magnetometer, 0x03), Packet.read(.magnetometer, 0x04)]),
        VectorRow("01 81", Packet.read(.switch_, 0x01)),
        VectorRow("19 82", Packet.read(.sensorFusion, 0x02)),
        // Clients: recovery.
        VectorRow(
            "03 83 | 13 83",
            questions(
                of: SignalRecovery(modules: [
                    MWModuleInfo(module: .accelerometer, implementation: 1, revision: 1),
                    MWModuleInfo(module: .gyro, implementation: 0, revision: 1),
                ]))),
        VectorRow("0b 82 00", LoggerTrigger.read(0)),
        VectorRow("0b 82 01", LoggerTrigger.read(1)),
        VectorRow("0b 82 02", LoggerTrigger.read(2)),
        VectorRow("0b 82 03", LoggerTrigger.read(3)),
        VectorRow("09 82 01", ProcessorCommand.read(1)),
        VectorRow("09 82 00", ProcessorCommand.read(0)),
    ]

    static let removals: [VectorRow] = [
        // Core 3.3, 4.8, 5.4, 12.
        VectorRow("0b 03 00 | 0b 03 01", [LoggerTrigger.remove(0), LoggerTrigger.remove(1)]),
        VectorRow("09 06 07", ProcessorCommand.remove(7)),
        VectorRow("0a 04 06", MWEvent(id: 6).remove),
        VectorRow("09 06 06", ProcessorCommand.remove(6)),
        VectorRow("09 06 05", ProcessorCommand.remove(5)),
        VectorRow("0a 04 05", MWEvent(id: 5).remove),
        VectorRow("09 06 04", ProcessorCommand.remove(4)),
        VectorRow("09 06 03", ProcessorCommand.remove(3)),
        VectorRow("09 06 02", ProcessorCommand.remove(2)),
        VectorRow("09 06 01", ProcessorCommand.remove(1)),
        VectorRow("09 06 00", ProcessorCommand.remove(0)),
        VectorRow(
            "0a 04 00 | 0a 04 01 | 0a 04 02",
            [MWEvent(id: 0).remove, MWEvent(id: 1).remove, MWEvent(id: 2).remove]),
    ]

    static let updates: [VectorRow] = [
        // Core 13.2 to 13.4.
        VectorRow("01 04", control(.start(.application))),
        VectorRow("02 00", control(.beginInitPacket)),
        VectorRow("02 01", control(.endInitPacket)),
        VectorRow("08 0a 00", control(.receipts(every: 10))),
        VectorRow("08 0c 00", control(.receipts(every: 12))),
    ]

    private static func control(_ control: UpdateControl) -> [Packet] {
        Packet(control.bytes).map { [$0] } ?? []
    }

    @Test(arguments: subscriptions)
    func `subscriptions (sensors 1.3, core 1.6)`(_ row: VectorRow) { row.check() }

    @Test(arguments: reads)
    func `reads, loud and silent (core 1.5)`(_ row: VectorRow) { row.check() }

    @Test(arguments: removals)
    func `removals (core 3.3, 4.8, 5.4)`(_ row: VectorRow) { row.check() }

    @Test(arguments: updates)
    func `what the control point of an update takes (core 13)`(_ row: VectorRow) { row.check() }

    @Test func `whole sequences of the documents`() throws {
        // Core 5.2 and 7: a processor's output lights the LED, also from a macro.
        var steady = MWLEDPattern.solid
        (steady.highIntensity, steady.lowIntensity) = (16, 16)
        let light = try EventBinding(
            source: .processor(2),
            command: MWLED.SetPattern(color: .blue, pattern: steady).packet)
        VectorRow(
            "0a 02 09 03 02 02 03 0f | 0a 03 02 02 10 10 00 00 f4 01 00 00 e8 03 00 00 ff", light
        ).check()
        VectorRow(
            "0f 03 0a 02 09 03 02 02 03 0f | "
                + "0f 03 0a 03 02 02 10 10 00 00 f4 01 00 00 e8 03 00 00 ff",
            light.packets.flatMap { MacroRecording.add($0, splitting: .from18) }
        ).check()
        // Core 4.6: a press opens a gate, or sets a sum to zero.
        let press = MWEventSource.buttonChanged().key
        VectorRow(
            "0a 02 01 01 ff 09 04 03 | 0a 03 00 01 00",
            try EventBinding(source: press, command: ProcessorCommand.setState(0, [1, 0]))
        ).check()
        VectorRow(
            "0a 02 01 01 ff 09 04 05 | 0a 03 06 00 00 00 00",
            try EventBinding(source: press, command: ProcessorCommand.setState(6, [0, 0, 0, 0]))
        ).check()
        // Core 4.2: twelve bytes look like four.
        VectorRow(
            "09 02 09 03 02 60 11 30 03",
            ProcessorCommand(
                MWDataProcessor.Accounter(mode: .count),
                source: MWProcessorHandle(id: 2, nChannels: 6, channelSize: 2, isSigned: true))
        ).check()
        // Core, appendix B: a temperature every half second.
        VectorRow("0c 02 f4 01 00 00 ff ff 00", MWTimer.Create(periodMs: 500)).check()
        VectorRow(
            "0a 02 0c 06 00 04 81 01 | 0a 03 00",
            try EventBinding(
                source: SourceKey(.timer, 0x06, 0), command: MWThermometer(channel: 0).readPacket)
        ).check()
        // Clients: a press ends the LED's pattern.
        VectorRow(
            "0a 02 01 01 ff 02 02 01 | 0a 03 00",
            try EventBinding(
                source: MWEventSource.buttonChanged().key,
                command: MWLED.Stop(clearPattern: false).packet)
        ).check()
        // Clients: 960 entries, four reports.
        VectorRow(
            "0b 06 c0 03 00 00 f0 00 00 00",
            LogCommand.readout(answering: [0x0B, 0x85, 0xC0, 0x03, 0, 0], reports: 4)
        ).check()
        // Sensors 6 and 17.
        VectorRow(
            "04 02 02 00 01 00",
            MWThermometerConfigureExt(channel: 2, dataPin: 0, pulldownPin: 1, activeHigh: false)
        ).check()
        VectorRow("16 02 01", MWHumiditySetOversampling(oversampling: .x1)).check()
    }

    @Test func `motion of a BMA255, which has three bytes (sensors 5.3.2)`() {
        func row(_ hex: String, _ change: (inout BoschConfiguration.Motion) -> Void) {
            var motion = BoschConfiguration.Motion()
            change(&motion)
            VectorRow(hex, motion.packet(for: .bma255Accelerometer)).check()
        }
        row("03 0a 03 2f 14") { ($0.anyCount, $0.anyThreshold) = (3, 0x2F) }
        row("03 0a 24 14 7f") { ($0.slowCount, $0.slowThreshold) = (9, 0x7F) }
        row("03 0a 10 14 c0") { ($0.slowCount, $0.slowThreshold) = (4, 0xC0) }
        #expect(
            BoschConfiguration.Motion().packet(for: .bmi160Accelerometer).payload.count == 4)
    }
}
