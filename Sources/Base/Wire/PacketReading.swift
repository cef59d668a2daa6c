/// A field of a layout with the value that it has in some bytes.
public struct FieldValue: Sendable, Equatable {
    /// A number, or the bytes of a tail.
    public enum Content: Sendable, Equatable {
        /// With a sign.
        case signed(Int64)
        /// Without a sign.
        case unsigned(UInt64)
        /// Of IEEE 754.
        case float(Float)
        /// In the order of the wire.
        case bytes([UInt8])
    }

    /// Its name in the layout.
    public var name: String
    /// As it is on the wire: a count, not a quantity.
    public var content: Content

    /// A field with its value.
    public init(_ name: String, _ content: Content) { (self.name, self.content) = (name, content) }

    /// `rate 8`.
    public var words: String {
        switch content {
        case .signed(let value): "\(name) \(value)"
        case .unsigned(let value): "\(name) \(value)"
        case .float(let value): "\(name) \(value)"
        case .bytes(let bytes): "\(name) \(Hex.text(bytes))"
        }
    }
}

/// What some bytes say by a layout.
public struct LayoutReading: Sendable, Equatable {
    /// Those that could be read, without those that have no meaning.
    public var fields: [FieldValue]
    /// Why the bytes do not fit the layout; nil if they do.
    public var fault: LayoutError?

    /// The fields in words, and an error at their end: `rate 8, range 3`.
    public var words: String {
        (fields.map { $0.words } + (fault.map { ["\($0)"] } ?? [])).joined(separator: ", ")
    }
}

/// What a packet says: the same for a page, as data, and for a trace, in words.
package struct PacketReading: Sendable, Equatable {
    /// `read `, or nothing.
    package var verb = ""
    /// What it is about: `accelerometer data`.
    package var title: String
    /// Whose it is; nil if that is unknown.
    package var module: String?
    /// nil for an unknown one.
    package var register: String?
    /// What comes before the fields: a channel, a pin.
    package var index: UInt8?
    package var fields = LayoutReading(fields: [], fault: nil)
    /// What it says instead of fields: `subscribe`.
    package var note = ""

    package init(_ title: String, verb: String = "") { (self.title, self.verb) = (title, verb) }

    /// In one line.
    package var words: String {
        let values = note.isEmpty ? fields.words : note
        let detail = (index.map { "of \($0): " } ?? "") + values
        return "\(verb)\(title)\(detail.isEmpty ? "" : ": " + detail)"
    }
}
