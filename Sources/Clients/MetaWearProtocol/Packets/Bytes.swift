extension FixedWidthInteger {
    /// Its bytes, the least significant first.
    package var littleEndianBytes: [UInt8] {
        (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> Self(8 * $0)) }
    }

    /// The first `count` of its bytes, the least significant first; sign-extended beyond its width.
    package func littleEndianBytes(_ count: Int) -> [UInt8] {
        (0..<count).map {
            UInt8(truncatingIfNeeded: self >> Self(Swift.min(8 * $0, Self.bitWidth - 1)))
        }
    }
}

extension Span<UInt8> {
    /// A little-endian number of up to eight bytes.
    ///
    /// - Precondition: the bytes are there.
    @inline(__always)
    func unsigned(at start: Int, bytes: Int) -> UInt64 {
        var value: UInt64 = 0
        for i in 0..<bytes { value |= UInt64(self[start + i]) << UInt64(8 * i) }
        return value
    }

    /// A little-endian number with a sign.
    @inline(__always)
    func signed(at start: Int, bytes: Int) -> Int64 {
        let unused = UInt64(64 - 8 * bytes)
        return Int64(bitPattern: unsigned(at: start, bytes: bytes) << unused) >> Int64(unused)
    }

    @inline(__always)
    func uint16(at start: Int) -> UInt16 { UInt16(self[start]) | UInt16(self[start + 1]) << 8 }

    @inline(__always)
    func int16(at start: Int) -> Int16 { Int16(bitPattern: uint16(at: start)) }

    @inline(__always)
    func uint32(at start: Int) -> UInt32 {
        UInt32(uint16(at: start)) | UInt32(uint16(at: start + 2)) << 16
    }

    @inline(__always)
    func float(at start: Int) -> Float { Float(bitPattern: uint32(at: start)) }

    /// The bytes from a place on.
    func array(from start: Int = 0) -> [UInt8] {
        start < count ? (start..<count).map { self[$0] } : []
    }

    /// - Throws: `MWError.operationFailed` if the packet is shorter than `bytes`.
    @inline(__always)
    func require(_ bytes: Int, _ what: StaticString) throws(MWError) {
        guard count >= bytes else {
            throw .operationFailed("\(what) needs a packet of \(bytes) bytes, got \(count)")
        }
    }
}
