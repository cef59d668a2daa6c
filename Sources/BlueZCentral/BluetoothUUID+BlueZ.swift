import Bluetooth

extension BluetoothUUID {
    /// As BlueZ writes it, always in 128 bits; short again if it is of the Bluetooth base.
    init?(onBus text: String?) {
        guard let text, let uuid = BluetoothUUID(text) else { return nil }
        self = uuid
        if case .long(let high, _) = uuid {
            let short = BluetoothUUID.short(UInt16(truncatingIfNeeded: high >> 32))
            if short.matches(uuid) { self = short }
        }
    }
}
