internal import Bluetooth
internal import Simulation

/// Advertising sets (Core Vol 4, Part E, 7.8.53 to 7.8.60).
extension Controller {
    static let extendedAdvertisingCommands: [(HCIOpcode, Handler)] = [
        on(.leSetExtendedAdvertisingParameters) { $0.setExtendedParameters($1) },
        on(.leSetExtendedAdvertisingData) { $0.setExtendedData($1, isResponse: false) },
        on(.leSetExtendedScanResponseData) { $0.setExtendedData($1, isResponse: true) },
        on(.leSetExtendedAdvertisingEnable) { $0.enableSets($1) },
        on(.leReadMaximumAdvertisingDataLength) { $1[.dataLimit] = AdvertisingSet.mostData },
        on(.leReadNumberOfSupportedAdvertisingSets) { $1[.count] = mostSets },
        on(.leRemoveAdvertisingSet) { $0.removeSet($1) },
        on(.leClearAdvertisingSets) { $0.clearSets() },
    ]

    /// The largest number of sets.
    private static let mostSets = 16
    /// The highest number that a host may give a set.
    private static let lastHandle: UInt8 = 0xEF

    private func setExtendedParameters(
        _ p: HCIParameters
    ) -> HCIStatus {
        let handle: UInt8 = p[.set]
        return speaking(.extended) {
            guard handle <= Self.lastHandle, let settings = AdvertisingSettings(extended: p) else {
                return .invalidParameters
            }
            // The only PHYs here are 1M and 2M (Core Vol 4, Part E, 7.8.53).
            guard settings.primaryPHY != .coded, settings.secondaryPHY != .coded else {
                return .unsupportedFeatureOrValue
            }
            guard let set = advertisingSet(handle) else {
                guard advertisingSets.count < Self.mostSets else { return .memoryCapacityExceeded }
                advertisingSets.append(
                    AdvertisingSet(handle: handle, settings, of: self, advertiser(handle)))
                reply[.power] = settings.power
                return .success
            }
            guard !set.isEnabled else { return .commandDisallowed }
            guard max(set.data.count, set.scanResponse.count) <= settings.dataLimit else {
                return .invalidParameters
            }
            set.settings = settings
            reply[.power] = settings.power
            return .success
        }
    }

    // MARK: Data

    /// How a fragment relates to the complete data.
    private enum Operation: UInt8 {
        case intermediate, first, last, complete, unchanged
    }

    private func setExtendedData(
        _ p: HCIParameters, isResponse: Bool
    ) -> HCIStatus {
        let part = p[octets: .rest]
        guard p[.length] == part.count else { return .invalidParameters }
        return speaking(.extended) {
            guard let set = advertisingSet(p[.set]) else { return .unknownAdvertisingIdentifier }
            guard let operation = Operation(rawValue: p[.operation]) else {
                return .invalidParameters
            }
            return isResponse
                ? setResponse(of: set, operation, part) : setData(of: set, operation, part)
        }
    }

    private func setData(
        of set: AdvertisingSet, _ operation: Operation, _ part: [UInt8]
    ) -> HCIStatus {
        let settings = set.settings
        // Scannable extended PDUs and directed legacy ones have no data of their own.
        let hasData = settings.isLegacy ? !settings.isDirected : !settings.isScannable
        guard hasData || part.isEmpty else { return .invalidParameters }
        if operation == .unchanged {
            guard set.isEnabled, !settings.isLegacy, part.isEmpty, !set.data.isEmpty else {
                return .invalidParameters
            }
            return .success
        }
        return join(
            part, operation, to: &set.data, &set.isDataComplete, limit: settings.dataLimit,
            isEnabled: set.isEnabled, isLegacy: settings.isLegacy)
    }

    private func setResponse(
        of set: AdvertisingSet, _ operation: Operation, _ part: [UInt8]
    ) -> HCIStatus {
        let settings = set.settings
        guard operation != .unchanged, settings.isScannable || part.isEmpty else {
            return .invalidParameters
        }
        // A scannable extended set must keep a scan response while it advertises.
        if set.isEnabled, !settings.isLegacy, settings.isScannable, part.isEmpty {
            return .commandDisallowed
        }
        return join(
            part, operation, to: &set.scanResponse, &set.isResponseComplete,
            limit: settings.dataLimit, isEnabled: set.isEnabled, isLegacy: settings.isLegacy)
    }

    private func join(
        _ part: [UInt8], _ operation: Operation, to whole: inout [UInt8],
        _ isComplete: inout Bool, limit: Int, isEnabled: Bool, isLegacy: Bool
    ) -> HCIStatus {
        if operation != .complete {
            guard !isLegacy, !part.isEmpty else { return .invalidParameters }
            guard !isEnabled else { return .commandDisallowed }
            guard operation == .first || !isComplete else { return .invalidParameters }
        }
        let sofar = operation == .complete || operation == .first ? [] : whole
        guard sofar.count + part.count <= limit else {
            // No part of it is kept (Core Vol 4, Part E, 7.8.54).
            whole = []
            isComplete = true
            return isLegacy ? .invalidParameters : .memoryCapacityExceeded
        }
        whole = sofar + part
        isComplete = operation == .complete || operation == .last
        return .success
    }

    // MARK: On and off

    private func enableSets(_ p: HCIParameters) -> HCIStatus {
        guard let orders = p.entries(p[.count]), p[.isOn] <= 1 else { return .invalidParameters }
        return speaking(.extended) {
            let sets = Set(orders.map { $0[.set] as UInt8 })
            guard sets.count == orders.count else { return .invalidParameters }
            return p[.isOn] == 1 ? start(orders) : stop(orders)
        }
    }

    private func stop(_ orders: [HCIParameters]) -> HCIStatus {
        let sets = orders.map { advertisingSet($0[.set]) }
        guard !sets.contains(where: { $0 == nil }) else { return .unknownAdvertisingIdentifier }
        for set in orders.isEmpty ? advertisingSets : sets.compactMap({ $0 }) {
            set.stop()
        }
        return .success
    }

    private func start(_ orders: [HCIParameters]) -> HCIStatus {
        guard !orders.isEmpty else { return .invalidParameters }
        for order in orders {
            guard let set = advertisingSet(order[.set]) else {
                return .unknownAdvertisingIdentifier
            }
            guard set.address != nil else { return .invalidParameters }
            let settings = set.settings
            guard set.isDataComplete, set.isResponseComplete,
                settings.isLegacy || !settings.isScannable || !set.scanResponse.isEmpty
            else { return .commandDisallowed }
            if settings.isHighDuty {
                guard Self.time(of: order) <= AdvertisingSet.highDutyTime, order[.duration] > 0
                else { return .invalidParameters }
            }
        }
        for order in orders {
            advertisingSet(order[.set])?.start(for: Self.time(of: order), events: order[.events])
        }
        return .success
    }

    private static func time(of order: HCIParameters) -> Nanoseconds {
        .milliseconds(10) * Int64(order[.duration])
    }

    private func removeSet(_ p: HCIParameters) -> HCIStatus {
        speaking(.extended) {
            guard let set = advertisingSet(p[.set]) else { return .unknownAdvertisingIdentifier }
            guard !set.isEnabled else { return .commandDisallowed }
            set.remove()
            advertisingSets.removeAll { $0 === set }
            return .success
        }
    }

    private func clearSets() -> HCIStatus {
        speaking(.extended) {
            guard !advertisingSets.contains(where: { $0.isEnabled }) else {
                return .commandDisallowed
            }
            for set in advertisingSets { set.remove() }
            advertisingSets = []
            return .success
        }
    }
}
