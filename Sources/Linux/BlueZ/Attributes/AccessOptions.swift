import DBus

/// What bluetoothd reports about an access besides its value (`org.bluez.GattCharacteristic1`).
struct AccessOptions {
    /// The central's object; nil if bluetoothd does not report it.
    var device: String?
    /// Where in the value it begins.
    var offset = 0
    /// The ATT MTU in force.
    var mtu: Int?
    /// `command`, `request` or `reliable`; bluetoothd 5.66 does not report it.
    var kind: String?
    /// Only asks whether a long write may begin.
    var isPrepareAuthorization = false

    init(_ options: Value?) {
        for (key, value) in options?.members ?? [] {
            switch key {
            case "device": device = value.text
            // An invalid or negative offset counts as beyond every value.
            case "offset": offset = value.number.flatMap { $0 < 0 ? nil : $0 } ?? .max
            case "mtu": mtu = value.number.flatMap { (23...517).contains($0) ? $0 : nil }
            case "type": kind = value.text
            case "prepare-authorize": isPrepareAuthorization = value.flag ?? false
            default: break
            }
        }
    }
}
