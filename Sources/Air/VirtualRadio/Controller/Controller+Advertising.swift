internal import Bluetooth
internal import Simulation

/// Legacy advertising, and what it shares with extended sets (Core Vol 4, Part E, 7.8.5 to 7.8.9).
extension Controller {
    static let legacyAdvertisingCommands: [(HCIOpcode, Handler)] = [
        on(.leSetAdvertisingParameters) { $0.setAdvertisingParameters($1) },
        on(.leSetAdvertisingData) { $0.setLegacyData($1) { $0.data = $1 } },
        on(.leSetScanResponseData) { $0.setLegacyData($1) { $0.scanResponse = $1 } },
        on(.leSetAdvertisingEnable) { $0.enableAdvertising($1) },
    ]

    /// All sets that advertise now.
    var enabledSets: [AdvertisingSet] {
        ([legacySet].compactMap { $0 } + advertisingSets).filter { $0.isEnabled }
    }

    /// The set with this number.
    func advertisingSet(_ handle: UInt8) -> AdvertisingSet? {
        advertisingSets.first { $0.handle == handle }
    }

    /// The radio of a set: the same one if the set is created again.
    func advertiser(_ handle: UInt8?) -> Advertiser {
        let key = handle.map(Int.init) ?? -1
        if let known = advertisers[key] { return known }
        let new = medium.makeAdvertiser(on: node, purpose: "hci.\(name).\(key)")
        advertisers[key] = new
        return new
    }

    func stopAdvertising() {
        legacySet?.remove()
        for set in advertisingSets { set.remove() }
    }

    /// The only device that may connect: with a resolvable address, if the list has the peer's key.
    func target(of settings: AdvertisingSettings) -> Address {
        guard settings.own.isResolvable else { return settings.peer }
        return resolvingList.peerAddress(settings.peer, &chance, cryptography)
    }

    /// A set has reached its time limit or its number of events.
    func expired(_ set: AdvertisingSet, _ status: HCIStatus, events: UInt8) {
        if set.settings.isHighDuty {
            sendConnectionComplete { event, _ in event.status = .advertisingTimeout }
        }
        guard let handle = set.handle else { return }
        send(.leAdvertisingSetTerminated) {
            $0.status = status
            $0[.set] = handle
            $0[.events] = events
        }
    }

    // MARK: Legacy commands

    /// The only set of the legacy commands, at first with the parameters of a reset.
    private var legacy: AdvertisingSet {
        if let legacySet { return legacySet }
        var settings = AdvertisingSettings.afterReset
        settings.power = Self.power.usual
        let set = AdvertisingSet(handle: nil, settings, of: self, advertiser(nil))
        legacySet = set
        return set
    }

    private func setAdvertisingParameters(
        _ p: HCIParameters
    ) -> HCIStatus {
        speaking(.legacy) {
            guard !legacy.isEnabled else { return .commandDisallowed }
            guard let settings = AdvertisingSettings(legacy: p) else { return .invalidParameters }
            legacy.settings = settings
            return .success
        }
    }

    private func setLegacyData(
        _ p: HCIParameters, _ set: (AdvertisingSet, [UInt8]) -> Void
    ) -> HCIStatus {
        speaking(.legacy) {
            guard p[.length] <= AdvertisingData.limit else { return .invalidParameters }
            set(legacy, Array(p[octets: .data].prefix(p[.length])))
            return .success
        }
    }

    private func enableAdvertising(_ p: HCIParameters) -> HCIStatus {
        speaking(.legacy) {
            guard p[.isOn] <= 1 else { return .invalidParameters }
            guard p[.isOn] == 1 else {
                legacy.stop()
                return .success
            }
            guard legacy.address != nil else { return .invalidParameters }
            // Enabling it again only restarts its timeout.
            legacy.start(for: .zero, events: 0)
            return .success
        }
    }
}

extension AdvertisingSettings {
    /// Connectable and undirected, every 1.28 s, under the public address (Core Vol 4, Part E, 7.8.5).
    static let afterReset = AdvertisingSettings()

    private init() {}
}
