internal import Bluetooth

extension BluetoothUUID {
    /// From BlueZ's form, always 128 bits; shortened if it uses the Bluetooth base.
    init?(onBus text: String?) {
        guard let text, let uuid = BluetoothUUID(text) else { return nil }
        self = uuid
        if case .long(let high, _) = uuid {
            let short = BluetoothUUID.short(UInt16(truncatingIfNeeded: high >> 32))
            if short.matches(uuid) { self = short }
        }
    }
}
