extension [UInt8] {
    /// Adds a number, most significant byte first.
    mutating func append<T: FixedWidthInteger>(bigEndian value: T) {
        for shift in stride(from: T.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: value >> T(shift)))
        }
    }

    /// Adds a number, least significant byte first.
    package mutating func append<T: FixedWidthInteger>(littleEndian value: T) {
        for shift in stride(from: 0, to: T.bitWidth, by: 8) {
            append(UInt8(truncatingIfNeeded: value >> T(shift)))
        }
    }
}
