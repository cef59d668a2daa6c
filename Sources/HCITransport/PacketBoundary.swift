/// Where an H4 packet ends, by its first bytes (Core Vol 4, Part A, 2, and Part E, 5.4).
enum PacketBoundary: Equatable {
    /// Its length in bytes, indicator included.
    case length(Int)
    /// More bytes are needed to say.
    case open
    /// A byte that begins no packet.
    case garbage(UInt8)

    /// Who sends it.
    enum Sender {
        case host
        case controller
    }

    init(of bytes: Span<UInt8>, from sender: Sender) {
        guard let indicator = bytes.isEmpty ? nil : bytes[0] else {
            self = .open
            return
        }
        // Where the length of the data stands, and in how many bits.
        let place: (offset: Int, bits: Int)
        switch (indicator, sender) {
        case (0x01, .host): place = (3, 8)
        case (0x02, _): place = (3, 16)
        case (0x03, _): place = (3, 8)
        case (0x04, .controller): place = (2, 8)
        case (0x05, _): place = (3, 14)
        default:
            self = .garbage(indicator)
            return
        }
        let header = place.offset + (place.bits + 7) / 8
        guard bytes.count >= header else {
            self = .open
            return
        }
        var data = Int(bytes[place.offset])
        if place.bits > 8 { data |= Int(bytes[place.offset + 1]) << 8 }
        self = .length(header + (data & ((1 << place.bits) - 1)))
    }
}
