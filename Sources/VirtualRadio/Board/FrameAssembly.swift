/// An L2CAP frame that arrives in parts (Core Vol 3, Part A, 7.2.1).
///
/// Parts that fit no frame are dropped, with the frame that they belong to.
struct FrameAssembly {
    /// The longest frame that is taken: an ATT PDU of 517 bytes fits, and any of the Security Manager.
    static let limit = 4 + 1_024

    private var bytes: [UInt8] = []

    /// The channel in the header of a whole frame.
    var channel: UInt16 { UInt16(bytes[2]) | UInt16(bytes[3]) << 8 }

    /// Header and payload once the last part has come.
    var frame: [UInt8]? {
        guard bytes.count >= 4, bytes.count == expected else { return nil }
        return bytes
    }

    private var expected: Int { 4 + (Int(bytes[0]) | Int(bytes[1]) << 8) }

    mutating func add(_ part: Span<UInt8>, isStart: Bool) {
        if isStart { bytes.removeAll(keepingCapacity: true) }
        guard isStart || !bytes.isEmpty else { return }
        for i in 0..<part.count { bytes.append(part[i]) }
        // Longer than it says, or than anything needs: nothing can come of it.
        if bytes.count > Self.limit || (bytes.count >= 4 && bytes.count > expected) { bytes = [] }
    }
}
