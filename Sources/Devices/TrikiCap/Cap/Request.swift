/// What a host wrote to RX (protocol, triki 1.4).
enum Request: Equatable {
    /// `20 aa aa gg gg hh hh pp`: the stream, with settings that the sensor has.
    case start(StreamSettings)
    /// The same with settings that it does not have.
    case unsupported(CapRefusal)
    /// `20 00 00 00 00 00 00`.
    case stop
    /// One byte that is answered.
    case status(UInt8)
    /// One byte that resets the firmware.
    case reboot
    /// Anything else, which is not answered.
    case unknown

    private static let start: UInt8 = 0x20
    private static let stopBytes: [UInt8] = [0x20, 0, 0, 0, 0, 0, 0]

    /// Reads the bytes of one write.
    init(_ bytes: [UInt8]) {
        switch bytes.count {
        case 1:
            self =
                switch bytes[0] {
                case 0x05, 0x07, 0x09, 0x0C, 0x43: .status(bytes[0])
                case 0x0A, 0x42, 0x44, 0x46: .reboot
                default: .unknown
                }
        case 8 where bytes[0] == Self.start:
            do throws(CapRefusal) {
                self = .start(try StreamSettings(bytes))
            } catch {
                self = .unsupported(error)
            }
        case 7 where bytes == Self.stopBytes: self = .stop
        default: self = .unknown
        }
    }
}

/// The cap's answers to requests of one byte: the opcode with bit 7 set, then a block of documented
/// length. The contents of the blocks are not documented; ours are constant.
enum StatusBlock {
    /// The whole answer.
    static func answer(to opcode: UInt8, unit: UInt64) -> [UInt8] {
        let content: [UInt8] =
            switch opcode {
            case 0x05: [3, 2, 1] + Array(repeating: 0, count: 9)
            case 0x07: (0..<8).map { UInt8(truncatingIfNeeded: unit >> (8 * UInt64($0))) }
            case 0x0C: [1, 0, 0, 0]
            case 0x09, 0x43: Array(repeating: 0, count: 54)
            default: []
            }
        return [opcode | 0x80] + content
    }

    /// The answer to START (protocol, triki 1.5).
    static let acknowledgement: [UInt8] = [0x21, 0, 0, 0, 0]
}
