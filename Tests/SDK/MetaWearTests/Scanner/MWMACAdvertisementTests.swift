import Foundation
import JudgedDesk
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import Testing
import VirtualTime

/// Vectors that the vendor's libraries are tested with, and boards that tell their address (real boards of 2026: RB26-62).
@Suite struct MWMACAdvertisementTests {
    private static let mac = "ED:AA:A4:CE:A6:A4"
    private static let tail: [UInt8] = [0x09, 0xFF, 0x6D, 0x62, 0xA4, 0xA6, 0xCE, 0xA4, 0xAA, 0xED]

    @Test func `a scan response has name and address`() throws {
        #expect(
            try MWMACAdvertisement.scanResponsePayload(name: "MetaWear", mac: Self.mac)
                == [0x09, 0x09] + Array("MetaWear".utf8) + Self.tail)
        #expect(try MWMACAdvertisement.scanResponsePayload(name: "", mac: Self.mac) == Self.tail)
        let long = try MWMACAdvertisement.scanResponsePayload(
            name: String(repeating: "n", count: 40), mac: Self.mac)
        #expect(long.count == 31 && Array(long.prefix(2)) == [0x14, 0x09])
        // Cut at a character.
        let polish = try MWMACAdvertisement.scanResponsePayload(
            name: String(repeating: "ż", count: 12), mac: Self.mac)
        #expect(polish[0] == 19 && String(decoding: polish[2..<20], as: UTF8.self).count == 9)
    }

    @Test(arguments: [
        "nope", "ED:AA:A4:CE:A6", "ED:AA:A4:CE:A6:ZZ", "ED-AA-A4-CE-A6-A4", "ED:AA:A4:CE:A6:+4", "",
    ])
    func `an address of another form is refused`(_ mac: String) {
        #expect(throws: MWError.self) {
            try MWMACAdvertisement.scanResponsePayload(name: "MetaWear", mac: mac)
        }
    }

    @Test func `an address is read from manufacturer data`() {
        let data = Data(Self.tail.dropFirst(2))
        #expect(MWMACAdvertisement.mac(fromManufacturerData: data) == Self.mac)
        #expect(MWMACAdvertisement.mac(fromManufacturerData: data + [1]) == Self.mac)
        #expect(MWMACAdvertisement.mac(fromManufacturerData: data.dropLast()) == nil)
        #expect(MWMACAdvertisement.mac(fromManufacturerData: Data([0x4C, 0]) + data) == nil)
        #expect(
            MWMACAdvertisement.mac(fromManufacturerData: (Data([9]) + data).dropFirst()) == Self.mac
        )
    }

    /// What a scan finds of a board within some seconds.
    @MainActor private static func heard(
        _ board: UUID, on desk: SimulatedDesk
    ) async throws -> (mac: String?, name: String?) {
        let scanner = MetaWearScanner(radio: desk.radio)
        scanner.startScan()
        try await Task.sleep(for: .seconds(5))
        scanner.stopScan()
        #expect(scanner.discoveredDevices[board] != nil)
        return (scanner.advertisedMACs[board], scanner.advertisedNames[board])
    }

    @Test(arguments: [BoardProfile.metaMotionS, .metaMotionRL])
    func `a board tells its address from its next advertising on`(_ profile: BoardProfile)
        async throws
    {
        let desk = SimulatedDesk(seed: 7)
        let board = try desk.add(profile).identifier
        try await withJudgedDesk(desk) { @MainActor in
            #expect(try await Self.heard(board, on: desk).mac == nil)
            let device = MetaWearDevice(
                identifier: board, transport: desk.radio.transport(to: board))
            try await device.connect()
            let mac = try await device.read(MWSettings.ReadMacAddress()).value
            let macro = try await device.enableMACAdvertisement()
            #expect(macro.id == 0)
            try await device.disconnect()
            #expect(try await Self.heard(board, on: desk).mac == mac)

            // A rename leaves the name in the scan response.
            try await device.connect()
            try await device.send(MWSettings.SetDeviceName("Kettle"))
            try await device.disconnect()
            #expect(try await Self.heard(board, on: desk).mac == mac)

            // The macro writes it at each start.
            try await device.connect()
            try await device.sendExpectingDisconnect(MWDebug.Reset())
            #expect(try await Self.heard(board, on: desk).mac == mac)

            // Without macros it stays until the next start.
            try await device.connect()
            try await device.eraseAllMacros()
            try await device.disconnect()
            #expect(try await Self.heard(board, on: desk).mac == mac)
            try await device.connect()
            try await device.sendExpectingDisconnect(MWDebug.Reset())
            #expect(try await Self.heard(board, on: desk).mac == nil)
        }
    }

    @Test func `an update leaves one macro, with the new name`() async throws {
        let desk = SimulatedDesk(seed: 7)
        let simulated = try desk.add(.metaMotionS)
        let board = simulated.identifier
        try await withJudgedDesk(desk) { @MainActor in
            let device = MetaWearDevice(
                identifier: board, transport: desk.radio.transport(to: board))
            try await device.connect()
            _ = try await device.recordMacro(executeOnBoot: false, commands: [MWLED.Stop()])
            try await device.enableMACAdvertisement(advertisedName: "Wrist")
            let macro = try await device.updateMACAdvertisement(advertisedName: "Ankle")
            #expect(simulated.flash.macros.all.map(\.id) == [macro.id])
            try await device.sendExpectingDisconnect(MWDebug.Reset())
            let heard = try await Self.heard(board, on: desk)
            #expect(heard.mac != nil)
            #expect(["MetaWear", "Ankle"].contains(heard.name))
        }
    }
}
