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
    /// Every board that was found by a name that begins with `MetaWear`, one device each. Stopping the scan does not empty
    /// it. A board with another name is in ``advertisedServices``; ``device(forKnownIdentifier:)`` gives its device.
    public private(set) var discoveredDevices: [UUID: MetaWearDevice] = [:]
    /// Whether a scan is on.
    public private(set) var isScanning = false
    /// The latest name of everything that advertises, boards or not; empty for an advertisement without a name.
    public private(set) var advertisedNames: [UUID: String] = [:]
    /// How strong everything that advertises was received last, in dBm.
    public private(set) var advertisementRSSI: [UUID: Int] = [:]
    /// When everything that advertises was received last.
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
    private static let namePrefix = "MetaWear"

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

    private func take(_ result: ScanResult) {
        let identifier = result.identifier
        advertisedNames[identifier] = result.name ?? ""
        advertisementRSSI[identifier] = result.rssi
        advertisementLastSeen[identifier] = .now
        if let data = result.manufacturerData { advertisementManufacturerData[identifier] = data }
        if !result.services.isEmpty { advertisedServices[identifier] = result.services }
        if let address = result.address { advertisedAddresses[identifier] = address }
        guard discoveredDevices[identifier] == nil,
            result.name?.hasPrefix(Self.namePrefix) == true
        else { return }
        discoveredDevices[identifier] = device(forKnownIdentifier: identifier)
        knownDevices[identifier] = nil
    }
}
