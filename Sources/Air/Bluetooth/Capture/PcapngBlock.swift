/// Builds one block of a pcapng file: type, length, body, options, length again; its parts are
/// aligned to four bytes.
struct PcapngBlock {
    /// Block types (draft-ietf-opsawg-pcapng, 4).
    enum Kind: UInt32 {
        case interfaceDescription = 1
        case enhancedPacket = 6
        case sectionHeader = 0x0A0D_0D0A
    }

    /// Link types (draft-ietf-opsawg-pcaplinktype).
    enum LinkType: UInt16 {
        /// H4 after four bytes of direction, big endian: 0 to the controller, 1 to the host.
        case h4WithDirection = 201
        /// As from Linux's Bluetooth monitor socket: adapter and opcode, big endian.
        case linuxMonitor = 254
    }

    /// Options; most numbers have another meaning in each block.
    struct Option {
        var code: UInt16
        static let end = Option(code: 0)
        static let comment = Option(code: 1)
        /// Of a section header.
        static let application = Option(code: 4)
        /// Of an interface.
        static let interfaceName = Option(code: 2)
        /// Of an interface.
        static let interfaceDescription = Option(code: 3)
        /// Of an interface: the negative power of ten of a tick in seconds.
        static let timestampResolution = Option(code: 9)
        /// Of a packet: the lowest two bits are its direction, 1 in and 2 out.
        static let packetFlags = Option(code: 2)
    }

    private var bytes: [UInt8] = []
    private var hasOptions = false

    init(_ kind: Kind) {
        append(kind.rawValue)
        // The length, once it is known.
        append(UInt32(0))
    }

    mutating func append<T: FixedWidthInteger>(_ value: T) { bytes.append(littleEndian: value) }

    /// Adds bytes, and zeros up to the next multiple of four.
    mutating func append(padded data: [UInt8]) {
        bytes += data
        while bytes.count % 4 != 0 { bytes.append(0) }
    }

    mutating func option(_ option: Option, _ value: [UInt8]) {
        append(option.code)
        append(UInt16(value.count))
        append(padded: value)
        hasOptions = true
    }

    mutating func option(_ option: Option, _ value: UInt32) {
        append(option.code)
        append(UInt16(4))
        append(value)
        hasOptions = true
    }

    /// An empty option would have no meaning: it is left out.
    mutating func option(_ option: Option, _ text: String) {
        let bytes = Self.text(text)
        if !bytes.isEmpty { self.option(option, bytes) }
    }

    mutating func close(into output: inout [UInt8]) {
        if hasOptions { option(.end, [UInt8]()) }
        append(UInt32(bytes.count + 4))
        let length = bytes.count
        for i in 0..<4 { bytes[4 + i] = bytes[length - 4 + i] }
        output += bytes
    }

    /// The longest text; an option's length has 16 bits.
    static let longestText = 60_000

    /// A text for an option: UTF-8 without an end mark, truncated between two characters if it is
    /// too long, and without zero bytes, at which readers in C would stop.
    static func text(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            let encoded = UTF8.encode(scalar.value == 0 ? "\u{FFFD}" : scalar)
            guard let encoded, bytes.count + encoded.count <= longestText else { break }
            bytes += encoded
        }
        return bytes
    }
}
