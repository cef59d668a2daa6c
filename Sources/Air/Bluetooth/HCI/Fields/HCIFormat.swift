/// The fields of one kind of packet in wire order, with their positions.
///
/// A list after the fields has the same fields for each entry; those of its first entry can be used
/// like the packet's.
final class HCIFormat: Sendable {
    /// The name of the packet in the specification, without `HCI_` and with blanks.
    let name: String
    /// Bytes of the fields before the list.
    let fixed: Int
    /// Bytes of all fields, with one entry of the list and without `rest`.
    let length: Int
    /// The fields of an entry; nil without a list.
    let entry: HCIFormat?
    /// The position of `rest`, and the number of bytes after it; nil without it.
    let rest: (place: Int, behind: Int)?
    /// By the raw value of the field; stored inline, because every access to a field looks it up.
    private let places: InlineArray<104, Place>

    private struct Place {
        /// In bytes from the beginning; after `rest` negative, from the end.
        var offset = 0
        /// Zero for a field that the packet does not have.
        var width = 0
    }

    init(_ name: String, _ fields: [HCIField], each entry: [HCIField] = []) {
        self.name = name
        fixed = Self.octets(fields)
        length = fixed + Self.octets(entry)
        self.entry = entry.isEmpty ? nil : HCIFormat(name, entry)
        var places = InlineArray<104, Place>(repeating: Place())
        var place = 0
        var rest: (place: Int, behind: Int)?
        for field in fields + entry {
            if field == .rest {
                rest = (place, length - place)
            } else {
                places[field.rawValue] = Place(
                    offset: rest == nil ? place : place - length, width: field.octets)
                place += field.octets
            }
        }
        (self.places, self.rest) = (places, rest)
    }

    /// Whether every packet has the same length.
    var isFixed: Bool { entry == nil && rest == nil }

    private static func octets(_ fields: [HCIField]) -> Int {
        fields.reduce(0) { $0 + $1.octets }
    }

    func has(_ field: HCIField) -> Bool { places[field.rawValue].width > 0 }

    /// The position of a field in `count` bytes; out of range if there are too few.
    func range(of field: HCIField, in count: Int) -> Range<Int> {
        let place = places[field.rawValue]
        precondition(place.width > 0, "a packet without this field")
        let start = place.offset < 0 ? count + place.offset : place.offset
        return start..<start + place.width
    }
}
