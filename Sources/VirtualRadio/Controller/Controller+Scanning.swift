internal import Bluetooth
internal import Simulation

/// Commands of scanning, legacy and extended (Core Vol 4, Part E, 7.8.10, 7.8.11, 7.8.64, 7.8.65).
extension Controller {
    static let scanningCommands: [(HCIOpcode, Handler)] = [
        (.leSetScanParameters, { $0.setScanParameters(&$1) }),
        (.leSetScanEnable, { $0.enableScanning(&$1) }),
        (.leSetExtendedScanParameters, { $0.setExtendedScanParameters(&$1) }),
        (.leSetExtendedScanEnable, { $0.enableExtendedScanning(&$1) }),
    ]

    /// Steps of 0.625 ms in which intervals and windows are given.
    static let slot = Nanoseconds.microseconds(625)

    private func setScanParameters(_ p: inout OctetReader) -> HCIStatus {
        let type = p.byte()
        let (interval, window) = (p.word(), p.word())
        let own = OwnAddress(rawValue: p.byte())
        let policy = p.byte()
        return speaking(.legacy) {
            guard type <= 1, let own, policy <= mostFilterPolicy, window <= interval,
                (0x0004...0x4000).contains(interval), (0x0004...0x4000).contains(window)
            else { return .invalidParameters }
            return set(own, policy, isActive: type == 1, interval, window)
        }
    }

    /// Without privacy there is nothing to resolve, and no policy for it.
    private var mostFilterPolicy: UInt8 { cryptography == nil ? 1 : 3 }

    private func set(
        _ own: OwnAddress, _ policy: UInt8, isActive: Bool, _ interval: UInt16, _ window: UInt16
    ) -> HCIStatus {
        guard !scanner.isEnabled else { return .commandDisallowed }
        scanner.own = own
        scanner.filterPolicy = policy
        scanner.isActive = isActive
        scanner.interval = Self.slot * Int64(interval)
        scanner.window = Self.slot * Int64(window)
        return .success
    }

    private func enableScanning(_ p: inout OctetReader) -> HCIStatus {
        let (isOn, filter) = (p.byte(), p.byte())
        return speaking(.legacy) {
            guard isOn <= 1, filter <= 1 else { return .invalidParameters }
            return scan(
                isOn == 1,
                Scanner.Run(filtering: filter == 1 ? .once : .none, isExtended: false))
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
        scanner.start(run, medium) { [weak self] in self?.scanTimedOut() }
        medium.listen()
        return .success
    }

    private func scanTimedOut() {
        scanner.stop(medium)
        send(.scanTimeout) { LEEvent.scanTimeout(into: &$0) }
    }

    /// One block of type, interval and window for each PHY: 1M (bit 0), coded (bit 2).
    private func setExtendedScanParameters(_ p: inout OctetReader) -> HCIStatus {
        let own = OwnAddress(rawValue: p.byte())
        let (policy, phys) = (p.byte(), p.byte())
        guard p.remaining == 5 * phys.nonzeroBitCount else { return .invalidParameters }
        let type = p.byte()
        let (interval, window) = (p.word(), p.word())
        p.skip(p.remaining)
        return speaking(.extended) {
            guard phys & 0xFA == 0, phys != 0 else { return .invalidParameters }
            guard phys == 1 else { return .unsupportedFeatureOrValue }
            guard type <= 1, let own, policy <= mostFilterPolicy, window <= interval, window >= 4
            else { return .invalidParameters }
            return set(own, policy, isActive: type == 1, interval, window)
        }
    }

    private func enableExtendedScanning(_ p: inout OctetReader) -> HCIStatus {
        let (isOn, filter) = (p.byte(), p.byte())
        let duration = Nanoseconds.milliseconds(10) * Int64(p.word())
        let period = Nanoseconds.milliseconds(1_280) * Int64(p.word())
        return speaking(.extended) {
            guard isOn <= 1, let filtering = Scanner.Filtering(rawValue: filter) else {
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
