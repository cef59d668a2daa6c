import Wire

extension ShortBytes {
    /// One byte; a literal would create an array on the way.
    init(byte: UInt8) {
        self.init()
        append(byte)
    }

    /// A little-endian number of 1 to 8 bytes; shorter if fewer bytes are there.
    @inline(__always)
    func integer(offset: Int = 0, bytes: Int, signed: Bool) -> Int64 {
        let present = min(bytes, count - offset, 8)
        guard present > 0 else { return 0 }
        let raw = littleEndian(offset: offset, bytes: present)
        guard signed else { return Int64(bitPattern: raw) }
        let unused = UInt64(64 - 8 * present)
        return Int64(bitPattern: raw << unused) >> Int64(unused)
    }

    /// The first bytes, as many as fit a processor's notification.
    mutating func append(_ other: ShortBytes, upTo limit: Int) {
        for i in 0..<max(0, min(other.count, limit - count)) { append(other[i]) }
    }
}

/// The greatest integer whose square is not above `x`.
func integerSquareRoot(_ x: UInt64) -> UInt64 {
    // The hardware root of the nearest double is at most one off.
    var root = min(UInt64(Double(x).squareRoot()), 0xFFFF_FFFF)
    while root * root > x { root -= 1 }
    while root < 0xFFFF_FFFF, (root + 1) * (root + 1) <= x { root += 1 }
    return root
}
