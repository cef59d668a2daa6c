import Foundation
import Testing

@testable import MetaWear

/// Settings, beacon and debug commands, as `Data`, and what their reads answer.
@Suite struct MWSettingsTests {
    static let settings: [Row] = [
        Row("11 01 41 62 2d 31", MWSettings.SetDeviceName("Ab-1")),
        Row(
            "11 01 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61",
            MWSettings.SetDeviceName(String(repeating: "a", count: 40))),
        Row("11 03 04", MWSettings.SetTXPower(.plus4)),
        Row("11 03 d8", MWSettings.SetTXPower(power: .minus40)),
        Row("11 02 9b 02 00", MWSettings.SetAdvertisingInterval()),
        Row(
            "11 02 9b 02 b4 01",
            MWSettings.SetAdvertisingInterval(
                intervalMs: 417, timeoutSec: 180, adType: .connectableDirected)),
        // More than fits counts as the most that does.
        Row("11 02 fe ff 00", MWSettings.SetAdvertisingInterval(intervalMs: .max)),
        Row("11 05", MWSettings.StartAdvertising()),
        Row("11 09 06 00 18 00 00 00 f4 01", MWSettings.SetConnectionParameters()),
        Row("11 09 06 00 06 00 00 00 c8 00", MWSettings.SetConnectionParameters.lowLatency),
        Row("11 09 18 00 18 00 00 00 f4 01", MWSettings.SetConnectionParameters.balanced),
        Row("11 09 50 00 64 00 04 00 58 02", MWSettings.SetConnectionParameters.powerSaving),
        Row("11 07 01 02", MWSettings.SetScanResponse([1, 2])),
        Row(
            "11 07 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d",
            MWSettings.SetScanResponse(Array(1...13))),
        Row(
            "11 08 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d | 11 07 0e 0f",
            MWSettings.SetScanResponse(Array(1...15))),
        Row("11 13 03", MWSettings.SetWhitelistFilterMode(.scanAndConnectionRequests)),
        Row(
            "11 14 01 01 a4 a6 ce a4 aa ed",
            [
                (try? MWSettings.BluetoothAddress.parse("ED:AA:A4:CE:A6:A4", type: .random)).map {
                    MWSettings.AddWhitelistAddress(index: 1, address: $0).commandData
                } ?? Data()
            ]),
        Row("11 1c 01", MWSettings.SetThreeVoltPower(true)),
        Row("11 1d 00", MWSettings.SetForce1MPhy(false)),
        Row("11 8c", MWSettings.ReadBatteryState().readCommand),
        Row("11 8b", MWSettings.ReadMacAddress().readCommand),
        Row("11 91", MWSettings.ReadPowerStatus().readCommand),
        Row("11 92", MWSettings.ReadChargeStatus().readCommand),
    ]

    private static let uuid = UUID(
        uuid: (
            0x32, 0x6A, 0x90, 0x00, 0x85, 0xCB, 0x91, 0x95, 0xD9, 0xDD, 0x46, 0x4C, 0xFB, 0xBA,
            0xE7,
            0x5A
        ))

    static let beacon: [Row] = [
        Row("07 01 01", MWiBeacon.Enable()),
        Row("07 01 00", MWiBeacon.Disable()),
        Row(
            "07 02 5a e7 ba fb 4c 46 dd d9 95 91 cb 85 00 90 6a 32", MWiBeacon.SetUUID(uuid: uuid)),
        Row("07 03 4e 00", MWiBeacon.SetMajor(78)),
        Row("07 04 1d 72", MWiBeacon.SetMinor(0x721D)),
        Row("07 05 c9", MWiBeacon.SetRXPower()),
        Row("07 06 f4", MWiBeacon.SetTXPower(-12)),
        Row("07 07 bc 02", MWiBeacon.SetPeriod()),
    ]

    static let debug: [Row] = [
        Row("fe 01", MWDebug.Reset()),
        Row("fe 02", MWDebug.JumpToBootloader()),
        Row("fe 05", MWDebug.ResetAfterGC()),
        Row("fe 06", MWDebug.Disconnect()),
        Row("fe 07", MWDebug.EnablePowerSave()),
        Row("fe 09 01", MWDebug.SetStackOverflowAssertion(true)),
        Row("fe 03 01 01 00 01", MWDebug.SpoofButtonEvent(1)),
        Row("fe 89", MWDebug.ReadStackOverflowState().readCommand),
        Row("fe 8a", MWDebug.ReadScheduleQueueUsage().readCommand),
    ]

