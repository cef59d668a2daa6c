import Foundation

/// The catalogue of published firmware, a JSON file.
enum MWFirmwareCatalog {
    /// Hardware revision, model number, flavour, firmware revision, attribute.
    typealias JSON = [String: [String: [String: [String: [String: String]]]]]

    private enum Attribute {
        static let filename = "filename"
        static let requiredBootloader = "required-bootloader"
        /// The oldest SDK that may offer the build; the name is historical.
        static let oldestSDK = "min-ios-version"
    }

    /// - Throws: ``MWFirmwareError/invalidServerResponse(message:)`` for anything but a catalogue.
    static func parse(_ data: Data) throws -> JSON {
        do {
            return try JSONDecoder().decode(JSON.self, from: data)
        } catch {
            throw MWFirmwareError.invalidServerResponse(
                message: "the firmware catalogue is damaged, or it is another file: \(error)")
        }
    }

    /// The builds for a board, oldest first.
    ///
    /// - Parameters:
    ///   - hardwareRev: with or without the `r` that some boards report in front.
    ///   - folder: of the catalogue.
    static func matchingBuilds(
        from catalog: JSON, hardwareRev: String, modelNumber: String, buildFlavor: String,
        sdkVersion: String,
        folder: URL = MWFirmwareServer.defaultCatalogURL.deletingLastPathComponent()
    ) -> [MWFirmwareBuild] {
        guard let hardware = key(of: hardwareRev, in: catalog),
            let builds = catalog[hardware]?[modelNumber]?[buildFlavor]
        else { return [] }
        return builds.compactMap { revision, attributes -> MWFirmwareBuild? in
            guard let filename = attributes[Attribute.filename] else { return nil }
            if let oldest = attributes[Attribute.oldestSDK],
                oldest.isMetaWearVersion(greaterThan: sdkVersion)
            {
                return nil
            }
            return MWFirmwareBuild(
                hardwareRev: hardware, modelNumber: modelNumber, buildFlavor: buildFlavor,
                firmwareRev: revision, filename: filename,
                requiredBootloader: attributes[Attribute.requiredBootloader], folder: folder)
        }.sorted {
            // Equal revisions, such as 1.5 and 1.5.0, still have one order.
            $0.firmwareRev.isMetaWearVersion(equalTo: $1.firmwareRev)
                ? $0.firmwareRev < $1.firmwareRev
                : $0.firmwareRev.isMetaWearVersion(lessThan: $1.firmwareRev)
        }
    }

    private static func key(of revision: String, in catalog: JSON) -> String? {
        if catalog[revision] != nil { return revision }
        func plain(_ text: String) -> Substring {
            let text = text.trimmingCharacters(in: .whitespaces).lowercased()
            return text.hasPrefix("r") ? text.dropFirst() : text[...]
        }
        return catalog.keys.sorted().first { plain($0) == plain(revision) }
    }
}
