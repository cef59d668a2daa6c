import MetaWearProtocol

/// What an update installs, and what it needs.
struct UpdatePlan: Sendable {
    /// One image on its way.
    struct Step: Sendable {
        let image: FirmwarePackage.Image
        /// What the bootloader reports afterwards, if this is a bootloader.
        var bootloaderRevision: String?
    }

    let package: FirmwarePackage
    /// The oldest bootloader that can install the package; nil or empty if any can.
    var requiredBootloader: String?
    /// Those that are published.
    var bootloaders: [MWFirmwareBuild] = []
    /// Of those that may have to be installed first, by their revision.
    var packages: [String: FirmwarePackage] = [:]
    /// Of the board, for messages.
    var hardwareRev = ""

    /// Whether the bootloader's revision matters.
    var dependsOnBootloader: Bool { !(requiredBootloader ?? "").isEmpty }

    /// - Parameter revision: of the bootloader that runs; nil if it does not say it.
    /// - Throws: ``MWFirmwareError/bootloaderUpgradeUnavailable(requiredVersion:hardwareRev:)``.
    func steps(for revision: String?) throws -> [Step] {
        let application = package.images.map { Step(image: $0) }
        let plan = try BootloaderInterlock.plan(
            installedBootloader: revision, requiredBootloader: requiredBootloader,
            availableBootloaders: bootloaders, hardwareRev: hardwareRev)
        guard case .flashBootloadersFirst(let builds) = plan else { return application }
        return try builds.flatMap(steps) + application
    }

    private func steps(of build: MWFirmwareBuild) throws -> [Step] {
        guard let package = packages[build.firmwareRev] else {
            throw MWFirmwareError.operationFailed(
                "bootloader \(build.firmwareRev) was not downloaded")
        }
        return package.images.map { image in
            let isBootloader = image.type == .bootloader || image.type == .softDeviceAndBootloader
            return Step(image: image, bootloaderRevision: isBootloader ? build.firmwareRev : nil)
        }
    }
}

extension FirmwarePackage.Image {
    /// What describes the image to a bootloader: its own init packet or, for a bare image, one for any device
    /// with the checksum alone.
    ///
    /// - Parameter isExtended: bootloaders from 0.5 on take no bare checksum (protocol, core 13.4).
    func initPacket(isExtended: Bool) -> [UInt8] {
        guard initPacket.isEmpty else { return initPacket }
        let crc = checksum
        let check = [UInt8(truncatingIfNeeded: crc), UInt8(crc >> 8)]
        // Any device, any revision, any version, one SoftDevice of any kind.
        return isExtended
            ? [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01, 0x00, 0xFE, 0xFF] + check
            : check
    }

    /// CRC-16 (CCITT), from 0xFFFF on.
    private var checksum: UInt16 {
        var crc: UInt16 = 0xFFFF
        for byte in bytes {
            crc = crc << 8 | crc >> 8
            crc ^= UInt16(byte)
            crc ^= (crc & 0xFF) >> 4
            crc ^= crc << 12
            crc ^= (crc & 0xFF) << 5
        }
        return crc
    }
}
