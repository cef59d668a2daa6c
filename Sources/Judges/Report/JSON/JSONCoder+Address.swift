import Bluetooth
import JSON

extension JSONCoder {
    /// The six bytes of an address; its kind is another field.
    mutating func address(_ address: inout Address, _ key: String) {
        let kind = address.kind
        required(
            &address, key, write: \.description,
            read: { (text: String) throws(JSONFault) in
                guard let address = Address(text, kind: kind) else {
                    throw .wrong("is `\(text)`, which is not an address")
                }
                return address
            })
    }
}
