public import Bluetooth
public import YAML

/// A descriptor of a declared peripheral's characteristic.
public struct DescriptorDescription: Section {
    public static let title = "descriptor"
    public static let about = """
        Something about a value of a declared peripheral, which clients can read and write.
        """

    /// What it says.
    public var uuid: BluetoothUUID = "2901"
    /// The value at the start.
    public var value = Bytes([])
    /// What every read and write is refused with.
    public var refusal: Refusal?
    public var mark = Mark.start

    public init() {}

    public mutating func declare(_ keys: Keys) {
        keys.required(&uuid, "uuid", "What it says.")
        keys.optional(&value, "value", otherwise: "no bytes", "The value at the start.")
        keys.optional(
            &refusal, "refuses-with", otherwise: "nothing is refused",
            "The error that every read and write gets.")
    }

    public mutating func check(_ reader: Reader) {
        if uuid == "2902" {
            reader.fail(
                "2902 is there by itself where a value can be sent", at: mark,
                mend: "add `notify` or `indicate` to the properties instead")
        }
    }
}
