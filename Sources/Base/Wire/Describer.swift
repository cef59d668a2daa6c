/// What one count of a field is worth: `numerator / denominator` of the unit.
public struct FieldUnit: Sendable, Equatable {
    /// As people write it, `ms`.
    public var symbol: String
    /// Of the worth of one count.
    public var numerator: Int
    /// Of the worth of one count; not zero.
    public var denominator: Int

    /// A unit of which one count is worth so much.
    public init(_ symbol: String, times numerator: Int = 1, over denominator: Int = 1) {
        precondition(denominator != 0)
        self.symbol = symbol
        self.numerator = numerator
        self.denominator = denominator
    }
}

/// One field of a layout, as the reference and the dissector tell it.
public struct LayoutField: Sendable, Equatable {
    /// Its first bit, counted from the least significant bit of the first byte.
    public var bit: Int
    /// In bits; `nil` for a tail of any length.
    public var width: Int?
    /// As the layout calls it.
    public var name: String
    /// True if older hosts leave it out.
    public var isOptional = false
    /// True if its highest bit is a sign.
    public var isSigned = false
    /// True if it is a number of IEEE 754.
    public var isFloat = false
    /// What one count is worth; nil for a bare number.
    public var unit: FieldUnit?
    /// Values that have a name, in order.
    public var names: [FieldName] = []
}

/// A value of a field and what it is called.
public struct FieldName: Sendable, Equatable {
    /// As it stands on the wire.
    public var value: UInt8
    /// As the model calls it.
    public var name: String
}

/// Walks a layout to list its fields: the register tables in `docs/` come from here.
public struct Describer: Coder {
    /// What the layout has played so far.
    public var fields: [LayoutField] = []
    var bit = 0
    /// What was said of the next field.
    private var next = LayoutField(bit: 0, width: nil, name: "")
    private var forced: (field: Int, value: UInt64)?

    /// A describer at the first bit; the fields are those of a value that nobody wrote, but for one,
    /// by its position in the list, if that is forced to a value.
    public init(forcing forced: (field: Int, value: UInt64)? = nil) { self.forced = forced }

    /// Always: every field is described.
    public var hasMore: Bool { true }

    /// Notes a field; its value stays as it is.
    public mutating func field(_ bits: UInt64, _ width: Int, _ name: StaticString) -> UInt64 {
        // Names that the field has no room for are not its own.
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

    /// Notes a tail of any length.
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

    /// Nothing can fail in a description.
    public mutating func fail(_ error: LayoutError) {}
}
