internal import Bluetooth

/// The devices that filters accept (Core Vol 6, Part B, 4.3.1).
struct AcceptList {
    /// Its capacity in devices.
    static let size = 32

    private var addresses: [Address] = []
    private(set) var hasAnonymous = false

    func contains(_ address: Address) -> Bool { addresses.contains(address) }

    /// Adds a peer or, with nil, anonymous advertisers.
    mutating func add(_ address: Address?) -> HCIStatus {
        guard let address else {
            hasAnonymous = true
            return .success
        }
        guard !contains(address) else { return .success }
        guard addresses.count < Self.size else { return .memoryCapacityExceeded }
        addresses.append(address)
        return .success
    }

    mutating func remove(_ address: Address?) {
        guard let address else {
            hasAnonymous = false
            return
        }
        addresses.removeAll { $0 == address }
    }
}

/// Core Vol 4, Part E, 7.8.14 to 7.8.17.
extension Controller {
    static let acceptListCommands: [(HCIOpcode, Handler)] = [
        on(.leReadAcceptListSize) { $1[.count] = AcceptList.size },
        on(.leClearAcceptList) { controller in
            controller.changeAcceptList {
                $0 = AcceptList()
                return .success
            }
        },
        on(.leAddToAcceptList) { $0.changeAcceptList($1) { list, peer in list.add(peer) } },
        on(.leRemoveFromAcceptList) {
            $0.changeAcceptList($1) { list, peer in
                list.remove(peer)
                return .success
            }
        },
    ]

    private func changeAcceptList(
        _ p: HCIParameters, _ change: (inout AcceptList, Address?) -> HCIStatus
    ) -> HCIStatus {
        let type: UInt8 = p[.peerType]
        guard type <= 1 || type == 0xFF else { return .invalidParameters }
        return changeAcceptList { change(&$0, type == 0xFF ? nil : p.peer) }
    }

    /// Not allowed while a filter uses the list.
    private func changeAcceptList(_ change: (inout AcceptList) -> HCIStatus) -> HCIStatus {
        guard !enabledSets.contains(where: { $0.settings.filterPolicy != 0 }),
            !(scanner.isEnabled && scanner.filterPolicy & 1 != 0), initiator?.usesList != true
        else { return .commandDisallowed }
        return change(&acceptList)
    }
}
