import Bluetooth
import MetaWearBoard
import Peripheral
import Simulation
import Testing

@testable import MetaWearProtocol

/// Settings and diagnosis of a real board, read back (protocol, core 8 and 9).
@Suite struct SettingsTests {
    @Test func `settings read back as they were written`() throws {
        let bench = BoardBench()
        var draw = Draw("settings")
        for _ in 0..<20 {
            let packets = [
                try MWSettings.SetDeviceName(validating: "Board \(draw.number(0...999))").packet,
                MWSettings.SetAdvertisingInterval(
                    intervalMs: draw.number(20...5000), timeoutSec: draw.number(0...180),
                    adType: .connectableUndirected
                ).packet,
                MWSettings.SetTXPower(draw.one()).packet,
                MWSettings.SetConnectionParameters.powerSaving.packet,
                MWSettings.SetWhitelistFilterMode(draw.one()).packet,
                MWSettings.SetThreeVoltPower(draw.flag()).packet,
            ]
            for packet in packets {
                bench.write(packet)
                let answer = try #require(bench.ask(.read(.settings, packet.register)))
                #expect(Array(answer.dropFirst(2)) == packet.payload)
            }
            let entry = MWSettings.AddWhitelistAddress(
                index: draw.number(1...8),
                address: try MWSettings.BluetoothAddress(
                    type: draw.flag() ? .random : .public, bytesLSBFirst: draw.bytes(6)))
            bench.write(entry)
            let answer = try #require(bench.ask(.read(.settings, 0x14, [entry.index])))
            #expect(Array(answer.dropFirst(2)) == entry.packet.payload)
        }
        #expect(bench.refusals() == [])
    }

    @Test func `a name and a beacon are on the air when the link has ended`() throws {
        let bench = BoardBench()
        bench.write(MWSettings.SetDeviceName("Left arm"))
        bench.disconnect()
        bench.run(milliseconds: 1500)
        let name = Array("Left arm".utf8)
        #expect(bench.board.advertisement?.data.contains(name) == true)
        bench.connect()
        bench.write(MWSettings.SetAdvertisingInterval(intervalMs: 250))
        let uuid = [UInt8](1...16)
        bench.write(try MWiBeacon.SetUUID(uuidBytes: uuid))
        bench.write([
            MWiBeacon.SetMajor(0x1234).packet, MWiBeacon.SetMinor(0x5678).packet,
            MWiBeacon.SetRXPower(-55).packet, MWiBeacon.Enable().packet,
        ])
        bench.disconnect()
        bench.run(milliseconds: 1500)
        // Everything in the order in which people write it.
        #expect(
            bench.board.advertisement?.data.contains(
                [0x4C, 0x00, 0x02, 0x15] + uuid + [0x12, 0x34, 0x56, 0x78, 0xC9]) == true)
    }

    @Test func `battery, address, power and diagnosis`() throws {
        let bench = BoardBench()
        func read<R: ReadableValue>(_ value: R) throws -> R.Sample {
            try value.sample(from: #require(bench.ask(value.readPacket), "\(value)"))
        }
        let battery = try read(MWSettings.ReadBatteryState())
        #expect(battery.charge == 100 && (3900...4300).contains(battery.voltage))
        #expect(try read(MWSettings.ReadMacAddress()) == "E8:C9:8F:52:7B:07")
        #expect(try read(MWSettings.ReadPowerStatus()) == 0)
        #expect(try read(MWSettings.ReadChargeStatus()) == 0)
        bench.write(MWDebug.SetStackOverflowAssertion(true))
        #expect(try read(MWDebug.ReadStackOverflowState()).assertEnabled)
        #expect(!(try read(MWDebug.ReadScheduleQueueUsage())).isEmpty)
        #expect(try read(MWLogLength()) == 0)
        #expect(bench.refusals() == [])
    }
}
