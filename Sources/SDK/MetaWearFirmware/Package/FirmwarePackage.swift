import Foundation
import MetaWearProtocol

/// The images of a file, ready to be sent.
struct FirmwarePackage: Sendable, Equatable {
    /// One image and what describes it to the bootloader.
    struct Image: Sendable, Equatable {
        let type: UpdateControl.ImageType
        let bytes: [UInt8]
        /// Of a SoftDevice and a bootloader in one image: bytes of the bootloader, which come last.
        let bootloaderLength: Int
        /// Empty for a bare image.
        let initPacket: [UInt8]
    }

    /// In the order in which they are installed: the application last.
    let images: [Image]

    /// The most that a file, its list and its parts may have, in bytes. The flash of the largest board has 1 MiB.
    private enum Limit {
        static let file = MWFirmwareServer.largestFile
        static let manifest = 64 << 10
        static let image = 1 << 20
        static let initPacket = 512
        static let hex = MWFirmwareServer.largestFile
        /// The vectors of the boards' smallest processor, with which every image begins.
        static let leastImage = 48 * 4
    }

    /// Reads a package of Nordic's tools (`.zip`), or an application (`.bin`, `.hex`).
    ///
    /// - Throws: ``MWFirmwareError/invalidFirmwareFile(_:)`` for anything else, and for a file that is damaged or that
    ///   no board could hold.
    init(contentsOf url: URL) throws(MWFirmwareError) {
        guard let data = Self.read(url), let package = Self(data, kind: url.pathExtension) else {
            throw .invalidFirmwareFile(url)
        }
        self = package
    }

    /// - Parameter kind: the file's extension.
    init?(_ data: Data, kind: String) {
        guard let images = Self.images(of: data, kind), !images.isEmpty,
            images.allSatisfy({ $0.bytes.count >= Limit.leastImage })
        else { return nil }
        self.images = images
    }

    private static func read(_ url: URL) -> Data? {
        guard url.isFileURL, let file = try? FileHandle(forReadingFrom: url) else { return nil }
        defer { try? file.close() }
        guard let data = try? file.read(upToCount: Limit.file + 1), !data.isEmpty,
            data.count <= Limit.file
        else { return nil }
        return data
    }

    private static func images(of data: Data, _ kind: String) -> [Image]? {
        switch kind.lowercased() {
        case "zip": return try? archived(ZipArchive(data))
        case "bin":
            guard data.count <= Limit.image else { return nil }
            return [application([UInt8](data))]
        case "hex":
            return IntelHex.image([UInt8](data), limit: Limit.image).map { [application($0)] }
        default: return nil
        }
    }

    private static func application(_ bytes: [UInt8]) -> Image {
        Image(type: .application, bytes: bytes, bootloaderLength: 0, initPacket: [])
    }

    // MARK: Packages

    /// `manifest.json` of a package.
    private struct Manifest: Decodable {
        let manifest: Parts

        struct Parts: Decodable {
            let softdevice: Part?
            let bootloader: Part?
            let softdeviceBootloader: Part?
            let application: Part?
        }

        struct Part: Decodable {
            let binFile: String
            let datFile: String
            let sdSize: Int?
            let blSize: Int?
            let infoReadOnlyMetadata: Sizes?
        }

        struct Sizes: Decodable {
            let sdSize: Int?
            let blSize: Int?
        }
    }

    private struct Damaged: Error {}

    private static func archived(_ archive: ZipArchive) throws -> [Image] {
        guard let list = try archive.file("manifest.json", limit: Limit.manifest) else {
            return try withoutManifest(archive)
        }
        let decoder = JSONDecoder()
        // `bin_file` and the like.
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let parts = try decoder.decode(Manifest.self, from: Data(list)).manifest
        return try [
            (UpdateControl.ImageType.softDeviceAndBootloader, parts.softdeviceBootloader),
            (.softDevice, parts.softdevice), (.bootloader, parts.bootloader),
            (.application, parts.application),
        ].compactMap { type, part in
            guard let part else { return nil }
            return try image(type, part, in: archive)
        }
    }

    private static func image(
        _ type: UpdateControl.ImageType, _ part: Manifest.Part, in archive: ZipArchive
    ) throws -> Image {
        let bytes = try contents(part.binFile, in: archive)
        guard let initPacket = try archive.file(part.datFile, limit: Limit.initPacket),
            !initPacket.isEmpty
        else { throw Damaged() }
        var bootloaderLength = 0
        if type == .softDeviceAndBootloader {
            let sizes = part.infoReadOnlyMetadata
            guard let softDevice = part.sdSize ?? sizes?.sdSize,
                let bootloader = part.blSize ?? sizes?.blSize,
                softDevice > 0, bootloader > 0, softDevice <= Limit.image,
                bootloader <= Limit.image, softDevice + bootloader == bytes.count
            else { throw Damaged() }
            bootloaderLength = bootloader
        }
        return Image(
            type: type, bytes: bytes, bootloaderLength: bootloaderLength, initPacket: initPacket)
    }

    /// Packages of the first tools: files of fixed names.
    private static func withoutManifest(_ archive: ZipArchive) throws -> [Image] {
        let names = Set(try archive.names())
        return try [
            (UpdateControl.ImageType.softDevice, "softdevice"), (.bootloader, "bootloader"),
            (.application, "application"),
        ].compactMap { type, name in
            guard
                let file = ["\(name).bin", "\(name).hex"].first(where: names.contains)
            else { return nil }
            let initPacket = try archive.file("\(name).dat", limit: Limit.initPacket)
            return Image(
                type: type, bytes: try contents(file, in: archive), bootloaderLength: 0,
                initPacket: initPacket ?? [])
        }
    }

    private static func contents(_ name: String, in archive: ZipArchive) throws -> [UInt8] {
        let isHex = name.lowercased().hasSuffix(".hex")
        guard
            let bytes = try archive.file(name, limit: isHex ? Limit.hex : Limit.image),
            let image = isHex ? IntelHex.image(bytes, limit: Limit.image) : bytes, !image.isEmpty
        else { throw Damaged() }
        return image
    }
}
