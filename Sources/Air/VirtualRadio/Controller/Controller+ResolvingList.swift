internal import Bluetooth
internal import Simulation

/// Core Vol 4, Part E, 7.8.38 to 7.8.45 and 7.8.77.
extension Controller {
    static let resolvingListCommands: [(HCIOpcode, Handler)] = [
        on(.leAddToResolvingList) { $0.addToResolvingList($1) },
        on(.leRemoveFromResolvingList) {
            $0.changeResolvingList($1) { list, peer in list.remove(peer) }
        },
        on(.leClearResolvingList) { controller in
            controller.changeResolvingList {
                $0.clear()
                return .success
            }
        },
        on(.leReadResolvingListSize) { $1[.count] = ResolvingList.size },
        on(.leReadPeerResolvableAddress) { $0.readResolvable($1) { $0.lastOfPeer } },
        on(.leReadLocalResolvableAddress) { $0.readResolvable($1) { $0.local?.address } },
        on(.leSetAddressResolutionEnable) { $0.enableResolution($1) },
        on(.leSetResolvablePrivateAddressTimeout) { $0.setResolvableTimeout($1) },
        on(.leSetPrivacyMode) { $0.setPrivacyMode($1) },
    ]

    /// A public (0) or static random (1) identity; nil for any other type.
    private static func identity(_ p: HCIParameters) -> Address? {
        p[.peerType] <= 1 ? p.peer : nil
    }

    /// Not allowed while resolution is on and addresses are in use.
    private func changeResolvingList(
        _ change: (inout ResolvingList) -> HCIStatus
    ) -> HCIStatus {
        guard !(resolvingList.isEnabled && usesRadio) else { return .commandDisallowed }
        return change(&resolvingList)
    }

    private func changeResolvingList(
        _ p: HCIParameters, _ change: (inout ResolvingList, Address) -> HCIStatus
    ) -> HCIStatus {
        guard let peer = Self.identity(p) else { return .invalidParameters }
        return changeResolvingList { change(&$0, peer) }
    }

    private func addToResolvingList(_ p: HCIParameters) -> HCIStatus {
        guard let peer = Self.identity(p) else { return .invalidParameters }
        let entry = ResolvingList.Entry(
            peer: peer, peerKey: p[reversed: .peerKey], localKey: p[reversed: .localKey])
        return changeResolvingList { $0.add(entry) }
    }

    private func readResolvable(
        _ p: HCIParameters, _ field: (ResolvingList.Entry) -> Address?
    ) -> HCIStatus {
        guard let peer = Self.identity(p) else { return .invalidParameters }
        guard let index = resolvingList.index(of: peer) else {
            reply[.address] = 0
            return .unknownConnection
        }
        reply[.address] = field(resolvingList.entries[index])?.value ?? 0
        return .success
    }

    private func enableResolution(_ p: HCIParameters) -> HCIStatus {
        guard p[.isOn] <= 1 else { return .invalidParameters }
        guard !usesRadio else { return .commandDisallowed }
        resolvingList.isEnabled = p[.isOn] == 1
        return .success
    }

    /// 1 s to 1 h (Core Vol 4, Part E, 7.8.45).
    private func setResolvableTimeout(_ p: HCIParameters) -> HCIStatus {
        guard (1...0x0E10).contains(p[.timeout]) else { return .invalidParameters }
        resolvingList.timeout = .seconds(Int64(p[.timeout]))
        return .success
    }

    private func setPrivacyMode(_ p: HCIParameters) -> HCIStatus {
        guard let peer = Self.identity(p), p[.mode] <= 1 else { return .invalidParameters }
        return changeResolvingList { $0.setPrivacy(of: peer, isNetwork: p[.mode] == 0) }
    }
}
