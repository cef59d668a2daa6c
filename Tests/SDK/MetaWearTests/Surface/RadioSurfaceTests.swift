import Foundation
import MetaWear
import Testing
import VirtualTime

/// Every public name of the API document's scanner and transports, with its labels and types, as an app sees it.
@Suite struct RadioSurfaceTests {
    /// Never called: it needs a radio.
    @MainActor private static func scan() async throws -> MetaWearDevice? {
        let scanner = MetaWearScanner()
        scanner.startScan()
        let _: (Bool, Bool) = (scanner.isScanning, scanner.isBluetoothUnavailable)
        let devices: [UUID: MetaWearDevice] = scanner.discoveredDevices
        let _: [UUID: String] = scanner.advertisedNames
        let _: [UUID: Int] = scanner.advertisementRSSI
        let _: [UUID: Date] = scanner.advertisementLastSeen
        let _: [UUID: Data] = scanner.advertisementManufacturerData
        let _: CBManagerState? = scanner.bluetoothState
        let _: [UUID: String] = scanner.advertisedMACs
        let found: [UUID: MetaBootAdvertisement] = scanner.discoveredMetaBootDevices
        let _: [(UUID, UUID, String)] = found.values.map { ($0.id, $0.identifier, $0.name) }
        let mode: MetaWearScanner.ScanMode = scanner.scanMode
        scanner.setScanMode(mode == .metaWear ? .metaBoot : .metaWear)
        scanner.clearMetaBootDevices()
        let identifier = UUID()
        scanner.noteAdvertisedName("MetaWear", for: identifier)
        scanner.clearAdvertisedName(for: identifier)
        scanner.clearManufacturerData(for: identifier)
        scanner.stopScan()
        return devices.values.first ?? scanner.device(forKnownIdentifier: identifier)
    }

    /// What every transport can do.
    private static func use(_ transport: some BLETransport) async throws {
        let _: AsyncStream<ScanResult> = await transport.scan(for: [MWUUIDs.service])
        _ = await transport.scan(for: nil)
        try await transport.connect(to: UUID())
        let _: AsyncThrowingStream<Data, any Error> = await transport.notifications(
            from: MWUUIDs.notify)
        try await transport.write(
            Data([0x02, 0x01, 0x01]), to: MWUUIDs.command, type: .withoutResponse)
        try await transport.write(
            Data([0x02, 0x02, 0x01]), to: MWUUIDs.command, type: .withResponse)
        let _: Data = try await transport.read(from: MWUUIDs.modelNumber)
        let _: Int = try await transport.readRSSI()
        try await transport.disconnect()
    }

    @Test func `the mock and the demo board are transports`() async throws {
        _ = Self.scan
        try await withVirtualTime {
            let mock = MockBLETransport()
            await mock.setConnectError(nil)
            await mock.setDisconnectError(nil)
            await mock.setConnectDelay(.milliseconds(1))
            await #expect(throws: MWError.self) { try await Self.use(mock) }
            let _: [Data] = await mock.writtenCommands
            let _: [(Data, CBUUID, CBCharacteristicWriteType)] = await mock.writtenData
            let _: Int = await mock.mockRSSI
            await mock.inject(notification: Data([0x01, 0x01, 0x01]), to: MWUUIDs.notify)
            await mock.simulateDisconnect()
            await mock.simulateDisconnect(error: MWError.timeout)

            try await Self.use(DemoBLETransport())
            let device = MetaWearDevice(
                identifier: DemoBLETransport.deviceIdentifier, transport: DemoBLETransport())
            try await device.connect()
            #expect(await device.deviceInfo?.model == .motionS)
            try await device.disconnect()
        }
        let result = ScanResult(
            identifier: UUID(), name: "MetaWear", rssi: -50, manufacturerData: nil)
        let _: (UUID, String?, Int, Data?, [String]) = (
            result.identifier, result.name, result.rssi, result.manufacturerData,
            result.serviceUUIDs
        )
        let _: CBUUID = MWUUIDs.nordicDFUService
        let _: UInt16 = MWMACAdvertisement.companyIdentifier
        let demo = DemoBLETransport(identity: .board(3))
        let _: (UUID, String, [UInt8], Double) = (
            demo.identity.identifier, demo.identity.serial, demo.identity.macLSBFirst,
            demo.identity.phaseOffset
        )
    }
}
