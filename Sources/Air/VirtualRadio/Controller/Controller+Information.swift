internal import Bluetooth

/// What the controller says of itself (Core Vol 4, Part E, 7.4, 7.8.2, 7.8.3, 7.8.27 and others).
extension Controller {
    static let informationCommands: [(HCIOpcode, Handler)] = [
        on(.reset) { $0.reset() },
        on(.readLocalVersionInformation) { $0.readVersion() },
        on(.readLocalSupportedCommands) { $0.readSupportedCommands() },
        on(.readLocalSupportedFeatures) { $0.readFeatures() },
        on(.readLocalExtendedFeatures) { $0.readExtendedFeatures($1) },
        on(.readBDADDR) { $0.readAddress() },
        on(.leReadLocalSupportedFeatures) { $0.readLEFeatures() },
        on(.leReadSupportedStates) { $0.readSupportedStates() },
        on(.leReadAdvertisingTransmitPower) { $0.readAdvertisingPower() },
        on(.leReadTransmitPower) { $0.readTransmitPower() },
        onConnection(.readTransmitPowerLevel) { controller, p, _ in
            controller.readTransmitPowerLevel(p)
        },
        on(.readLEHostSupport) { $0.readHostSupport() },
        on(.writeLEHostSupport) { $0.writeHostSupport($1) },
        on(.leRand) { $0.random() },
    ]

    /// Assigned number of Bluetooth 5.2, for HCI as for the Link Layer.
    static let version: UInt8 = 0x0B
    /// No company: 0xFFFF is for what never reaches a market (Assigned Numbers, 7).
    static let company: UInt16 = 0xFFFF
    static let subversion: UInt16 = 1
    /// The longest payload of a data packet, and of the host's ACL packets, in bytes.
    static let dataLength = 251
    /// Transmit power in dBm: what it uses, the least, and the most.
    static let power: (usual: Int8, least: Int8, most: Int8) = (0, -20, 10)

    /// BR/EDR Not Supported (37), LE Supported (38), extended features (63) (Core Vol 2, Part C,
    /// 3.3).
    private static let features: UInt64 = 1 << 37 | 1 << 38 | 1 << 63

    /// What the radio says of itself to peers.
    var linkIdentity: LinkLayerIdentity {
        LinkLayerIdentity(
            version: Self.version, company: Self.company, subversion: Self.subversion,
            features: leFeatures, dataLength: Self.dataLength)
    }

    /// Core Vol 6, Part B, 4.6.
    var leFeatures: UInt64 {
        typealias Feature = LinkLayerIdentity.Feature
        let features =
            Feature.encryption | Feature.connectionParametersRequest | Feature.extendedReject
            | Feature.peripheralFeatureExchange | Feature.ping | Feature.dataLengthExtension
            | Feature.twoMegabit | Feature.extendedAdvertising | Feature.channelSelection2
        return cryptography == nil
            ? features : features | Feature.privacy | Self.extendedScannerFilterPolicies
    }

    private static let extendedScannerFilterPolicies: UInt64 = 1 << 7

    private func readVersion() -> HCIStatus {
        reply.append(Self.version)
        reply.append(word: Self.subversion)
        reply.append(Self.version)
        reply.append(word: Self.company)
        reply.append(word: Self.subversion)
        return .success
    }

    private func readSupportedCommands() -> HCIStatus {
        reply.append(contentsOf: supportedCommands)
        return .success
    }

    private func readFeatures() -> HCIStatus {
        reply.append(Self.features, bytes: 8)
        return .success
    }

    /// Page 1 has what the host supports: LE, bit 1 (Core Vol 2, Part C, 3.3).
    private func readExtendedFeatures(_ p: HCIParameters) -> HCIStatus {
        let page: UInt8 = p[.page]
        guard page <= 1 else { return .invalidParameters }
        reply.append(page)
        reply.append(1)
        reply.append(page == 0 ? Self.features : defaults.hostSupportsLE ? 2 : 0, bytes: 8)
        return .success
    }

    private func readAddress() -> HCIStatus {
        reply.append(publicAddress)
        return .success
    }

    private func readLEFeatures() -> HCIStatus {
        reply.append(leFeatures, bytes: 8)
        return .success
    }

    /// All 42 combinations of states that there are (Core Vol 4, Part E, 7.8.27).
    private func readSupportedStates() -> HCIStatus {
        reply.append((1 << 42) - 1, bytes: 8)
        return .success
    }

    private func readAdvertisingPower() -> HCIStatus {
        reply.append(UInt8(bitPattern: Self.power.usual))
        return .success
    }

    private func readTransmitPower() -> HCIStatus {
        reply.append(UInt8(bitPattern: Self.power.least))
        reply.append(UInt8(bitPattern: Self.power.most))
        return .success
    }

    private func readTransmitPowerLevel(_ p: HCIParameters) -> HCIStatus {
        guard p[.type] <= 1 else { return .invalidParameters }
        reply.append(UInt8(bitPattern: Self.power.usual))
        return .success
    }

    private func readHostSupport() -> HCIStatus {
        reply.append(defaults.hostSupportsLE ? 1 : 0)
        reply.append(0)
        return .success
    }

    private func writeHostSupport(_ p: HCIParameters) -> HCIStatus {
        guard p[.isOn] <= 1 else { return .invalidParameters }
        defaults.hostSupportsLE = p[.isOn] == 1
        return .success
    }

    private func random() -> HCIStatus {
        reply.append(chance.next(), bytes: 8)
        return .success
    }
}
