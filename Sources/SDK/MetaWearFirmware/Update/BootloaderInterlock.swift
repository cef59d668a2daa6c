/// Which bootloaders must be installed before an application.
enum BootloaderInterlock {
    /// What is installed, in order.
    enum Plan: Sendable, Equatable {
        case flashApplicationOnly
        case flashBootloadersFirst([MWFirmwareBuild])
    }

    /// From the installed bootloader on, each time the newest one that the last one can install, until the application can
    /// be installed.
    ///
    /// - Parameters:
    ///   - installedBootloader: nil if it is unknown; then nothing is installed before the application.
    ///   - requiredBootloader: nil or empty if any will do.
    ///   - availableBootloaders: in any order.
    ///   - hardwareRev: for the error.
    /// - Throws: ``MWFirmwareError/bootloaderUpgradeUnavailable(requiredVersion:hardwareRev:)``.
    static func plan(
        installedBootloader: String?, requiredBootloader: String?,
        availableBootloaders: [MWFirmwareBuild], hardwareRev: String
    ) throws -> Plan {
        guard var bootloader = installedBootloader, !bootloader.isEmpty,
            let required = requiredBootloader, !required.isEmpty
        else { return .flashApplicationOnly }
        var chain: [MWFirmwareBuild] = []
        while bootloader.isMetaWearVersion(lessThan: required) {
            guard let next = newest(of: availableBootloaders, on: bootloader) else {
                throw MWFirmwareError.bootloaderUpgradeUnavailable(
                    requiredVersion: required, hardwareRev: hardwareRev)
            }
            chain.append(next)
            bootloader = next.firmwareRev
        }
        return chain.isEmpty ? .flashApplicationOnly : .flashBootloadersFirst(chain)
    }

    /// All builds that a plan can contain, whatever bootloader the board turns out to have.
    ///
    /// - Parameter installedBootloader: nil if it is not known yet.
    static func candidates(
        installedBootloader: String?, requiredBootloader: String?,
        availableBootloaders: [MWFirmwareBuild]
    ) -> [MWFirmwareBuild] {
        // A plan depends only on which builds are newer than the bootloader, and which of their requirements it meets.
        let starts =
            installedBootloader.map { [$0] }
            ?? ["0"] + availableBootloaders.flatMap { [$0.firmwareRev, $0.requirement ?? "0"] }
        var found: Set<String> = []
        for start in starts {
            let plan = try? plan(
                installedBootloader: start, requiredBootloader: requiredBootloader,
                availableBootloaders: availableBootloaders, hardwareRev: "")
            if case .flashBootloadersFirst(let chain)? = plan {
                found.formUnion(chain.map(\.firmwareRev))
            }
        }
        return availableBootloaders.filter { found.contains($0.firmwareRev) }
    }

    private static func newest(
        of builds: [MWFirmwareBuild], on bootloader: String
    ) -> MWFirmwareBuild? {
        builds.filter { build in
            build.firmwareRev.isMetaWearVersion(greaterThan: bootloader)
                && (build.requirement?.isMetaWearVersion(lessThanOrEqualTo: bootloader) ?? true)
        }.max { $0.firmwareRev.isMetaWearVersion(lessThan: $1.firmwareRev) }
    }
}

extension MWFirmwareBuild {
    /// The bootloader that this one needs. In the vendor's catalogue one requires itself, which means nothing.
    fileprivate var requirement: String? {
        guard let requiredBootloader, !requiredBootloader.isEmpty,
            !requiredBootloader.isMetaWearVersion(equalTo: firmwareRev)
        else { return nil }
        return requiredBootloader
    }
}
