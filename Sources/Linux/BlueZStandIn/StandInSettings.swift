import Bluetooth
import Pairing

/// The machine that a stand-in pretends to run on.
package struct StandInSettings {
    /// The public address of each adapter, `hci0` first.
    package var adapters: [Address]
    /// The name of the adapters.
    package var hostName = "BlueZ \(StandIn.version)"
    /// Whether BlueZ has its own Device Information service, as it does unless its main.conf says
    /// `DeviceID = false`.
    package var hasDeviceInformation = true
    /// Nil if there is none: pairing is impossible then.
    package var cryptography: (any Cryptography)?

    /// Settings for 1 to 16 adapters, with addresses of the range for documentation (RFC 7042,
    /// 2.1.2).
    package init(adapters count: Int = 1, cryptography: (any Cryptography)? = nil) {
        let first: UInt64 = 0x0000_5E00_5300
        adapters = (0..<UInt64(min(max(1, count), 16))).map {
            Address(first + $0, kind: .publicDevice)
        }
        self.cryptography = cryptography
    }
}
