public import Bluetooth
public import Simulation

/// One advertising event that a scanning central received.
public struct ScanReport: Sendable {
    /// The time of reception.
    public var time: Instant
    /// The advertiser.
    public var address: Address
    /// Received signal strength in dBm.
    public var rssi: Int
    /// Whether centrals may connect.
    package var connectable: Bool
    /// The bytes of the advertising data.
    public var data: [UInt8]
    /// Scan response data; empty when scanning passively or if it was lost.
    package var scanResponse: [UInt8]

    package init(
        time: Instant, address: Address, rssi: Int, connectable: Bool, data: [UInt8],
        scanResponse: [UInt8]
    ) {
        self.time = time
        self.address = address
        self.rssi = rssi
        self.connectable = connectable
        self.data = data
        self.scanResponse = scanResponse
    }

    /// Both data, parsed.
    package var advertisingData: AdvertisingData {
        AdvertisingData(
            AdvertisingData(parsing: data).elements
                + AdvertisingData(parsing: scanResponse).elements)
    }
    /// The name in either of the two data.
    public var name: String? { advertisingData.name }
}

/// The reports that a scan passes on: those that meet every given condition.
public struct ScanFilter: Sendable {
    /// Only this advertiser.
    public var address: Address?
    /// Only advertisers with exactly this name.
    public var name: String?
    /// Only advertisers whose name begins with this.
    package var namePrefix: String?
    /// A service that the advertisement or the scan response must contain.
    public var service: BluetoothUUID?
    /// In dBm.
    package var minimumRSSI: Int?

    /// Without arguments every report passes.
    public init(
        address: Address? = nil, name: String? = nil, namePrefix: String? = nil,
        service: BluetoothUUID? = nil, minimumRSSI: Int? = nil
    ) {
        self.address = address
        self.name = name
        self.namePrefix = namePrefix
        self.service = service
        self.minimumRSSI = minimumRSSI
    }

    /// Whether a report meets every condition.
    public func passes(_ report: ScanReport) -> Bool {
        if let address, report.address != address { return false }
        if let minimumRSSI, report.rssi < minimumRSSI { return false }
        guard name != nil || namePrefix != nil || service != nil else { return true }
        let data = report.advertisingData
        if let name, data.name != name { return false }
        if let namePrefix, data.name?.hasPrefix(namePrefix) != true { return false }
        if let service, !data.names(service) { return false }
        return true
    }
}
