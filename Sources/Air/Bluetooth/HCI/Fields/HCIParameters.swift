/// Parameters by field, in an array of their own or at the end of a buffer of packets.
///
/// A controller reads them from commands and writes them for events, a host the other way round.
package struct HCIParameters: HCIReadable {
    private let format: HCIFormat
    private var bytes: [UInt8]
    /// Where the parameters begin.
    private let start: Int
    /// The end of the fields set so far, in bytes.
    private var end = 0

    /// A copy of received parameters.
    init(_ format: HCIFormat, reading octets: Span<UInt8>) {
        self.format = format
        bytes = octets.array()
        start = 0
    }

    /// The parameters of a received command.
    package init(_ opcode: HCIOpcode, reading octets: Span<UInt8>) {
        self.init(opcode.command.format, reading: octets)
    }

    /// Zeroes, for a command's return parameters after its status.
    package init(returnedBy opcode: HCIOpcode) {
        format = opcode.command.returned
        bytes = [UInt8](repeating: 0, count: format.length)
        start = 0
    }

    /// A command's return parameters after its status.
    package init(returnedBy opcode: HCIOpcode, reading octets: Span<UInt8>) {
        self.init(opcode.command.returned, reading: octets)
    }

    /// A command with these values; other fields are zero.
    package init(_ opcode: HCIOpcode, _ given: KeyValuePairs<HCIField, UInt64> = [:]) {
        format = opcode.command.format
        bytes = [H4PacketType.command.rawValue]
        bytes.append(word: opcode.rawValue)
        bytes.append(UInt8(format.length))
        start = bytes.count
        bytes.append(zeroes: format.length)
        for (field, value) in given { self[field] = value }
    }

    /// Zeroes at the end of a buffer, with data for `rest`. The buffer is moved in, not copied,
    /// until `finish`.
    init(_ format: HCIFormat, _ rest: Span<UInt8>, in buffer: inout [UInt8]) {
        self.format = format
        bytes = []
        swap(&bytes, &buffer)
        start = bytes.count
        let (before, behind) = format.rest ?? (format.length, 0)
        bytes.append(zeroes: before)
        bytes.append(rest)
        if behind > 0 { bytes.append(zeroes: behind) }
        if format.has(.length) { self[.length] = rest.count }
    }

    /// Moves the buffer back.
    mutating func finish(_ buffer: inout [UInt8]) { swap(&bytes, &buffer) }

    /// The whole packet of a command.
    package var packet: [UInt8] { bytes }

    /// The opcode of a command being written.
    package var opcode: UInt16 { bytes.span.word(at: start - 3) }

    /// The parameters up to the last field that was set.
    package var given: ArraySlice<UInt8> { bytes[start..<start + end] }

    private var fields: HCIFields {
        @_lifetime(borrow self)
        get { HCIFields(format, bytes.span.extracting(start..<bytes.count)) }
    }

    /// Whether all fields are there.
    package var isWhole: Bool { fields.isWhole }

    package subscript(field: HCIField) -> UInt64 {
        get { fields[field] }
        set {
            let (range, start) = (format.range(of: field, in: bytes.count - start), start)
            var span = bytes.mutableSpan
            var rest = newValue
            for index in start + range.lowerBound..<start + range.upperBound {
                span[index] = UInt8(truncatingIfNeeded: rest)
                rest >>= 8
            }
            end = max(end, range.upperBound)
        }
    }

    /// The number in a field, of any type.
    @inlinable package subscript<Number: FixedWidthInteger>(field: HCIField) -> Number {
        get { Number(truncatingIfNeeded: self[field] as UInt64) }
        set { self[field] = UInt64(truncatingIfNeeded: newValue) }
    }

    /// A field of several bytes in wire order; zero where too few are given.
    package subscript(octets field: HCIField) -> [UInt8] {
        get { fields.octets(field) }
        set {
            let range = format.range(of: field, in: bytes.count - start)
            for (index, octet) in zip(range, newValue) { bytes[start + index] = octet }
            end = max(end, range.upperBound)
        }
    }

    /// A field of several bytes, least significant byte last.
    package subscript(reversed field: HCIField) -> [UInt8] {
        get { self[octets: field].reversed() }
        set { self[octets: field] = newValue.reversed() }
    }

    /// The list after the fields; nil unless it has exactly this many entries.
    package func entries(_ count: Int) -> [HCIParameters]? {
        guard let entry = format.entry, fields.hasEntries(count) else { return nil }
        return (0..<count).map { index in
            let place = start + format.fixed + index * entry.length
            return HCIParameters(
                entry, reading: bytes.span.extracting(place..<place + entry.length))
        }
    }
}

extension HCIParameters {
    /// The status of the command or the procedure; success if it is not set.
    package var status: HCIStatus {
        get { HCIStatus(rawValue: self[.status]) ?? .unspecifiedError }
        set { self[.status] = newValue.rawValue }
    }

    /// The address of the peer and its kind.
    package mutating func set(_ peer: PeerAddress) {
        (self[.peerType], self[.peer]) = (peer.type, peer.address.value)
    }

    /// Sets connection parameters: those in force, or as a range of one interval. The length of
    /// connection events is left to the controller.
    package mutating func set(_ timing: ConnectionTiming) {
        if format.has(.shortest) {
            (self[.shortest], self[.longest]) = (timing.interval, timing.interval)
        } else {
            self[.interval] = timing.interval
        }
        (self[.latency], self[.timeout]) = (timing.latency, timing.supervisionTimeout)
    }

    /// Disconnects a connection.
    package static func disconnect(
        _ handle: UInt16, _ reason: DisconnectReason
    ) -> HCIParameters {
        HCIParameters(
            .disconnect, [.handle: UInt64(handle), .reason: UInt64(reason.rawValue)])
    }
}

extension [UInt8] {
    fileprivate mutating func append(zeroes count: Int) {
        append(contentsOf: repeatElement(0, count: count))
    }
}
