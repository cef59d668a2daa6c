public import CoreBluetooth
public import Foundation
internal import MetaWearProtocol
public import MetaWearTransport
public import Observation

#if os(Linux)
    internal import MetaWearRadios
#endif

/// Finds boards nearby, and gives a device for each.
@Observable @MainActor public final class MetaWearScanner {
    /// What a scan looks for.
    public enum ScanMode: Sendable, Equatable {
        /// Boards whose application runs.
        case metaWear
        /// Boards in their bootloader.
        case metaBoot
    }

    /// Every board that was found, one device each: by a name that begins with `MetaWear`, by the service of boards, or by an
    /// address in its manufacturer data. Stopping the scan does not empty it, leaving ``ScanMode/metaWear`` does.
    public private(set) var discoveredDevices: [UUID: MetaWearDevice] = [:]
    /// Boards in their bootloader, found in ``ScanMode/metaBoot``; leaving that mode empties it.
    public private(set) var discoveredMetaBootDevices: [UUID: MetaBootAdvertisement] = [:]
    /// What a scan looks for.
    public private(set) var scanMode = ScanMode.metaWear
    /// The addresses in manufacturer data (``MWMACAdvertisement``), such as `ED:AA:A4:CE:A6:A4`.
    public private(set) var advertisedMACs: [UUID: String] = [:]
    /// Whether a scan is on.
    public private(set) var isScanning = false
    /// The latest name of everything that advertises, boards or not; empty for an advertisement without a name.
    public private(set) var advertisedNames: [UUID: String] = [:]
    /// How strong everything that advertises was received last, in dBm.
    public private(set) var advertisementRSSI: [UUID: Int] = [:]
    /// When everything that advertises was received last, to a second.
    public private(set) var advertisementLastSeen: [UUID: Date] = [:]
    /// The latest manufacturer data of everything that advertises any, with the company id in front.
    public private(set) var advertisementManufacturerData: [UUID: Data] = [:]
    /// The services that everything that advertises any has named last, so that a renamed board is found, too.
    public private(set) var advertisedServices: [UUID: [CBUUID]] = [:]
    /// The address of everything that advertises, such as `C5:64:3C:5A:58:2E`, if the radio tells it.
    public private(set) var advertisedAddresses: [UUID: String] = [:]
    /// What the radio can do; nil until it has reported for the first time.
    public private(set) var bluetoothState: CBManagerState?

    /// What the names of boards begin with.
    private nonisolated static let namePrefix = "MetaWear"

    private let radio: any BLERadio
    /// Devices that were asked for before a scan found them.
    @ObservationIgnored private var knownDevices: [UUID: MetaWearDevice] = [:]
    @ObservationIgnored private var scan: Task<Void, Never>?
    @ObservationIgnored private var watch: Task<Void, Never>?

    /// A scanner with a radio. Its devices keep the radio, and may outlive the scanner.
    public init(radio: any BLERadio) {
        self.radio = radio
        watch = Task { [weak self, radio] in
            for await state in radio.states() {
                guard let self else { return }
                bluetoothState = state
            }
        }
    }

    #if os(Linux)
        /// A scanner with the radio that the environment variable `METAWEAR_RADIO` names: `bluez` (the default),
        /// `bluez:hci1`, `hci-unix:PATH` or `hci-tcp:HOST:PORT`.
        ///
        /// If there is no such radio, ``bluetoothState`` becomes `unsupported`, connecting throws the reason, and it
        /// is printed to standard error.
        public convenience init() { self.init(radio: MetaWearRadios.standard()) }
    #endif

    deinit {
        scan?.cancel()
        watch?.cancel()
    }

    /// Whether the radio is known to be off, missing, or not for this program.
    public var isBluetoothUnavailable: Bool {
        switch bluetoothState {
        case .poweredOff, .unauthorized, .unsupported: true
        default: false
        }
    }

    /// Starts to scan; does nothing during a scan. If the radio is off, the scan begins when it is on.
    public func startScan() {
        guard !isScanning else { return }
        isScanning = true
        scan = Task { [weak self, radio] in
            for await result in radio.scan() {
                guard let self, !Task.isCancelled else { return }
                take(result)
            }
        }
    }

    /// Ends the scan. What it has found stays.
    public func stopScan() {
        scan?.cancel()
        scan = nil
        isScanning = false
    }

