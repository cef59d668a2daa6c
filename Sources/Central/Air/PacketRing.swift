import Bluetooth

/// PDUs in the order they came, in one contiguous block that is used round and round.
struct PacketRing {
    private(set) var count = 0
    private var storage: [UInt8] = []
    private var lengths: [UInt16] = []
    /// Room for one PDU, in bytes.
    private var slot = 0
    private var head = 0

    /// The length of the first PDU in bytes; 0 if there is none.
    var firstLength: Int { count > 0 ? Int(lengths[head]) : 0 }

    /// True if the first PDU is a notification.
    var startsWithNotification: Bool {
        count > 0 && storage[head * slot] == AttributeOpcode.notification.rawValue
    }

    mutating func push(_ pdu: Span<UInt8>) {
        let base = reserve(pdu.count)
        var bytes = storage.mutableSpan
        for i in 0..<pdu.count { bytes[base + i] = pdu[i] }
    }

    /// Puts opcode, handle and at most `room` bytes of the value at the end.
    mutating func push(
        _ opcode: AttributeOpcode, _ handle: UInt16, _ value: Span<UInt8>, room: Int
    ) {
        let length = min(value.count, room)
        let base = reserve(length + 3)
        var bytes = storage.mutableSpan
        bytes[base] = opcode.rawValue
        bytes[base + 1] = UInt8(truncatingIfNeeded: handle)
        bytes[base + 2] = UInt8(handle >> 8)
        for i in 0..<length { bytes[base + 3 + i] = value[i] }
    }

    /// Copies the first PDU to the start of `buffer` and takes it out; returns its length.
    mutating func pop(into buffer: inout [UInt8]) -> Int {
        let length = firstLength
        if buffer.count < length { buffer = [UInt8](repeating: 0, count: length) }
        copyFirst(to: &buffer, length)
        head = head + 1 == lengths.count ? 0 : head + 1
        count -= 1
        return length
    }

    private func copyFirst(to buffer: inout [UInt8], _ length: Int) {
        let base = head * slot
        let source = storage.span
        var target = buffer.mutableSpan
        for i in 0..<length { target[i] = source[base + i] }
    }

    /// Makes the last place ready for `length` bytes; returns where it begins.
    private mutating func reserve(_ length: Int) -> Int {
        if length > slot || count == lengths.count { grow(length) }
        var tail = head + count
        if tail >= lengths.count { tail -= lengths.count }
        lengths[tail] = UInt16(truncatingIfNeeded: length)
        count += 1
        return tail * slot
    }

    private mutating func grow(_ length: Int) {
        let places = count == lengths.count ? max(4, lengths.count * 2) : lengths.count
        let room = max(length, slot, 23)
        var larger = [UInt8](repeating: 0, count: places * room)
        var largerLengths = [UInt16](repeating: 0, count: places)
        for index in 0..<count {
            let old = (head + index) % lengths.count
            largerLengths[index] = lengths[old]
            for i in 0..<Int(lengths[old]) { larger[index * room + i] = storage[old * slot + i] }
        }
        storage = larger
        lengths = largerLengths
        slot = room
        head = 0
    }
}
