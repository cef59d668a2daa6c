internal import Bluetooth

/// The queue of packets to send, in one contiguous ring: L2CAP frames (Core Vol 3, Part A, 3.1), or
/// the parts of them that a host sent.
///
/// It cannot be copied: every packet of a link passes it, and a copy would count references.
package struct PacketRing: ~Copyable {
    package private(set) var count = 0
    /// Places of `stride` bytes, each a unit behind its length (two bytes) and its marks.
    private var storage: [UInt8] = []
    private var places = 0
    private var stride = 0
    private var head = 0

    private static let prefix = 3

    /// Properties of a unit besides its bytes.
    struct Mark: OptionSet {
        let rawValue: UInt8
        /// It begins with an L2CAP header.
        static let start = Mark(rawValue: 1)
        /// It takes one of the firmware's notification buffers.
        static let notification = Mark(rawValue: 2)
    }

    /// The length of the first unit in bytes; 0 if there is none.
    var firstLength: Int {
        guard count > 0 else { return 0 }
        let base = head * stride
        return Int(storage[base]) | Int(storage[base + 1]) << 8
    }

    /// The marks of the first unit; there must be one.
    var firstMark: Mark { Mark(rawValue: storage[head * stride + 2]) }

    /// Appends a part of a frame as split by a host.
    mutating func push(part: Span<UInt8>, isStart: Bool) {
        let base = reserve(part.count, isStart ? .start : [])
        Self.copy(part, to: &storage, at: base)
    }

    /// Appends a whole frame of one channel.
    mutating func push(_ payload: Span<UInt8>, channel: UInt16) {
        let base = begin(payload.count, channel, [])
        Self.copy(payload, to: &storage, at: base)
    }

    /// Appends a notification of at most `room` bytes of the value.
    mutating func push(notification handle: UInt16, _ value: Span<UInt8>, room: Int) {
        let length = min(value.count, room)
        let base = begin(length + 3, L2CAPChannel.attribute, .notification)
        storage[base] = AttributeOpcode.notification.rawValue
        storage[base + 1] = UInt8(truncatingIfNeeded: handle)
        storage[base + 2] = UInt8(handle >> 8)
        Self.copy(value.extracting(0..<length), to: &storage, at: base + 3)
    }

    /// Writes a frame's header; returns where its payload begins.
    private mutating func begin(_ length: Int, _ channel: UInt16, _ mark: Mark) -> Int {
        let base = reserve(length + 4, mark.union(.start))
        storage[base] = UInt8(truncatingIfNeeded: length)
        storage[base + 1] = UInt8(truncatingIfNeeded: length >> 8)
        storage[base + 2] = UInt8(truncatingIfNeeded: channel)
        storage[base + 3] = UInt8(channel >> 8)
        return base + 4
    }

    @inline(__always)
    private static func copy(_ bytes: Span<UInt8>, to target: inout [UInt8], at base: Int) {
        var place = target.mutableSpan
        // One test instead of one for every byte.
        precondition(base >= 0 && base <= place.count && bytes.count <= place.count - base)
        for i in 0..<bytes.count { place[base &+ i] = bytes[i] }
    }

    /// Copies `range` of the first unit to the start of `buffer`.
    func copyFirst(_ range: Range<Int>, to buffer: inout [UInt8]) {
        if buffer.count < range.count { buffer = [UInt8](repeating: 0, count: range.count) }
        let base = head * stride + Self.prefix + range.lowerBound
        Self.copy(storage.span.extracting(base..<base + range.count), to: &buffer, at: 0)
    }

    /// Removes the first unit; there must be one.
    mutating func dropFirst() {
        head = head + 1 == places ? 0 : head + 1
        count -= 1
    }

    /// Prepares the last place for `length` bytes; returns where it begins.
    private mutating func reserve(_ length: Int, _ mark: Mark) -> Int {
        if length + Self.prefix > stride || count == places { grow(length) }
        var tail = head + count
        if tail >= places { tail -= places }
        let base = tail * stride
        storage[base] = UInt8(truncatingIfNeeded: length)
        storage[base + 1] = UInt8(truncatingIfNeeded: length >> 8)
        storage[base + 2] = mark.rawValue
        count += 1
        return base + Self.prefix
    }

    private mutating func grow(_ length: Int) {
        let more = count == places ? max(4, places * 2) : places
        let room = max(length + Self.prefix, stride, 27 + Self.prefix)
        var larger = [UInt8](repeating: 0, count: more * room)
        for index in 0..<count {
            let old = (head + index) % places * stride
            for i in 0..<stride { larger[index * room + i] = storage[old + i] }
        }
        storage = larger
        places = more
        stride = room
        head = 0
    }
}
