public import Bluetooth
public import Pairing

/// What a stand-in shows of the machine that it makes believe to run on.
public struct StandInSettings {
    /// The public address of each adapter, `hci0` first.
    public var adapters: [Address]
    /// What the adapters are called.
    public var hostName = "BlueZ 5.66"
    /// Whether BlueZ keeps a Device Information service of its own, as it does unless its main.conf
    /// says `DeviceID = false`.
    public var hasDeviceInformation = true
    /// Nil where there is none: nothing can be paired with then.
    public var cryptography: (any Cryptography)?

    /// So many adapters, 1 to 16, with addresses of the range for documentation (RFC 7042, 2.1.2).
    public init(adapters count: Int = 1, cryptography: (any Cryptography)? = nil) {
        let first: UInt64 = 0x0000_5E00_5300
        adapters = (0..<UInt64(min(max(1, count), 16))).map {
            Address(first + $0, kind: .publicDevice)
        }
        self.cryptography = cryptography
    }
}
