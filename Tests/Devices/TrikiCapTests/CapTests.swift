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
        let advertisement = CapBench(isConnected: false).cap.advertisement
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
        let cap = CapBench().cap
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
        let bench = CapBench()
        let cap = bench.cap
        #expect(cap.gapName == "Triki 1234567890")
        #expect(cap.gapAppearance == 0)
        let texts = (UInt16(20)...27).map { String(decoding: bench.read($0) ?? [1], as: UTF8.self) }
        #expect(texts == ["Caps Apps", "CAP001", "1234567890", "3.2.1-A", "", "", "", ""])
        #expect(throws: ATTError.attributeNotFound) {
            try cap.read(ValueID(2), by: bench.connection)
        }
        #expect(cap.modelName == "Triki" && cap.firmwareRevision == "3.2.1-A")
    }

    /// Document, 6.1, row 8.
    static let lights: [(written: [UInt8], read: UInt8)] = [
        ([0xFF], 1), ([0x00], 0), ([0x01], 1), ([0x02], 1), ([0x80], 1),
    ]

    // holds TRI-04
    @Test(arguments: lights) func theLED(_ written: [UInt8], _ expected: UInt8) throws {
        let bench = CapBench()
        try bench.cap.write(written.span, to: ValueID(3), .request, by: bench.connection)
        #expect(bench.read(3) == [expected])
        #expect(bench.cap.brightness(of: .green) == Double(expected))
        #expect(bench.cap.brightness(of: .red) == 0)
    }

    // holds TRI-04
    @Test func theLEDTakesOneByte() {
        let bench = CapBench()
        let none: [UInt8] = []
        #expect(throws: ATTError.invalidAttributeValueLength) {
            try bench.cap.write(none.span, to: ValueID(3), .request, by: bench.connection)
        }
    }

    // holds TRI-05
    @Test func theBatteryIsReadAndNotifiedToWhoAsks() {
        let bench = CapBench()
        bench.cap.setBattery(level: 55.4)
        #expect(bench.read(10) == [55])
        _ = bench.run(12_000)
        #expect(bench.link.batteryLevels == [])
        bench.cap.subscriptionChanged(ValueID(10), by: bench.connection, to: .notifications)
        _ = bench.run(11_000)
        bench.cap.setBattery(level: 200)
        _ = bench.run(5_000)
        #expect(bench.link.batteryLevels == [[55], [55], [100]])
        bench.cap.subscriptionChanged(ValueID(10), by: bench.connection, to: [])
        _ = bench.run(10_000)
        #expect(bench.link.batteryLevels.count == 3)
        bench.cap.setBattery(level: .nan)
        #expect(bench.cap.batteryLevel == 0)
    }

    // holds TRI-06
    @Test func asksForAFastLink() {
        let bench = CapBench()
        let wish = ConnectionParameterRequest(
            minimumInterval: .microseconds(7_500), maximumInterval: .milliseconds(15), latency: 0,
            supervisionTimeout: .seconds(2))
        #expect(bench.link.requests == [wish])
        #expect(bench.cap.gapPreferredParameters == wish)
        #expect(bench.cap.maximumMTU == 247)
    }

    // holds TRI-07
    @Test func fallsAsleepWithoutAConnection() {
        let bench = CapBench(isConnected: false)
        _ = bench.run(9_900)
        #expect(bench.cap.advertisement != nil)
        _ = bench.run(200)
        #expect(bench.cap.advertisement == nil)
        #expect(bench.cap.isPowered)
        _ = bench.run(3_600_000)
        #expect(bench.cap.advertisement == nil)
    }

    // holds TRI-08
    @Test func buttonAndMotionWakeIt() {
        let bench = CapBench(isConnected: false)
        _ = bench.run(11_000)
        bench.cap.setButton(pressed: true)
        #expect(bench.cap.advertisement != nil)
        _ = bench.run(11_000)
        // A change of less than a quarter of a g is none.
        bench.body.accelerometer = Vector3(500, 0, -2048)
        _ = bench.run(100)
        #expect(bench.cap.advertisement == nil)
        bench.body.accelerometer = Vector3(0, 520, -2048)
        _ = bench.run(100)
        #expect(bench.cap.advertisement != nil)
        // More of it keeps the cap awake.
        for i in 0..<20 {
            bench.body.accelerometer.x = i % 2 == 0 ? 600 : 0
            _ = bench.run(1_000)
            #expect(bench.cap.advertisement != nil)
        }
        _ = bench.run(11_000)
        #expect(bench.cap.advertisement == nil)
    }

    // holds TRI-09
    @Test(arguments: [DisconnectReason.remoteUserTerminated, .connectionTimeout])
    func theEndOfALinkForgetsAll(_ reason: DisconnectReason) throws {
        let bench = CapBench()
        #expect(bench.cap.advertisement == nil)
        let on: [UInt8] = [1]
        try bench.cap.write(on.span, to: ValueID(3), .request, by: bench.connection)
        bench.write(CapBench.start(104))
        _ = bench.run(500)
        bench.disconnect(reason)
        #expect(bench.cap.advertisement != nil)
        #expect(bench.run(1000) == [])
        bench.connect()
        #expect(bench.run(5000) == [])
        #expect(bench.read(3) == [0])
        bench.write(CapBench.start(104))
        #expect(!bench.run(1000).isEmpty)
        bench.disconnect()
        _ = bench.run(10_100)
        #expect(bench.cap.advertisement == nil)
    }

    // holds TRI-29
    @Test func withoutABatteryNothingRuns() {
        let bench = CapBench()
        bench.write(CapBench.start(104))
        bench.cap.powerOff()
        #expect(bench.link.vanished == 1)
        #expect(!bench.cap.isPowered && !bench.cap.isConnected)
        bench.cap.setButton(pressed: true)
        bench.cap.resetByPin()
        #expect(bench.run(5000) == [])
        #expect(bench.cap.advertisement == nil)
        bench.cap.powerOn()
        _ = bench.run(600)
        #expect(bench.cap.advertisement != nil)
        #expect(bench.cap.resets == 1)
        bench.cap.resetByPin()
        #expect(bench.cap.resets == 2)
    }

    @Test func stuckSensorsRepeatThemselves() {
        let bench = CapBench(.with { $0.chunking = .frames(1) }, isIdeal: false)
        bench.write(CapBench.start(104))
        _ = bench.run(1000)
        bench.cap.setSensor(.accelerometer, isStuck: true)
        bench.cap.setSensor(.thermometer, isStuck: true)
        let frames = bench.frames(1000).dropFirst(2)
        #expect(Set(frames.map { Array($0[8...]) }).count == 1)
        #expect(Set(frames.map { Array($0[2..<8]) }).count > 4)
        #expect(bench.cap.streaming == ["motion"])
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
