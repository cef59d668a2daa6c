import Testing

@testable import MetaWearFirmware

/// Which bootloaders are installed before an application.
@Suite struct BootloaderInterlockTests {
    /// - Parameter text: `0.4.0>0.3.0 0.3.0`: each bootloader, and behind `>` the one that it needs.
    private static func builds(_ text: String) -> [MWFirmwareBuild] {
        text.split(separator: " ").map { entry in
            let parts = entry.split(separator: ">").map(String.init)
            return MWFirmwareBuild(
                hardwareRev: "0.1", modelNumber: "8", buildFlavor: "bootloader",
                firmwareRev: parts[0], filename: "b.zip",
                requiredBootloader: parts.count > 1 ? parts[1] : nil)
        }
    }

    private static func chain(
        _ installed: String?, _ required: String?, _ available: [MWFirmwareBuild]
    ) throws -> [String] {
        let plan = try BootloaderInterlock.plan(
            installedBootloader: installed, requiredBootloader: required,
            availableBootloaders: available, hardwareRev: "0.1")
        switch plan {
        case .flashApplicationOnly: return []
        case .flashBootloadersFirst(let builds): return builds.map(\.firmwareRev)
        }
    }

    @Test(
        arguments: [
            // Nothing is needed, or nothing is known.
            ("0.2.0", nil, "0.4.0"), ("0.2.0", "", "0.4.0"), (nil, "0.4.0", "0.4.0"),
            ("", "0.4.0", "0.4.0"), ("0.4.0", "0.4.0", "0.5.0"), ("0.4", "0.4.0", "0.5.0"),
            ("0.4.0", "0.4", ""), ("0.10.0", "0.9.0", ""), ("0.10", "0.9", ""),
        ] as [(String?, String?, String)])
    func `the application alone`(installed: String?, required: String?, available: String) throws {
        #expect(try Self.chain(installed, required, Self.builds(available)) == [])
    }

    @Test(arguments: [
        ("0.2.0", "0.4.0", "0.4.0", "0.4.0"),
        // The newest that the last one can install.
        ("0.2.0", "0.4.0", "0.6.0 0.2.0 0.4.1", "0.6.0"),
        ("0.2.0", "0.4.0", "0.6.0>0.5.0 0.4.1", "0.4.1"),
        ("0.2.0", "0.4.0", "0.10.0 0.9.0", "0.10.0"),
        ("0.2.0", "0.4.0", "0.4.0>0.3.0 0.3.0", "0.3.0 0.4.0"),
        ("0.1", "0.4.0", "0.4.0>0.3.2 0.3.2>0.3.0 0.3.0>0.2.0 0.2.0", "0.2.0 0.3.0 0.3.2 0.4.0"),
        // A build that requires itself requires nothing.
        ("0.2.0", "0.4.0", "0.4.0>0.4.0", "0.4.0"), ("0.2.0", "0.4.0", "0.4.0>0.4", "0.4.0"),
        // Beyond what is required, nothing is installed.
        ("0.3.0", "0.4.0", "0.4.0>0.3.0 0.5.0>0.4.0", "0.4.0"),
    ])
    func `bootloaders first`(
        installed: String, required: String, available: String, chain: String
    ) throws {
        let found = try Self.chain(installed, required, Self.builds(available))
        #expect(found.joined(separator: " ") == chain)
    }

    @Test(arguments: [
        "", "0.3.9", "0.1.0", "0.4.0>0.3.9", "0.4.0>0.5.0 0.5.0>0.4.0", "0.3.0 0.4.0>0.3.1",
    ])
    func `a requirement that cannot be reached`(available: String) {
        #expect(
            throws: MWFirmwareError.bootloaderUpgradeUnavailable(
                requiredVersion: "0.4.0", hardwareRev: "0.1")
        ) { try Self.chain("0.2.0", "0.4.0", Self.builds(available)) }
    }

    /// What is downloaded before the bootloader is known is enough for each, and nothing in it is of no use.
    @Test(arguments: [
        "0.4.0", "0.2.0 0.4.0>0.4.0 0.6.0>0.4.0", "0.4.0>0.3.2 0.3.2>0.3.0 0.3.0>0.2.0 0.2.0",
        "0.6.0>0.3.5 0.4.0>0.3.0 0.5.0 0.3.3", "0.4.0>0.5.0 0.5.0>0.4.0",
    ])
    func `candidates are all that any plan has`(available: String) {
        let builds = Self.builds(available)
        let candidates = BootloaderInterlock.candidates(
            installedBootloader: nil, requiredBootloader: "0.4.0", availableBootloaders: builds)
        var needed: Set<String> = []
        for minor in 0..<8 {
            for patch in 0..<8 {
                let installed = "0.\(minor).\(patch)"
                let chain = (try? Self.chain(installed, "0.4.0", builds)) ?? []
                needed.formUnion(chain)
                let own = BootloaderInterlock.candidates(
                    installedBootloader: installed, requiredBootloader: "0.4.0",
                    availableBootloaders: builds)
                #expect(Set(own.map(\.firmwareRev)) == Set(chain), "from \(installed)")
            }
        }
        #expect(Set(candidates.map(\.firmwareRev)) == needed)
    }
}
