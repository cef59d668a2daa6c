internal import Bluetooth
internal import Pairing

extension Address {
    /// A random address whose two upper bits say that an identity key made it (Core Vol 6, Part B,
    /// 1.3.2.2).
    var isResolvable: Bool { kind == .random && value >> 46 == 0b01 }

    /// A resolvable private address of a key, from 22 random bits.
    init(resolvableBy key: [UInt8], _ chance: UInt64, _ cryptography: any Cryptography) {
        let prand = chance & 0x3F_FFFF | 0x40_0000
        self.init(prand << 24 | Self.hash(prand, key, cryptography))
    }

    /// Whether this key made the address.
    func isMade(by key: [UInt8], _ cryptography: any Cryptography) -> Bool {
        isResolvable && Self.hash(value >> 24, key, cryptography) == value & 0xFF_FFFF
    }

    /// The function ah (Core Vol 3, Part H, 2.2.2); the key is most significant byte first.
    private static func hash(
        _ prand: UInt64, _ key: [UInt8], _ cryptography: any Cryptography
    ) -> UInt64 {
        var block = [UInt8](repeating: 0, count: 13)
        for shift: UInt64 in [16, 8, 0] { block.append(UInt8(prand >> shift & 0xFF)) }
        return cryptography.encrypt(block, key: key).suffix(3).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
