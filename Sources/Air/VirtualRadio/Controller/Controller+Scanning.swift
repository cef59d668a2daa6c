internal import Bluetooth
internal import Simulation

/// Commands of scanning, legacy and extended (Core Vol 4, Part E, 7.8.10, 7.8.11, 7.8.64, 7.8.65).
extension Controller {
    static let scanningCommands: [(HCIOpcode, Handler)] = [
        on(.leSetScanParameters) { $0.setScanParameters($1) },
        on(.leSetScanEnable) { $0.enableScanning($1) },
        on(.leSetExtendedScanParameters) { $0.setExtendedScanParameters($1) },
        on(.leSetExtendedScanEnable) { $0.enableExtendedScanning($1) },
    ]

    /// The unit of intervals and windows, 0.625 ms.
    static let slot = Nanoseconds.microseconds(625)

    private func setScanParameters(_ p: HCIParameters) -> HCIStatus {
        speaking(.legacy) {
            guard (0x0004...0x4000).contains(p[.interval]), p[.window] <= p[.interval],
                p[.window] >= 4
            else { return .invalidParameters }
            return set(p, scan: p)
        }
    }

    /// Without privacy there is nothing to resolve, and no policy for it.
    private var mostFilterPolicy: UInt8 { cryptography == nil ? 1 : 3 }

    private func set(_ p: HCIParameters, scan: HCIParameters) -> HCIStatus {
        guard scan[.type] <= 1, let own = OwnAddress(rawValue: p[.own]),
            p[.filterPolicy] <= mostFilterPolicy
        else { return .invalidParameters }
        guard !scanner.isEnabled else { return .commandDisallowed }
        scanner.own = own
        scanner.filterPolicy = p[.filterPolicy]
        scanner.isActive = scan[.type] == 1
        scanner.interval = Self.slot * Int64(scan[.interval])
        scanner.window = Self.slot * Int64(scan[.window])
        return .success
    }

    private func enableScanning(_ p: HCIParameters) -> HCIStatus {
        speaking(.legacy) {
            guard p[.isOn] <= 1, p[.filter] <= 1 else { return .invalidParameters }
            return scan(
                p[.isOn] == 1,
                Scanner.Run(filtering: p[.filter] == 1 ? .once : .none, isExtended: false))
        }
    }

    private func scan(_ isOn: Bool, _ run: Scanner.Run) -> HCIStatus {
        guard isOn else {
            scanner.stop(medium)
            return .success
        }
        guard address(scanner.own, towards: nil, random: randomAddress) != nil else {
            return .invalidParameters
        }
        scanner.start(run, medium) { [me = lifetime.handle] in me.owner?.scanTimedOut() }
        medium.listen()
        return .success
    }

    private func scanTimedOut() {
        scanner.stop(medium)
        send(.leScanTimeout)
    }

    /// One scan for each PHY: 1M (bit 0), coded (bit 2).
    private func setExtendedScanParameters(_ p: HCIParameters) -> HCIStatus {
        let phys: UInt8 = p[.phys]
        guard let scans = p.entries(phys.nonzeroBitCount) else { return .invalidParameters }
        let status = speaking(.extended) {
            guard phys & 0xFA == 0, let scan = scans.first else { return .invalidParameters }
            guard phys == 1 else { return .unsupportedFeatureOrValue }
            guard scan[.window] <= scan[.interval], scan[.window] >= 4 else {
                return .invalidParameters
            }
            return set(p, scan: scan)
        }
        return phys == 0 ? .invalidParameters : status
    }

    private func enableExtendedScanning(_ p: HCIParameters) -> HCIStatus {
        let isOn: UInt8 = p[.isOn]
        let duration = Nanoseconds.milliseconds(10) * Int64(p[.duration])
        let period = Nanoseconds.milliseconds(1_280) * Int64(p[.period])
        return speaking(.extended) {
            guard isOn <= 1, let filtering = Scanner.Filtering(rawValue: p[.filter]) else {
                return .invalidParameters
            }
            if isOn == 1, period > .zero {
                guard duration > .zero, duration < period else { return .invalidParameters }
            }
            guard filtering != .oncePerPeriod || period > .zero || isOn == 0 else {
                return .invalidParameters
            }
            let run = Scanner.Run(
                duration: duration, period: period, filtering: filtering, isExtended: true)
            return scan(isOn == 1, run)
        }
    }
}
