import DBus

/// The options of `ReadValue` and `WriteValue`, as bluetoothd 5.66 accepts them: unknown ones are
/// ignored, and case does not matter.
struct ValueOptions {
    var offset: UInt16 = 0
    /// In lower case.
    var type: String?

    /// Nil if one has a value of the wrong type.
    init?(_ options: Value) {
        for option in options.members ?? [] {
            switch option.key.lowercased() {
            case "offset":
                guard case .uint16(let offset) = option.value else { return nil }
                self.offset = offset
            case "type":
                guard case .string(let type) = option.value else { return nil }
                self.type = type.lowercased()
            default: break
            }
        }
    }
}
