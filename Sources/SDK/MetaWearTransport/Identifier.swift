public import Foundation
import LibCrypto

extension UUID {
    /// The namespace of Bluetooth addresses: the version-5 UUID of `bluetooth-address` in the namespace of URLs.
    private static let bluetoothAddresses = UUID(
        name: "bluetooth-address",
        in: UUID(
            uuid: (
                0x6B, 0xA7, 0xB8, 0x11, 0x9D, 0xAD, 0x11, 0xD1, 0x80, 0xB4, 0x00, 0xC0, 0x4F, 0xD4,
                0x30, 0xC8
            )))

    /// The identifier of the peripheral with this address: a name-based UUID (RFC 9562, section 5.5), so that a
    /// board has the same one on every radio and every machine.
    ///
    /// - Parameter address: `C5:64:3C:5A:58:2E`, in upper or lower case.
    public init(bluetoothAddress address: String) {
        self.init(name: address.uppercased(), in: Self.bluetoothAddresses)
    }

    /// A version-5 UUID.
    init(name: String, in namespace: UUID) {
        var b = OpenSSL.sha1(withUnsafeBytes(of: namespace.uuid, Array.init) + Array(name.utf8))
        b[6] = b[6] & 0x0F | 0x50
        b[8] = b[8] & 0x3F | 0x80
        self.init(
            uuid: (
                b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12],
                b[13], b[14], b[15]
            ))
    }
}
