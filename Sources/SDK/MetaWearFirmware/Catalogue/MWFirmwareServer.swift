public import Foundation
import MetaWear

/// Where firmware is published: a catalogue, and the files beside it.
public struct MWFirmwareServer: Sendable {
    /// The vendor's catalogue.
    public static let defaultCatalogURL: URL = {
        guard let url = URL(string: "https://mbientlab.com/releases/metawear/info2.json") else {
            preconditionFailure("the constant is an address")
        }
        return url
    }()
    /// What the catalogue's entries for SDKs are compared with.
    public static let sdkVersion = "3.2.0"

    /// The most that a catalogue or a package may have, 4 MiB. The flash of the largest board has 1 MiB.
    public static let largestFile = 4 << 20

    let fetcher: any MWFirmwareFetcher
    let catalogURL: URL
    let version: String

    /// - Parameters:
    ///   - catalogURL: the catalogue; the files are below its folder.
    ///   - sdkVersion: the catalogue's entries that need a newer one are not offered.
    public init(
        fetcher: any MWFirmwareFetcher = URLSessionFetcher(),
        catalogURL: URL = MWFirmwareServer.defaultCatalogURL,
        sdkVersion: String = MWFirmwareServer.sdkVersion
    ) {
        self.fetcher = fetcher
        self.catalogURL = catalogURL
        version = sdkVersion
    }

    /// The builds for a board, oldest first; none for an unknown board. Each call fetches the catalogue.
    ///
    /// - Throws: ``MWFirmwareError/badServerResponse(status:)``,
    ///   ``MWFirmwareError/invalidServerResponse(message:)``, or what the fetcher throws.
    public func availableBuilds(
        hardwareRev: String, modelNumber: String, buildFlavor: String = "vanilla"
    ) async throws -> [MWFirmwareBuild] {
        let (data, response) = try await fetcher.data(from: catalogURL)
        try Self.check(response.statusCode)
        try Self.check(size: data.count, of: catalogURL)
        return MWFirmwareCatalog.matchingBuilds(
            from: try MWFirmwareCatalog.parse(data), hardwareRev: hardwareRev,
            modelNumber: modelNumber, buildFlavor: buildFlavor, sdkVersion: version,
            folder: catalogURL.deletingLastPathComponent())
    }

    /// The newest build for a board.
    ///
    /// - Throws: ``MWFirmwareError/noAvailableFirmware(message:)`` if there is none; otherwise as ``availableBuilds(hardwareRev:modelNumber:buildFlavor:)``.
    public func latestBuild(
        hardwareRev: String, modelNumber: String, buildFlavor: String = "vanilla"
    ) async throws -> MWFirmwareBuild {
        let builds = try await availableBuilds(
            hardwareRev: hardwareRev, modelNumber: modelNumber, buildFlavor: buildFlavor)
        guard let latest = builds.last else {
            throw MWFirmwareError.noAvailableFirmware(
                message: "the catalogue has no \(buildFlavor) firmware for model \(modelNumber),"
                    + " hardware \(hardwareRev)")
        }
        return latest
    }

    /// The build of a revision; nil if there is none. `1.5` and `1.5.0` are the same revision.
    public func build(
        hardwareRev: String, modelNumber: String, firmwareRev: String,
        buildFlavor: String = "vanilla"
    ) async throws -> MWFirmwareBuild? {
        try await availableBuilds(
            hardwareRev: hardwareRev, modelNumber: modelNumber, buildFlavor: buildFlavor
        ).first { $0.firmwareRev.isMetaWearVersion(equalTo: firmwareRev) }
    }

    /// The newest build if it is newer than the board's firmware.
    ///
    /// - Throws: as ``latestBuild(hardwareRev:modelNumber:buildFlavor:)``.
    public func updateAvailable(
        currentRev: String, hardwareRev: String, modelNumber: String,
        buildFlavor: String = "vanilla"
    ) async throws -> MWFirmwareBuild? {
        let latest = try await latestBuild(
            hardwareRev: hardwareRev, modelNumber: modelNumber, buildFlavor: buildFlavor)
        return latest.firmwareRev.isMetaWearVersion(greaterThan: currentRev) ? latest : nil
    }

    /// The file of a build, in a folder of its own that the caller deletes. A `file:` address is returned as it is.
    ///
    /// - Throws: ``MWFirmwareError/badServerResponse(status:)``, ``MWFirmwareError/cannotSaveFile(message:)``,
    ///   ``MWFirmwareError/invalidServerResponse(message:)`` for a file above ``largestFile``, or what the fetcher throws.
    public func downloadFirmware(_ build: MWFirmwareBuild) async throws -> URL {
        if build.firmwareURL.isFileURL { return build.firmwareURL }
        return try await Self.download(
            build.firmwareURL, named: build.filename, with: fetcher)
    }

    static func check(_ status: Int) throws {
        guard (200...299).contains(status) else {
            throw MWFirmwareError.badServerResponse(status: status)
        }
    }

    /// A fetcher need not know the limit.
    private static func check(size: Int, of url: URL) throws {
        guard size <= largestFile else {
            throw MWFirmwareError.invalidServerResponse(
                message: "\(url.absoluteString) has more than \(largestFile) bytes")
        }
    }

    /// Downloads a file into a fresh folder.
    static func download(
        _ url: URL, named name: String, with fetcher: any MWFirmwareFetcher
    ) async throws -> URL {
        // The name comes from the server: it must not lead out of the folder.
        guard !name.isEmpty, name != ".", name != "..", !name.contains("/"),
            !name.contains("\0")
        else {
            throw MWFirmwareError.cannotSaveFile(message: "`\(name)` is not a valid file name")
        }
        let (file, response) = try await fetcher.download(from: url)
        let files = FileManager.default
        var isKept = false
        defer { if !isKept { try? files.removeItem(at: file) } }
        try check(response.statusCode)
        let attributes = try? files.attributesOfItem(atPath: file.path(percentEncoded: false))
        try check(size: attributes?[.size] as? Int ?? 0, of: url)
        let folder = URL.temporaryDirectory.appending(path: "firmware-\(UUID().uuidString)")
        do {
            try files.createDirectory(at: folder, withIntermediateDirectories: true)
            let place = folder.appending(component: name)
            try files.moveItem(at: file, to: place)
            isKept = true
            return place
        } catch {
            try? files.removeItem(at: folder)
            throw MWFirmwareError.cannotSaveFile(message: error.reason)
        }
    }
}
