import Bluetooth
import Device
import Motion
import Peripheral
import Simulation
import Testing
import Wire

@testable import TrikiCap

/// The cap as a peripheral: what it shows, when it can be found, what it forgets.
@Suite struct CapTests {
    // holds TRI-01
    @Test func advertisesFlagsManufacturerAndName() {
        let advertisement = Rig(isConnected: false).cap.advertisement
        // Document, 1.2.
        #expect(
            Hex.text(advertisement?.data ?? [])
                == "02 01 06 05 ff 00 ff a0 0a 11 09 54 72 69 6b 69 20 31 32 33 34 35 36 37 38"
                + " 39 30")
        #expect(Hex.text(advertisement?.scanResponse ?? []) == "03 03 01 00")
        #expect(advertisement?.connectable == true)
    }

    // holds TRI-02
    @Test func theAttributeTable() {
        let cap = Rig().cap
        let table = AttributeTable(cap.services)
        let handles = (UInt16(1)...64).compactMap { handle in
            table[handle].map { (handle, $0) }
        }
        func handle(_ value: UInt16) -> UInt16? {
            handles.first { $0.1.content == .value(ValueID(value)) }?.0
        }
        // One more than in the capture: our Service Changed has its descriptor.
        #expect([1, 2, 3].map { handle($0) } == [0x000E, 0x0010, 0x0013])
        let types = handles.map { "\($0.1.type)" }
        #expect(types[0x10] == "\(BluetoothUUID.short(0x2902))")
        let uart = "B5A3-F393-E0A9-E50E24DCCA9E"
        #expect(
            cap.services.map { "\($0.uuid)" } == ["6E400001-\(uart)", "180F", "180A"])
        #expect(
            cap.services[0].characteristics.map { "\($0.uuid)" }
                == ["6E400002-\(uart)", "6E400003-\(uart)", "6E400004-\(uart)"])
        #expect(
            cap.services[0].characteristics.map(\.properties)
                == [[.write, .writeWithoutResponse], .notify, [.read, .write]])
        #expect(cap.services[1].characteristics.map(\.properties) == [[.read, .notify]])
        #expect(cap.services[2].characteristics.count == 8)
    }

    // holds TRI-03
    @Test func saysWhatItIs() {
        let rig = Rig()
        let cap = rig.cap
        #expect(cap.gapName == "Triki 1234567890")
        #expect(cap.gapAppearance == 0)
        let texts = (UInt16(20)...27).map { String(decoding: rig.read($0) ?? [1], as: UTF8.self) }
        #expect(texts == ["Caps Apps", "CAP001", "1234567890", "3.2.1-A", "", "", "", ""])
        #expect(throws: ATTError.attributeNotFound) {
            try cap.read(ValueID(2), by: rig.connection)
        }
        #expect(cap.modelName == "Triki" && cap.firmwareRevision == "3.2.1-A")
    }

    /// Document, 6.1, row 8.
    static let lights: [(written: [UInt8], read: UInt8)] = [
        ([0xFF], 1), ([0x00], 0), ([0x01], 1), ([0x02], 1), ([0x80], 1),
    ]

    // holds TRI-04
    @Test(arguments: lights) func theLED(_ written: [UInt8], _ expected: UInt8) throws {
        let rig = Rig()
        try rig.cap.write(written.span, to: ValueID(3), .request, by: rig.connection)
        #expect(rig.read(3) == [expected])
        #expect(rig.cap.brightness(of: .green) == Double(expected))
        #expect(rig.cap.brightness(of: .red) == 0)
    }

    // holds TRI-04
    @Test func theLEDTakesOneByte() {
        let rig = Rig()
        let none: [UInt8] = []
        #expect(throws: ATTError.invalidAttributeValueLength) {
            try rig.cap.write(none.span, to: ValueID(3), .request, by: rig.connection)
        }
    }

    // holds TRI-05
    @Test func theBatteryIsReadAndNotifiedToWhoAsks() {
        let rig = Rig()
        rig.cap.setBattery(level: 55.4)
        #expect(rig.read(10) == [55])
        _ = rig.run(12_000)
        #expect(rig.link.batteryLevels == [])
        rig.cap.subscriptionChanged(ValueID(10), by: rig.connection, to: .notifications)
        _ = rig.run(11_000)
        rig.cap.setBattery(level: 200)
        _ = rig.run(5_000)
        #expect(rig.link.batteryLevels == [[55], [55], [100]])
        rig.cap.subscriptionChanged(ValueID(10), by: rig.connection, to: [])
        _ = rig.run(10_000)
        #expect(rig.link.batteryLevels.count == 3)
        rig.cap.setBattery(level: .nan)
        #expect(rig.cap.batteryLevel == 0)
    }

    // holds TRI-06
    @Test func asksForAFastLink() {
        let rig = Rig()
        let wish = ConnectionParameterRequest(
            minimumInterval: .microseconds(7_500), maximumInterval: .milliseconds(15), latency: 0,
            supervisionTimeout: .seconds(2))
        #expect(rig.link.requests == [wish])
        #expect(rig.cap.gapPreferredParameters == wish)
        #expect(rig.cap.maximumMTU == 247)
    }

    // holds TRI-07
    @Test func fallsAsleepWithoutAConnection() {
        let rig = Rig(isConnected: false)
        _ = rig.run(9_900)
        #expect(rig.cap.advertisement != nil)
        _ = rig.run(200)
        #expect(rig.cap.advertisement == nil)
        #expect(rig.cap.isPowered)
        _ = rig.run(3_600_000)
        #expect(rig.cap.advertisement == nil)
    }

    // holds TRI-08
    @Test func buttonAndMotionWakeIt() {
        let rig = Rig(isConnected: false)
        _ = rig.run(11_000)
        rig.cap.setButton(pressed: true)
        #expect(rig.cap.advertisement != nil)
        _ = rig.run(11_000)
        // A change of less than a quarter of a g is none.
        rig.body.accelerometer = Vector3(500, 0, -2048)
        _ = rig.run(100)
        #expect(rig.cap.advertisement == nil)
        rig.body.accelerometer = Vector3(0, 520, -2048)
        _ = rig.run(100)
        #expect(rig.cap.advertisement != nil)
        // More of it keeps the cap awake.
        for i in 0..<20 {
            rig.body.accelerometer.x = i % 2 == 0 ? 600 : 0
            _ = rig.run(1_000)
            #expect(rig.cap.advertisement != nil)
        }
        _ = rig.run(11_000)
        #expect(rig.cap.advertisement == nil)
    }

    // holds TRI-09
    @Test(arguments: [DisconnectReason.remoteUserTerminated, .connectionTimeout])
    func theEndOfALinkForgetsAll(_ reason: DisconnectReason) throws {
        let rig = Rig()
        #expect(rig.cap.advertisement == nil)
        let on: [UInt8] = [1]
        try rig.cap.write(on.span, to: ValueID(3), .request, by: rig.connection)
        rig.write(Rig.start(104))
        _ = rig.run(500)
        rig.disconnect(reason)
        #expect(rig.cap.advertisement != nil)
        #expect(rig.run(1000) == [])
        rig.connect()
        #expect(rig.run(5000) == [])
        #expect(rig.read(3) == [0])
        rig.write(Rig.start(104))
        #expect(!rig.run(1000).isEmpty)
        rig.disconnect()
        _ = rig.run(10_100)
        #expect(rig.cap.advertisement == nil)
    }

    // holds TRI-29
    @Test func withoutABatteryNothingRuns() {
        let rig = Rig()
        rig.write(Rig.start(104))
        rig.cap.powerOff()
        #expect(rig.link.vanished == 1)
        #expect(!rig.cap.isPowered && !rig.cap.isConnected)
        rig.cap.setButton(pressed: true)
        rig.cap.resetByPin()
        #expect(rig.run(5000) == [])
        #expect(rig.cap.advertisement == nil)
        rig.cap.powerOn()
        _ = rig.run(600)
        #expect(rig.cap.advertisement != nil)
        #expect(rig.cap.resets == 1)
        rig.cap.resetByPin()
        #expect(rig.cap.resets == 2)
    }

    @Test func stuckSensorsRepeatThemselves() {
        let rig = Rig(.with { $0.chunking = .frames(1) }, isIdeal: false)
        rig.write(Rig.start(104))
        _ = rig.run(1000)
        rig.cap.setSensor(.accelerometer, isStuck: true)
        rig.cap.setSensor(.thermometer, isStuck: true)
        let frames = rig.frames(1000).dropFirst(2)
        #expect(Set(frames.map { Array($0[8...]) }).count == 1)
        #expect(Set(frames.map { Array($0[2..<8]) }).count > 4)
        #expect(rig.cap.streaming == ["motion"])
    }

    @Test func switchesHaveNames() {
        #expect(TrikiSwitches().names == [])
        let switches = TrikiSwitches.with {
            $0.status = .rolling
            $0.layout = .v2
            $0.chunking = .frames(3)
            $0.dropOuts.hasBursts = true
        }
        #expect(
            switches.names == [
                "chunking-frames-3", "drop-outs", "layout-v2", "no-ack", "no-noise",
                "status-rolling",
            ])
    }
}
