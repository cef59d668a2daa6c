/// The value of one count of a field: `numerator / denominator` of the unit.
public struct FieldUnit: Sendable, Equatable {
    /// As written, `ms`.
    public var symbol: String
    /// Of the value of one count.
    public var numerator: Int
    /// Of the value of one count; not zero.
    public var denominator: Int

    /// A unit with the value of one count.
    public init(_ symbol: String, times numerator: Int = 1, over denominator: Int = 1) {
        precondition(denominator != 0)
        self.symbol = symbol
        self.numerator = numerator
        self.denominator = denominator
    }
}

/// One field of a layout, for the reference and the dissector.
public struct LayoutField: Sendable, Equatable {
    /// Its first bit, counted from the least significant bit of the first byte.
    public var bit: Int
    /// In bits; `nil` for a tail of any length.
    public var width: Int?
    /// Its name in the layout.
    public var name: String
    /// True if older hosts leave it out.
    public var isOptional = false
    /// True if its highest bit is a sign.
    public var isSigned = false
    /// True if it is a number of IEEE 754.
    public var isFloat = false
    /// The unit of a count; nil for a plain number.
    public var unit: FieldUnit?
    /// Values that have a name, in order.
    public var names: [FieldName] = []
}

/// A value of a field and its name.
public struct FieldName: Sendable, Equatable {
    /// The value on the wire.
    public var value: UInt8
    /// The name in the model.
    public var name: String
}

/// Lists the fields of a layout, for the register tables in `docs/`.
public struct Describer: Coder {
    /// The fields so far.
    public var fields: [LayoutField] = []
    var bit = 0
    /// The marks for the next field.
    private var next = LayoutField(bit: 0, width: nil, name: "")
    private var forced: (field: Int, value: UInt64)?

    /// A describer at the first bit. The fields are those of the default value, except for one, by
    /// its position in the list, that may be forced to a value.
    public init(forcing forced: (field: Int, value: UInt64)? = nil) { self.forced = forced }

    /// Always true: every field is described.
    public var hasMore: Bool { true }

    /// Adds a field; its value is unchanged.
    public mutating func field(_ bits: UInt64, _ width: Int, _ name: StaticString) -> UInt64 {
        // Names for values that do not fit the field are dropped.
        if width < 8 { next.names.removeAll { $0.value >> UInt8(width) != 0 } }
        add(width, name)
        bit += width
        if let forced, forced.field == fields.count - 1 { return forced.value }
        return bits
    }

    /// The next field is one that older hosts leave out.
    public mutating func markOptional() { next.isOptional = true }

    /// The next field has a sign.
    public mutating func markSigned() { next.isSigned = true }

    /// The next field is a number of IEEE 754.
    public mutating func markFloat() { next.isFloat = true }

    /// The next field counts in a unit.
    public mutating func unit(_ unit: @autoclosure () -> FieldUnit) { next.unit = unit() }

    /// The next field's values have names.
    public mutating func markNames(_ name: (UInt8) -> String?) {
        next.names = (0...UInt8.max).compactMap { value in
            name(value).map { FieldName(value: value, name: $0) }
        }
    }

    /// Adds a tail of any length.
    public mutating func rest(_ tail: inout [UInt8], max: Int, _ name: StaticString) {
        add(nil, name)
    }

    private mutating func add(_ width: Int?, _ name: StaticString) {
        next.bit = bit
        next.width = width
        next.name = "\(name)"
        fields.append(next)
        next = LayoutField(bit: 0, width: nil, name: "")
    }

    /// A description cannot fail.
    public mutating func fail(_ error: LayoutError) {}
}
