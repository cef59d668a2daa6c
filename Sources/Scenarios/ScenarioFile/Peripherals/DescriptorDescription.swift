import Bluetooth
import Declaration
import YAML

/// A descriptor of a declared peripheral's characteristic.
package struct DescriptorDescription: Section {
    package static let title = "descriptor"
    package static let about = """
        Something about a value of a declared peripheral, which clients can read and write.
        """

    package var uuid: BluetoothUUID = "2901"
    package var value = Bytes([])
    package var refusal: Refusal?

    package static let keys = Keys(Self()) { keys in
        keys.required(\.uuid, "uuid", "What it says.")
        keys.optional(\.value, "value", otherwise: "no bytes", "The value at the start.")
        keys.optional(
            \.refusal, "refuses-with", otherwise: "nothing is refused",
            "The error that every read and write gets.")
    }

    package func check(_ reader: Reader, at mark: Mark) {
        if uuid == "2902" {
            reader.fail(
                "2902 is there by itself where a value can be sent", at: mark,
                fix: "add `notify` or `indicate` to the properties instead")
        }
    }
}
