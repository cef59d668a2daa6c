import Bluetooth

/// Advertising data and scan response as bluetoothd 5.66 and the kernel (6.1) build them from an
/// application's advertisement.
struct PackedAdvertisement: Equatable {
    var data: [UInt8]
    var scanResponse: [UInt8]

    /// Nil if the data does not fit.
    ///
    /// - Parameters:
    ///   - alias: of the adapter, for advertisements that include its name.
    ///   - isDiscoverable: whether the adapter is; advertisements without a setting of their own
    ///     follow it.
    init?(_ content: AdvertisementContent, alias: String, isDiscoverable: Bool) {
        let inheritsFlags = content.isConnectable && isDiscoverable && content.flags == nil
        var room = AdvertisementContent.limit
        if inheritsFlags { room -= 3 }
        if content.includesTxPower { room -= 3 }
        // A scan response cannot be combined with connectable advertising on a secondary channel.
        let isExtended = content.isConnectable && content.hasSecondaryChannel
        let own = Self.structures(content, nameWithin: isExtended)
        guard own.count <= room else { return nil }
        data = []
        if content.flags == nil {
            // The kernel at least adds that there is no classic Bluetooth.
            let flags: AdvertisingFlags =
                inheritsFlags
                ? [.generalDiscoverable, .brEDRNotSupported] : .brEDRNotSupported
            data = Self.structure(AdvertisementContent.flagsType, [flags.rawValue])
        }
        data += own
        if content.includesTxPower { data += Self.structure(0x0A, [0]) }
        guard data.count <= AdvertisementContent.limit else { return nil }
        scanResponse = []
        guard !isExtended else { return }
        if let name = content.name {
            scanResponse = Self.name(name, after: 0)
        } else if content.includesName {
            scanResponse = Self.kernelName(alias)
        }
    }

    /// In BlueZ's order: UUIDs, solicited UUIDs, manufacturer data, service data, name, appearance,
    /// and the rest including the flags.
    private static func structures(
        _ content: AdvertisementContent, nameWithin: Bool
    ) -> [UInt8] {
        var bytes = list(content.serviceUUIDs, 0x03, 0x07)
        bytes += list(content.solicitUUIDs, 0x14, 0x15)
        for entry in content.manufacturerData {
            let company = [UInt8(truncatingIfNeeded: entry.key), UInt8(entry.key >> 8)]
            bytes += structure(0xFF, company + entry.bytes)
        }
        for entry in content.serviceData {
            let uuid = entry.key.littleEndian
            bytes += structure(uuid.count == 2 ? 0x16 : 0x21, uuid + entry.bytes)
        }
        if nameWithin, let text = content.name { bytes += name(text, after: bytes.count) }
        if let appearance = content.includesAppearance ? 0 : content.appearance {
            bytes += structure(
                0x19, [UInt8(truncatingIfNeeded: appearance), UInt8(appearance >> 8)])
        }
        for entry in content.data { bytes += structure(entry.key, entry.bytes) }
        return bytes
    }

    private static func structure(_ type: UInt8, _ value: [UInt8]) -> [UInt8] {
        [UInt8(truncatingIfNeeded: value.count + 1), type] + value
    }

    private static func list(
        _ uuids: [BluetoothUUID], _ shortType: UInt8, _ longType: UInt8
    ) -> [UInt8] {
        let values = uuids.map(\.littleEndian)
        let short = values.filter { $0.count == 2 }.flatMap { $0 }
        let long = values.filter { $0.count == 16 }.flatMap { $0 }
        return (short.isEmpty ? [] : structure(shortType, short))
            + (long.isEmpty ? [] : structure(longType, long))
    }

    /// Truncated to the remaining space at any byte.
    private static func name(_ text: String, after used: Int) -> [UInt8] {
        let room = max(AdvertisementContent.limit - used - 2, 0)
        let bytes = Array(text.utf8)
        return bytes.count > room
            ? structure(0x08, Array(bytes.prefix(room))) : structure(0x09, bytes)
    }

    /// The kernel's own form: at most ten bytes, followed by a zero byte.
    private static func kernelName(_ alias: String) -> [UInt8] {
        let bytes = Array(alias.utf8)
        guard !bytes.isEmpty else { return [] }
        return structure(bytes.count > 10 ? 0x08 : 0x09, bytes.prefix(10) + [0])
    }
}
