/// What the specification fixes of one command.
public struct HCICommand: Sendable {
    /// How many bytes of parameters a command has.
    public enum Length: Sendable, Equatable {
        case exactly(Int)
        /// Variable: so many at least, and what lies behind them says how many in all.
        case atLeast(Int)

        /// Whether a command with so many bytes of parameters is well formed so far.
        public func fits(_ count: Int) -> Bool {
            switch self {
            case .exactly(let length): count == length
            case .atLeast(let length): count >= length
            }
        }
    }

    /// How the controller answers at once (Core Vol 4, Part E, 4.4).
    public enum Answer: Sendable, Equatable {
        /// Command Complete.
        case complete
        /// Command Status, and an event of its own later.
        case status
        /// Nothing, unless it is refused.
        case silence
    }

    /// As the specification writes it, without `HCI_` and with blanks.
    public var name: String { format.name }
    /// How many bytes of parameters it takes.
    public let length: Length
    /// How it is answered.
    public let answer: Answer
    /// Its place in Supported Commands, 8 × octet + bit (Core Vol 4, Part E, 6.27); nil if it has
    /// none, because every controller knows it.
    public let supportedBit: Int?

    /// The fields of its parameters; none if only their length is known.
    let format: HCIFormat
    /// The fields of what it returns behind its status.
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
    /// What the specification fixes of the command.
    public var command: HCICommand { .of(self) }
}
