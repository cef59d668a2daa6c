internal import Bluetooth

/// The controller's own information (Core Vol 4, Part E, 7.4, 7.8.2, 7.8.3, 7.8.27 and others).
extension Controller {
    static let informationCommands: [(HCIOpcode, Handler)] = [
        on(.reset) { $0.reset() },
        on(.readLocalVersionInformation) {
            ($1[.version], $1[.subversion]) = (version, subversion)
            ($1[.linkVersion], $1[.linkSubversion]) = (version, subversion)
            $1[.company] = company
        },
        on(.readLocalSupportedCommands) { $1[octets: .commands] = $0.supportedCommands },
        on(.readLocalSupportedFeatures) { $1[.features] = features },
        on(.readLocalExtendedFeatures) { $0.readExtendedFeatures($1) },
        on(.readBDADDR) { $1[.address] = $0.publicAddress.value },
        on(.leReadLocalSupportedFeatures) { $1[.features] = $0.leFeatures },
        // All 42 combinations of states (Core Vol 4, Part E, 7.8.27).
        on(.leReadSupportedStates) { $1[.states] = (1 << 42) - 1 },
        on(.leReadAdvertisingTransmitPower) { $1[.power] = power.usual },
        on(.leReadTransmitPower) { ($1[.leastPower], $1[.power]) = (power.least, power.most) },
        onConnection(.readTransmitPowerLevel) { controller, p, _ in
            guard p[.type] <= 1 else { return .invalidParameters }
            controller.reply[.power] = power.usual
            return .success
        },
        on(.readLEHostSupport) { ($1[.isOn], $1[.mode]) = ($0.defaults.hostSupportsLE ? 1 : 0, 0) },
        on(.writeLEHostSupport) { $0.writeHostSupport($1) },
        on(.leRand) { $1[.random] = $0.chance.next() },
    ]

    /// Assigned number of Bluetooth 5.2, for HCI as for the Link Layer.
    static let version: UInt8 = 0x0B
    /// No company: 0xFFFF is for what never reaches a market (Assigned Numbers, 7).
    static let company: UInt16 = 0xFFFF
    static let subversion: UInt16 = 1
    /// The longest payload of a data packet, and of the host's ACL packets, in bytes.
    static let dataLength = 251
    /// Transmit power in dBm: the default, the lowest, and the highest.
    static let power: (usual: Int8, least: Int8, most: Int8) = (0, -20, 10)

    /// BR/EDR Not Supported (37), LE Supported (38), extended features (63) (Core Vol 2, Part C,
    /// 3.3).
    private static let features: UInt64 = 1 << 37 | 1 << 38 | 1 << 63

    /// The radio's identity for peers.
    var linkIdentity: LinkLayerIdentity {
        LinkLayerIdentity(
            version: Self.version, company: Self.company, subversion: Self.subversion,
            features: leFeatures, dataLength: Self.dataLength)
    }

    /// Core Vol 6, Part B, 4.6.
    var leFeatures: UInt64 {
        typealias Feature = LinkLayerIdentity.Feature
        var features =
            Feature.encryption | Feature.connectionParametersRequest | Feature.extendedReject
            | Feature.peripheralFeatureExchange | Feature.ping | Feature.dataLengthExtension
            | Feature.twoMegabit | Feature.channelSelection2
        if hasExtendedAdvertising { features |= Feature.extendedAdvertising }
        return cryptography == nil
            ? features : features | Feature.privacy | Self.extendedScannerFilterPolicies
    }

    private static let extendedScannerFilterPolicies: UInt64 = 1 << 7

    /// Page 1 has what the host supports: LE, bit 1 (Core Vol 2, Part C, 3.3).
    private func readExtendedFeatures(_ p: HCIParameters) -> HCIStatus {
        let page: UInt8 = p[.page]
        guard page <= 1 else { return .invalidParameters }
        reply[.page] = page
        reply[.mostPage] = 1
        reply[.features] = page == 0 ? Self.features : defaults.hostSupportsLE ? 2 : 0
        return .success
    }

    private func writeHostSupport(_ p: HCIParameters) -> HCIStatus {
        guard p[.isOn] <= 1 else { return .invalidParameters }
        defaults.hostSupportsLE = p[.isOn] == 1
        return .success
    }

}
