internal import Bluetooth
internal import Simulation

/// Core Vol 4, Part E, 7.8.38 to 7.8.45 and 7.8.77.
extension Controller {
    static let resolvingListCommands: [(HCIOpcode, Handler)] = [
        (.leAddToResolvingList, { $0.addToResolvingList(&$1) }),
        (
            .leRemoveFromResolvingList,
            { $0.changeResolvingList(&$1) { list, peer in list.remove(peer) } }
        ),
        (
            .leClearResolvingList,
            { controller, _ in
                controller.changeResolvingList {
                    $0.clear()
                    return .success
                }
            }
        ),
        (
            .leReadResolvingListSize,
            { controller, _ in
                controller.reply.append(UInt8(ResolvingList.size))
                return .success
            }
        ),
        (.leReadPeerResolvableAddress, { $0.readResolvable(&$1) { $0.lastOfPeer } }),
        (.leReadLocalResolvableAddress, { $0.readResolvable(&$1) { $0.local?.address } }),
        (.leSetAddressResolutionEnable, { $0.enableResolution(&$1) }),
        (.leSetResolvablePrivateAddressTimeout, { $0.setResolvableTimeout(&$1) }),
        (.leSetPrivacyMode, { $0.setPrivacyMode(&$1) }),
    ]

    /// A public (0) or static random (1) identity; nil for any other type.
    private static func identity(_ p: inout OctetReader) -> Address? {
        let type = p.byte()
        let address = p.address(type == 0 ? .publicDevice : .random)
        return type <= 1 ? address : nil
    }

    /// Not while resolution is on and addresses are in use.
    private func changeResolvingList(
        _ change: (inout ResolvingList) -> HCIStatus
    ) -> HCIStatus {
        guard !(resolvingList.isEnabled && usesRadio) else { return .commandDisallowed }
        return change(&resolvingList)
    }

    private func changeResolvingList(
        _ p: inout OctetReader, _ change: (inout ResolvingList, Address) -> HCIStatus
    ) -> HCIStatus {
        guard let peer = Self.identity(&p) else { return .invalidParameters }
        return changeResolvingList { change(&$0, peer) }
    }

    private func addToResolvingList(_ p: inout OctetReader) -> HCIStatus {
        guard let peer = Self.identity(&p) else { return .invalidParameters }
        let entry = ResolvingList.Entry(
            peer: peer, peerKey: p.array(16).reversed(), localKey: p.array(16).reversed())
        return changeResolvingList { $0.add(entry) }
    }

    private func readResolvable(
        _ p: inout OctetReader, _ field: (ResolvingList.Entry) -> Address?
    ) -> HCIStatus {
        guard let peer = Self.identity(&p) else { return .invalidParameters }
        guard let index = resolvingList.index(of: peer) else {
            reply.append(Address?.none)
            return .unknownConnection
        }
        reply.append(field(resolvingList.entries[index]))
        return .success
    }

    private func enableResolution(_ p: inout OctetReader) -> HCIStatus {
        let isOn = p.byte()
        guard isOn <= 1 else { return .invalidParameters }
        guard !usesRadio else { return .commandDisallowed }
        resolvingList.isEnabled = isOn == 1
        return .success
    }

    /// 1 s to 1 h (Core Vol 4, Part E, 7.8.45).
    private func setResolvableTimeout(_ p: inout OctetReader) -> HCIStatus {
        let seconds = p.word()
        guard (1...0x0E10).contains(seconds) else { return .invalidParameters }
        resolvingList.timeout = .seconds(Int64(seconds))
        return .success
    }

    private func setPrivacyMode(_ p: inout OctetReader) -> HCIStatus {
        guard let peer = Self.identity(&p) else { return .invalidParameters }
        let mode = p.byte()
        guard mode <= 1 else { return .invalidParameters }
        return changeResolvingList { $0.setPrivacy(of: peer, isNetwork: mode == 0) }
    }
}
