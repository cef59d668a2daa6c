public import Foundation
public import MetaWearProtocol

/// A board's address in its scan response, for hosts whose system does not tell it: the company 626D, then the address, least
/// significant byte first.
public enum MWMACAdvertisement {
    /// The company in front of the address.
    public static let companyIdentifier: UInt16 = 0x626D

    /// The longest name, so that the whole has room in 31 bytes.
    private static let longestName = 19
    private static let completeName: UInt8 = 0x09
    private static let manufacturerData: UInt8 = 0xFF

    /// What a board answers to a scan request: its name, unless that is empty, and its address.
    ///
    /// - Parameters:
    ///   - name: cut to 19 bytes of UTF-8, at a character.
    ///   - mac: such as `ED:AA:A4:CE:A6:A4`.
    /// - Throws: `MWError.operationFailed` for an address that is not six pairs of hexadecimal digits with colons.
    public static func scanResponsePayload(
        name: String, mac: String
    ) throws(MWError) -> [UInt8] {
        guard !mac.contains("-") else {
            throw .operationFailed("\"\(mac)\" is not a Bluetooth address with colons")
        }
        let address = try MWSettings.BluetoothAddress.parse(mac)
        var text: [UInt8] = []
        for character in name {
            let bytes = Array(character.utf8)
            guard text.count + bytes.count <= longestName else { break }
            text += bytes
        }
        let company = [UInt8(companyIdentifier & 0xFF), UInt8(companyIdentifier >> 8)]
        let data = [manufacturerData] + company + address.bytesLSBFirst
        return (text.isEmpty ? [] : [UInt8(text.count + 1), completeName] + text)
            + [UInt8(data.count)] + data
    }

    /// The address in manufacturer data, such as `ED:AA:A4:CE:A6:A4`; nil for data of another company, and for less than eight
    /// bytes.
    ///
    /// - Parameter data: with the company in front, as a scan tells it.
    public static func mac(fromManufacturerData data: Data) -> String? {
        let bytes = Array(data.prefix(8))
        guard bytes.count == 8, UInt16(bytes[0]) | UInt16(bytes[1]) << 8 == companyIdentifier else {
            return nil
        }
        return (try? MWSettings.BluetoothAddress(type: .public, bytesLSBFirst: Array(bytes[2...])))?
            .displayString
    }

    /// For so many seconds an advertisement says what the board advertises now.
    private static let memory: TimeInterval = 15 * 60

    /// Whether an app should call ``MetaWearDevice/enableMACAdvertisement(advertisedName:)`` for a board by itself. Each call takes
    /// one of the board's few macros, so it should only if the board was seen lately without its address, and once.
    ///
    /// - Parameters:
    ///   - observedMAC: from ``MetaWearScanner/advertisedMACs``.
    ///   - lastAdvertisementSeen: from ``MetaWearScanner/advertisementLastSeen``; nil for never.
    ///   - alreadyConfigured: whether this host has done it before.
    ///   - now: the present.
    public static func shouldConfigureMACAdvertisement(
        observedMAC: String?, lastAdvertisementSeen: Date?, alreadyConfigured: Bool,
        now: Date = .now
    ) -> Bool {
        guard observedMAC == nil, !alreadyConfigured, let lastAdvertisementSeen else {
            return false
        }
        return now.timeIntervalSince(lastAdvertisementSeen) <= memory
    }
}

extension MetaWearDevice {
    /// Has the board tell its address in its scan response, from its next advertising on and after each start: a boot macro
    /// writes it, and so does this call.
    ///
    /// - Parameter advertisedName: the name in front of it; empty for none.
    /// - Returns: the macro. The board has room for few.
    /// - Throws: `MWError.timeout` if the board has no room; the error of a read or write.
    @discardableResult
    public func enableMACAdvertisement(
        advertisedName: String = "MetaWear"
    ) async throws -> MWMacro {
        let mac = try await read(MWSettings.ReadMacAddress()).value
        let payload = try MWMACAdvertisement.scanResponsePayload(name: advertisedName, mac: mac)
        let macro = try await recordMacro(executeOnBoot: true) { recorder in
            await recorder.send(MWSettings.SetScanResponse(payload))
        }
        try await setScanResponse(payload)
        return macro
    }

    /// The same with another name. It erases **all** macros of the board first.
    ///
    /// - Throws: as ``enableMACAdvertisement(advertisedName:)``.
    @discardableResult
    public func updateMACAdvertisement(
        advertisedName: String = "MetaWear"
    ) async throws -> MWMacro {
        try await eraseAllMacros()
        return try await enableMACAdvertisement(advertisedName: advertisedName)
    }
}
