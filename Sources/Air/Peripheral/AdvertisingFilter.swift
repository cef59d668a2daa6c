public import Bluetooth

/// The devices that an advertiser answers (Core Vol 6, Part B, 4.3.2).
public struct AdvertisingFilter: Sendable, Equatable {
    /// Only devices of the list get the scan response.
    package var filtersScans: Bool
    /// Only devices of the list may connect.
    package var filtersConnections: Bool
    /// Device addresses; a changing private address matches none.
    public var list: [Address]

    /// Answers everyone by default.
    public init(
        filtersScans: Bool = false, filtersConnections: Bool = false, list: [Address] = []
    ) {
        self.filtersScans = filtersScans
        self.filtersConnections = filtersConnections
        self.list = list
    }

    /// Whether a scan request is answered.
    package func answersScan(by scanner: Address) -> Bool {
        !filtersScans || list.contains(scanner)
    }

    /// Whether a central may connect.
    public func accepts(_ central: Address) -> Bool {
        !filtersConnections || list.contains(central)
    }
}
