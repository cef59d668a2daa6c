internal import Bluetooth
internal import Simulation

/// The addresses of this device (Core Vol 4, Part E, 7.8.4 and 7.8.52).
extension Controller {
    static let addressCommands: [(HCIOpcode, Handler)] = [
        on(.leSetRandomAddress) { $0.setRandomAddress($1) },
        on(.leSetAdvertisingSetRandomAddress) { $0.setRandomAddressOfSet($1) },
    ]

    /// Own_Address_Type: which address to use.
    enum OwnAddress: UInt8 {
        case publicDevice, random, resolvableOrPublic, resolvableOrRandom

        var fallsBackToRandom: Bool { self == .random || self == .resolvableOrRandom }
        var isResolvable: Bool { self == .resolvableOrPublic || self == .resolvableOrRandom }
    }

    /// The address to use towards a peer; nil if the random address was never set.
    func address(
        _ own: OwnAddress, towards peer: Address?, random: Address?
    ) -> Address? {
        if own.isResolvable, let peer,
            let local = resolvingList.localAddress(
                towards: peer, at: medium.clock.now, &chance, cryptography)
        {
            return local
        }
        return own.fallsBackToRandom ? random : publicAddress
    }

    /// Whether something uses addresses: advertising, scanning or connecting.
    var usesRadio: Bool { !enabledSets.isEmpty || scanner.isEnabled || initiator != nil }

    private func setRandomAddress(_ p: HCIParameters) -> HCIStatus {
        guard legacySet?.isEnabled != true, !scanner.isEnabled, initiator == nil else {
            return .commandDisallowed
        }
        randomAddress = Address(p[.address])
        return .success
    }

    private func setRandomAddressOfSet(
        _ p: HCIParameters
    ) -> HCIStatus {
        guard let set = advertisingSet(p[.set]) else { return .unknownAdvertisingIdentifier }
        guard !(set.isEnabled && set.settings.isConnectable) else { return .commandDisallowed }
        set.randomAddress = Address(p[.address])
        return .success
    }

    /// Whether an advertisement for this target is for this device, by any of its addresses.
    func isOwn(_ target: Address) -> Bool {
        if target == publicAddress || target == randomAddress { return true }
        return resolvingList.entries.contains { entry in
            if entry.local?.address == target { return true }
            guard let key = entry.localKey, let cryptography else { return false }
            return resolvingList.isEnabled && target.isMade(by: key, cryptography)
        }
    }
}
