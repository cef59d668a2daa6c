import Bluetooth
import Declaration
import Peripheral
import Simulation
import YAML

package struct CharacteristicDescription: Section {
    package static let title = "characteristic"
    package static let about = """
        A value of a declared peripheral. What is written to it is its value from then on; if it can \
        notify or indicate, subscribers get the new value at once.
        """

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

    /// What a link must be before a value may be used.
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

    package static let keys = Keys(Self()) { keys in
        keys.required(\.uuid, "uuid", "What the value means.")
        keys.list(\.properties, "properties", count: 1...5, "What it can do.")
        keys.optional(
            \.value, "value", otherwise: "`length` bytes that count up from 0",
            "The value at the start.")
        keys.optional(
            \.length, "length", in: 0...512, "How many bytes the value has, if it is not given.")
        keys.optional(
            \.maximumLength, "maximum-length", in: 0...512,
            "The longest value that a write may leave, in bytes.")
        keys.optional(\.reading, "reading", "What a link must be before the value may be read.")
        keys.optional(\.writing, "writing", "What a link must be before it may be written.")
        keys.optional(
            \.refusal, "refuses-with", otherwise: "nothing is refused",
            "The error that every read and write gets.")
        keys.list(
            \.descriptors, "descriptors", count: 0...20,
            "Beside the configuration descriptor of a value that can be sent.")
        keys.optional(
            \.period, "send-every", in: .milliseconds(1)...(.seconds(86_400)),
            otherwise: "only what is written",
            "How often subscribers get the value.")
    }

    package func check(_ reader: Reader, at mark: Mark) {
        let size = value?.bytes.count ?? length
        if size > 512 {
            reader.fail("`value` has \(size) bytes", at: mark, fix: "give at most 512")
        }
        if period != nil, !properties.contains(.notify), !properties.contains(.indicate) {
            reader.fail(
                "`send-every` needs a value that can be sent", at: mark,
                fix: "add `notify` or `indicate` to the properties")
        }
    }
}