    /// Looks for something else from now on, also during a scan. What was found in the mode before is forgotten.
    public func setScanMode(_ mode: ScanMode) {
        guard mode != scanMode else { return }
        switch scanMode {
        case .metaWear:
            // Whoever asks for one of them again gets the same device.
            knownDevices.merge(discoveredDevices) { known, _ in known }
            discoveredDevices = [:]
        case .metaBoot: clearMetaBootDevices()
        }
        scanMode = mode
    }

    /// Forgets the boards in their bootloader; those that are still there are found again within a second.
    public func clearMetaBootDevices() { discoveredMetaBootDevices = [:] }

    /// Puts a name into ``advertisedNames``, as after a rename, while the board is connected and silent. The next advertisement
    /// replaces it.
    public func noteAdvertisedName(_ name: String, for uuid: UUID) { advertisedNames[uuid] = name }

    /// Forgets the name that a peripheral has advertised, until it advertises again.
    public func clearAdvertisedName(for uuid: UUID) { advertisedNames[uuid] = nil }

    /// Forgets the manufacturer data that a peripheral has advertised, until it advertises some again.
    public func clearManufacturerData(for uuid: UUID) { advertisementManufacturerData[uuid] = nil }

    /// The device with an identifier from an earlier scan, also one of another run of the program; always the same one.
    /// No scan is needed.
    public func device(forKnownIdentifier identifier: UUID) -> MetaWearDevice {
        if let device = discoveredDevices[identifier] ?? knownDevices[identifier] { return device }
        let device = MetaWearDevice(
            identifier: identifier, transport: radio.transport(to: identifier))
        knownDevices[identifier] = device
        return device
    }

    /// Whether an advertisement is that of a board whose application runs.
    nonisolated static func isMetaWearAdvertisement(
        name: String?, serviceUUIDs: [String], manufacturerData: Data?
    ) -> Bool {
        name?.hasPrefix(namePrefix) == true || names(MWUUIDs.service, serviceUUIDs)
            || manufacturerData.flatMap(MWMACAdvertisement.mac(fromManufacturerData:)) != nil
    }

    /// Whether an advertisement is that of a board in its bootloader.
    nonisolated static func isMetaBootAdvertisement(
        name: String?, serviceUUIDs: [String]
    ) -> Bool {
        name == MetaBootAdvertisement.standardName || names(MWUUIDs.nordicDFUService, serviceUUIDs)
    }

    private nonisolated static func names(_ service: CBUUID, _ texts: [String]) -> Bool {
        texts.contains { $0.uppercased() == service.uuidString }
    }

    private func take(_ result: ScanResult) {
        note(result)
        let identifier = result.identifier
        let isBoard = Self.isMetaWearAdvertisement(
            name: result.name, serviceUUIDs: result.serviceUUIDs,
            manufacturerData: result.manufacturerData)
        switch scanMode {
        case .metaWear:
            guard isBoard, discoveredDevices[identifier] == nil else { return }
            discoveredDevices[identifier] = device(forKnownIdentifier: identifier)
            knownDevices[identifier] = nil
        case .metaBoot:
            if Self.isMetaBootAdvertisement(name: result.name, serviceUUIDs: result.serviceUUIDs) {
                let found = MetaBootAdvertisement(
                    identifier: identifier, name: result.name ?? MetaBootAdvertisement.standardName)
                if discoveredMetaBootDevices[identifier] != found {
                    discoveredMetaBootDevices[identifier] = found
                }
            } else if isBoard, discoveredMetaBootDevices[identifier] != nil {
                // It has left its bootloader.
                discoveredMetaBootDevices[identifier] = nil
            }
        }
    }

    /// Writes what has changed only: each write redraws what shows it.
    private func note(_ result: ScanResult) {
        let identifier = result.identifier
        func write<Value: Equatable>(
            _ value: Value?, _ values: ReferenceWritableKeyPath<MetaWearScanner, [UUID: Value]>
        ) {
            guard let value, self[keyPath: values][identifier] != value else { return }
            self[keyPath: values][identifier] = value
        }
        write(result.name ?? "", \.advertisedNames)
        write(result.rssi, \.advertisementRSSI)
        write(result.manufacturerData, \.advertisementManufacturerData)
        write(result.services.isEmpty ? nil : result.services, \.advertisedServices)
        write(result.address, \.advertisedAddresses)
        write(
            result.manufacturerData.flatMap(MWMACAdvertisement.mac(fromManufacturerData:)),
            \.advertisedMACs)
        // Also if the clock was set back.
        let age = advertisementLastSeen[identifier]?.timeIntervalSinceNow ?? -.infinity
        if abs(age) >= 1 { advertisementLastSeen[identifier] = .now }
    }
}
