internal import Bluetooth

/// The queue of packets to send, in one contiguous ring: L2CAP frames (Core Vol 3, Part A, 3.1), or
/// the parts of them that a host sent.
package struct PacketRing {
    package private(set) var count = 0
    private var storage: [UInt8] = []
    private var lengths: [UInt16] = []
    private var marks: [Mark] = []
    /// The room for one unit, in bytes.
    private var slot = 0
    private var head = 0

    /// Properties of a unit besides its bytes.
    struct Mark: OptionSet {
        let rawValue: UInt8
        /// It begins with an L2CAP header.
        static let start = Mark(rawValue: 1)
        /// It takes one of the firmware's notification buffers.
        static let notification = Mark(rawValue: 2)
    }

    /// The length of the first unit in bytes; 0 if there is none.
    var firstLength: Int { count > 0 ? Int(lengths[head]) : 0 }

    /// The marks of the first unit; there must be one.
    var firstMark: Mark { marks[head] }

    /// Appends a part of a frame as split by a host.
    mutating func push(part: Span<UInt8>, isStart: Bool) {
        let base = reserve(part.count, isStart ? .start : [])
        var bytes = storage.mutableSpan
        for i in 0..<part.count { bytes[base + i] = part[i] }
    }

    /// Appends a whole frame of one channel.
    mutating func push(_ payload: Span<UInt8>, channel: UInt16) {
        let base = begin(payload.count, channel, [])
        var bytes = storage.mutableSpan
        for i in 0..<payload.count { bytes[base + i] = payload[i] }
    }

    /// Appends a notification of at most `room` bytes of the value.
    mutating func push(notification handle: UInt16, _ value: Span<UInt8>, room: Int) {
        let length = min(value.count, room)
        let base = begin(length + 3, L2CAPChannel.attribute, .notification)
        var bytes = storage.mutableSpan
        bytes[base] = AttributeOpcode.notification.rawValue
        bytes[base + 1] = UInt8(truncatingIfNeeded: handle)
        bytes[base + 2] = UInt8(handle >> 8)
        for i in 0..<length { bytes[base + 3 + i] = value[i] }
    }

    /// Writes a frame's header; returns where its payload begins.
    private mutating func begin(_ length: Int, _ channel: UInt16, _ mark: Mark) -> Int {
        let base = reserve(length + 4, mark.union(.start))
        var bytes = storage.mutableSpan
        bytes[base] = UInt8(truncatingIfNeeded: length)
        bytes[base + 1] = UInt8(truncatingIfNeeded: length >> 8)
        bytes[base + 2] = UInt8(truncatingIfNeeded: channel)
        bytes[base + 3] = UInt8(channel >> 8)
        return base + 4
    }

    /// Copies `range` of the first unit to the start of `buffer`.
    func copyFirst(_ range: Range<Int>, to buffer: inout [UInt8]) {
        if buffer.count < range.count { buffer = [UInt8](repeating: 0, count: range.count) }
        let base = head * slot + range.lowerBound
        let source = storage.span
        var target = buffer.mutableSpan
        for i in 0..<range.count { target[i] = source[base + i] }
    }

    /// Removes the first unit; there must be one.
    mutating func dropFirst() {
        head = head + 1 == lengths.count ? 0 : head + 1
        count -= 1
    }

    /// Prepares the last place for `length` bytes; returns where it begins.
    private mutating func reserve(_ length: Int, _ mark: Mark) -> Int {
        if length > slot || count == lengths.count { grow(length) }
        var tail = head + count
        if tail >= lengths.count { tail -= lengths.count }
        lengths[tail] = UInt16(truncatingIfNeeded: length)
        marks[tail] = mark
        count += 1
        return tail * slot
    }

    private mutating func grow(_ length: Int) {
        let places = count == lengths.count ? max(4, lengths.count * 2) : lengths.count
        let room = max(length, slot, 27)
        var larger = [UInt8](repeating: 0, count: places * room)
        var largerLengths = [UInt16](repeating: 0, count: places)
        var largerMarks = [Mark](repeating: [], count: places)
        for index in 0..<count {
            let old = (head + index) % lengths.count
            largerLengths[index] = lengths[old]
            largerMarks[index] = marks[old]
            for i in 0..<Int(lengths[old]) { larger[index * room + i] = storage[old * slot + i] }
        }
        storage = larger
        lengths = largerLengths
        marks = largerMarks
        slot = room
        head = 0
    }
}