    @Test(arguments: settings + beacon + debug) func `commands have the documents' bytes`(
        _ row: Row
    ) {
        row.check()
    }

    @Test func `a name has 1 to 26 plain characters`() throws {
        #expect(MWSettings.maxDeviceNameLength == 26)
        for good in ["a", "Ab_9- ", " x ", String(repeating: "z", count: 26)] {
            #expect(MWSettings.isNameValid(good), "\(good)")
            #expect(try MWSettings.SetDeviceName(validating: good).name == good)
        }
        for bad in ["", String(repeating: "z", count: 27), "a$", "~", "a*b", "é", "a\n"] {
            #expect(!MWSettings.isNameValid(bad), "\(bad)")
            #expect(throws: MWError.self) { try MWSettings.SetDeviceName(validating: bad) }
        }
    }

    @Test func `the set of a name's characters is the rule's`() {
        for value in 0...0x24F {
            guard let character = Unicode.Scalar(UInt32(value)) else { continue }
            #expect(
                MWSettings.validDeviceNameCharacters.contains(character)
                    == MWSettings.isNameValid(String(character)), "\(value)")
        }
    }

    @Test func `a power is one that boards have`() {
        #expect(MWSettings.SetTXPower(.minus4).power == .minus4)
        #expect(MWSettings.SetTXPower(dBm: -39).power == .minus40)
        #expect(MWSettings.TXPower.allCases.map(\.rawValue) == [4, 0, -4, -8, -12, -16, -20, -40])
    }

    @Test func `a UUID comes back from its command`() {
        #expect(MWiBeacon.SetUUID(uuid: Self.uuid).uuid == Self.uuid)
        #expect(MWiBeacon.SetUUID().uuid != MWiBeacon.SetUUID().uuid)
    }

    @Test func `addresses are read with colons and hyphens`() throws {
        let address = try MWSettings.BluetoothAddress.parse("ed-aa-a4-ce-a6-a4")
        #expect(address.displayString == "ED:AA:A4:CE:A6:A4" && address.type == .public)
        #expect(address.bytesLSBFirst == [0xA4, 0xA6, 0xCE, 0xA4, 0xAA, 0xED])
        for bad in ["", "ed:aa:a4:ce:a6", "ed:aa:a4:ce:a6:a4:00", "ed:aa:a4:ce:a6:g4", "edaaa4"] {
            #expect(throws: MWError.self) { try MWSettings.BluetoothAddress.parse(bad) }
        }
        #expect(throws: MWError.self) {
            try MWSettings.BluetoothAddress(type: .public, bytesLSBFirst: [1])
        }
    }

    @Test func `answers are read`() throws {
        let battery = try MWSettings.ReadBatteryState().parseSample(
            from: Data(hex: "11 8c 63 34 10").slice)
        #expect(battery.charge == 99 && battery.voltage == 4148)
        for hex in ["11 8b 07 7b 52 8f c9 e8", "11 8b 01 07 7b 52 8f c9 e8"] {
            #expect(try MWMACAddress().parseSample(from: Data(hex: hex)) == "E8:C9:8F:52:7B:07")
        }
        #expect(try MWSettings.ReadPowerStatus().parseSample(from: Data(hex: "11 91 01")) == 1)
        #expect(try MWSettings.ReadChargeStatus().parseSample(from: Data(hex: "11 92 00")) == 0)
        #expect(
            try MWDebug.ReadStackOverflowState().parseSample(from: Data(hex: "fe 89 01 00 02"))
                == MWDebug.OverflowState(length: 512, assertEnabled: true))
        #expect(
            try MWDebug.ReadScheduleQueueUsage().parseSample(from: Data(hex: "fe 8a 01 02")) == [
                1, 2,
            ])
        #expect(throws: MWError.self) {
            try MWSettings.ReadBatteryState().parseSample(from: Data(hex: "11 8c 63 34"))
        }
    }
}
