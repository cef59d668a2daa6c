import Bluetooth
import Declaration
import YAML

/// A descriptor of a declared peripheral's characteristic.
package struct DescriptorDescription: Section {
    package var uuid: BluetoothUUID = "2901"
    package var value = Bytes([])
    package var refusal: Refusal?

    package static let keys = Keys(Self(), "descriptor") { keys in
        keys.about = """
            Additional information about a value of a declared peripheral; clients can read and \
            write it.
            """
        keys.required(\.uuid, "uuid", "What the descriptor describes.")
        keys.optional(\.value, "value", otherwise: "no bytes", "The value at the start.")
        keys.optional(
            \.refusal, "refuses-with", otherwise: "nothing is refused",
            "The error that answers every read and write.")
    }

    package func check(_ reader: Reader, at mark: Mark) {
        if uuid == "2902" {
            reader.fail(
                "descriptor 2902 is added automatically to values that can be sent", at: mark,
                fix: "remove it, and add `notify` or `indicate` to the properties")
        }
    }
}
