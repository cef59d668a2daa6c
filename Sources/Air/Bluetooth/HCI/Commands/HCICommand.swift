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
    public let name: String
    /// How many bytes of parameters it takes.
    public let length: Length
    /// How it is answered.
    public let answer: Answer
    /// Its place in Supported Commands, 8 × octet + bit (Core Vol 4, Part E, 6.27); nil if it has
    /// none, because every controller knows it.
    public let supportedBit: Int?

    /// The fields of its parameters; nil if only their length is known.
    private(set) var fields: [HCIField]?
    /// The fields of each entry of the list behind them; nil if there is no list.
    private(set) var entry: [HCIField]?

    init(
        _ name: String, _ place: (octet: Int, bit: Int)?, _ fields: [HCIField] = [],
        each entry: [HCIField]? = nil, answer: Answer = .complete
    ) {
        let octets = Self.octets(fields)
        self.init(name, place, entry == nil ? .exactly(octets) : .atLeast(octets), answer: answer)
        (self.fields, self.entry) = (fields, entry)
    }

    init(
        _ name: String, _ place: (octet: Int, bit: Int)?, _ length: Length,
        answer: Answer = .complete
    ) {
        self.name = name
        self.length = length
        self.answer = answer
        supportedBit = place.map { 8 * $0.octet + $0.bit }
    }

    static func octets(_ fields: [HCIField]) -> Int {
        fields.reduce(0) { $0 + $1.size.bits * $1.size.count } / 8
    }
}

extension HCIOpcode {
    /// What the specification fixes of the command.
    public var command: HCICommand { .of(self) }
}
