import Bluetooth
import Declaration
import Peripheral
import Simulation
import YAML

package struct CharacteristicDescription: Section {
    /// What a characteristic can do.
    package enum Property: String, Choice {
        package static let title = "property"
        case read, write
        case writeCommand = "write-without-response"
        case notify, indicate

        /// The bit in the declaration.
        package var bits: CharacteristicProperties {
            switch self {
            case .read: .read
            case .write: .write
            case .writeCommand: .writeWithoutResponse
            case .notify: .notify
            case .indicate: .indicate
            }
        }
    }

    /// The security that a link must have before a value can be accessed.
    package enum Protection: String, Choice {
        package static let title = "protection"
        case open, encrypted, authenticated

        /// The same for the attribute server.
        package var security: Security {
            switch self {
            case .open: .open
            case .encrypted: .encrypted
            case .authenticated: .authenticated
            }
        }
    }

    package var uuid: BluetoothUUID = "2A00"
    package var properties: [Property] = []
    package var value: Bytes?
    package var length = 1
    package var maximumLength = 512
    package var reading = Protection.open
    package var writing = Protection.open
    package var refusal: Refusal?
    package var descriptors: [DescriptorDescription] = []
    package var period: Nanoseconds?

    package static let keys = Keys(Self(), "characteristic") { keys in
        keys.about = """
            A value of a declared peripheral. A write replaces the value; if it can notify or \
            indicate, subscribers receive the new value immediately.
            """
        keys.required(\.uuid, "uuid", "What the value means.")
        keys.list(\.properties, "properties", count: 1...5, "What clients can do with it.")
        keys.optional(
            \.value, "value", otherwise: "`length` bytes that count up from 0",
            "The value at the start.")
        keys.optional(
            \.length, "length", in: 0...512,
            "How many bytes the value has, if `value` is not given.")
        keys.optional(
            \.maximumLength, "maximum-length", in: 0...512,
            "The longest value that can be written, in bytes.")
        keys.optional(
            \.reading, "reading", "The security that a link must have before the value can be read."
        )
        keys.optional(
            \.writing, "writing",
            "The security that a link must have before the value can be written.")
        keys.optional(
            \.refusal, "refuses-with", otherwise: "nothing is refused",
            "The error that answers every read and write.")
        keys.list(
            \.descriptors, "descriptors", count: 0...20,
            "Descriptors, in addition to the configuration descriptor of a value that can be sent.")
        keys.optional(
            \.period, "send-every", in: .milliseconds(1)...(.seconds(86_400)),
            otherwise: "only after a write", "How often the value is sent to subscribers.")
    }

    package func check(_ reader: Reader, at mark: Mark) {
        let size = value?.bytes.count ?? length
        if size > 512 {
            reader.fail("`value` has \(size) bytes", at: mark, fix: "use at most 512")
        }
        if period != nil, !properties.contains(.notify), !properties.contains(.indicate) {
            reader.fail(
                "`send-every` needs a value that can be sent", at: mark,
                fix: "add `notify` or `indicate` to the properties")
        }
    }
}
