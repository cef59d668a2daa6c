/// The name that a client gives to an adapter or device.
enum AliasText {
    /// In bytes: that of a device's name (Core Vol 4, Part E, 7.3.11).
    static let longest = 248

    /// As an adapter of bluetoothd stores it, truncated after `longest` bytes; nil if that splits a
    /// character, which bluetoothd refuses.
    static func kept(_ text: String) -> String? {
        guard text.utf8.count > longest else { return text }
        return String(validating: text.utf8.prefix(longest), as: UTF8.self)
    }
}
