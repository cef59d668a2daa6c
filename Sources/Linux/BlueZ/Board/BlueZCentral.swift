import Bluetooth
import Peripheral

/// A central that is connected through BlueZ.
struct BlueZCentral {
    /// Its object on the bus.
    let device: String
    let connection: ConnectionID
    let address: Address
    /// The ATT MTU as far as bluetoothd has reported it.
    var mtu = 23
    /// The board has ended the link; BlueZ needs time, and refuses the central's accesses until
    /// then.
    var isLeaving = false
}
