/// A frame as a browser sends it.
func masked(_ opcode: UInt8, _ payload: [UInt8], isLast: Bool = true, length: Int? = nil) -> [UInt8]
{
    let count = length ?? payload.count
    var bytes = [(isLast ? 0x80 : 0) | opcode]
    switch count {
    case ..<126: bytes.append(0x80 | UInt8(count))
    case ..<65_536: bytes += [0x80 | 126, UInt8(count >> 8), UInt8(count & 0xff)]
    default:
        bytes.append(0x80 | 127)
        for shift in stride(from: 56, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: count >> shift))
        }
    }
    let mask: [UInt8] = [1, 2, 3, 4]
    return bytes + mask + payload.enumerated().map { $0.element ^ mask[$0.offset & 3] }
}

func masked(_ text: String) -> [UInt8] { masked(1, Array(text.utf8)) }
