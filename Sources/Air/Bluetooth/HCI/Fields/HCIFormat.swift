/// The fields of one kind of packet in the order of the wire, and the place of each.
///
/// A list behind the fields has the same fields for each entry; its first entry's can be used like
/// those of the packet.
final class HCIFormat: Sendable {
    /// Of a whole packet, as the specification writes it, without `HCI_` and with blanks.
    let name: String
    /// Bytes of the fields before the list.
    let fixed: Int
    /// Bytes of all fields, with one entry of the list and without `rest`.
    let length: Int
    /// The fields of an entry; nil without a list.
    let entry: HCIFormat?
    /// Where `rest` is, and how many bytes lie behind it; nil without it.
    let rest: (place: Int, behind: Int)?
    /// By the raw value of the field; in place, because every use of a field looks it up.
    private let places: InlineArray<104, Place>

    private struct Place {
        /// In bytes from the beginning; behind `rest` negative, and from the end.
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

    /// Where a field is in so many bytes; beyond them, or before them, if they are too few.
    func range(of field: HCIField, in count: Int) -> Range<Int> {
        let place = places[field.rawValue]
        precondition(place.width > 0, "a packet without the field \(field)")
        let start = place.offset < 0 ? count + place.offset : place.offset
        return start..<start + place.width
    }
}
