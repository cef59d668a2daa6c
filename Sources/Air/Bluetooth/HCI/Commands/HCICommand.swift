/// One command of the specification.
package struct HCICommand: Sendable {
    /// The length of a command's parameters, in bytes.
    package enum Length: Sendable, Equatable {
        case exactly(Int)
        /// Variable: at least this many; the bytes after them give the total.
        case atLeast(Int)

        /// Whether parameters of this length can be well formed.
        package func fits(_ count: Int) -> Bool {
            switch self {
            case .exactly(let length): count == length
            case .atLeast(let length): count >= length
            }
        }
    }

    /// The controller's immediate answer (Core Vol 4, Part E, 4.4).
    package enum Answer: Sendable, Equatable {
        /// Command Complete.
        case complete
        /// Command Status, and an event of its own later.
        case status
        /// None, unless it is refused.
        case silence
    }

    /// Its name in the specification, without `HCI_` and with blanks.
    package var name: String { format.name }
    /// The length of its parameters.
    package let length: Length
    /// How it is answered.
    package let answer: Answer
    /// Its position in Supported Commands, 8 × octet + bit (Core Vol 4, Part E, 6.27); nil if it
    /// has none, because every controller supports it.
    package let supportedBit: Int?

    /// The fields of its parameters; empty if only their length is known.
    let format: HCIFormat
    /// The fields of its return parameters after the status.
    let returned: HCIFormat

    init(
        _ name: String, _ place: (octet: Int, bit: Int)?, _ fields: [HCIField] = [],
        each entry: [HCIField] = [], returns returned: [HCIField] = [], answer: Answer = .complete
    ) {
        let format = HCIFormat(name, fields, each: entry)
        self.init(
            place, format.isFixed ? .exactly(format.fixed) : .atLeast(format.fixed), format,
            returned, answer: answer)
    }

    init(
        _ name: String, _ place: (octet: Int, bit: Int)?, _ length: Length,
        answer: Answer = .complete
    ) {
        self.init(place, length, HCIFormat(name, []), [], answer: answer)
    }

    private init(
        _ place: (octet: Int, bit: Int)?, _ length: Length, _ format: HCIFormat,
        _ returned: [HCIField], answer: Answer
    ) {
        self.length = length
        self.answer = answer
        self.format = format
        self.returned = HCIFormat(format.name, returned)
        supportedBit = place.map { 8 * $0.octet + $0.bit }
    }
}

extension HCIOpcode {
    /// The command in the specification.
    package var command: HCICommand { .of(self) }
}
