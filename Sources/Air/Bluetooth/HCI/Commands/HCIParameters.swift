package import Wire

/// The parameters of a command, as its row in the table declares them: a controller reads them, a
/// host writes them, and a trace describes them from there.
package struct HCIParameters: Layout {
    package let opcode: HCIOpcode
    /// The fields, and those of each entry of the list behind them.
    private var fields: [HCIField]
    private var entry: [HCIField]?
    private var values: [UInt64]
    /// What lies behind the fields, if the length is variable.
    package private(set) var tail: [UInt8] = []

    package init() { self.init(.reset) }

    private init(_ opcode: HCIOpcode, _ fields: [HCIField], entry: [HCIField]? = nil) {
        self.opcode = opcode
        self.fields = fields
        self.entry = entry
        values = [UInt64](repeating: 0, count: fields.reduce(0) { $0 + $1.size.count })
    }

    /// The parameters of a command with these values; the other fields are zero.
    package init(_ opcode: HCIOpcode, _ given: KeyValuePairs<HCIField, UInt64> = [:]) {
        self.init(opcode, opcode.command.fields ?? [])
        for (field, value) in given { self[field] = value }
    }

    /// Reads the parameters of a command whose length fits.
    package init(_ opcode: HCIOpcode, reading octets: Span<UInt8>) {
        let command = opcode.command
        self.init(opcode, command.fields ?? [], entry: command.entry)
        var reader = Reader(octets.array())
        layout(&reader)
    }

    package mutating func layout(_ c: inout some Coder) {
        var place = 0
        for field in fields {
            let (bits, count) = field.size
            for index in place..<place + count {
                values[index] = c.field(values[index], bits, "parameter")
            }
            place += count
        }
        if entry != nil { c.rest(&tail, max: 255, "list") }
    }

    private func place(of field: HCIField) -> Int {
        var place = 0
        for own in fields {
            if own == field { return place }
            place += own.size.count
        }
        preconditionFailure("the command \(opcode) has no field \(field)")
    }

    /// The number in a field.
    package subscript(field: HCIField) -> UInt64 {
        get { values[place(of: field)] }
        set { values[place(of: field)] = newValue }
    }

    /// The number in a field, as the type that is wanted.
    package subscript<Number: FixedWidthInteger>(field: HCIField) -> Number {
        Number(truncatingIfNeeded: self[field] as UInt64)
    }

    /// A field of several bytes, least significant byte last.
    package subscript(reversed field: HCIField) -> [UInt8] {
        get { octets(field).reversed() }
        set {
            for (offset, octet) in newValue.reversed().prefix(field.size.count).enumerated() {
                values[place(of: field) + offset] = UInt64(octet)
            }
        }
    }

    /// A field of several bytes in the order of the wire.
    package func octets(_ field: HCIField) -> [UInt8] {
        let place = place(of: field)
        return values[place..<place + field.size.count].map { UInt8(truncatingIfNeeded: $0) }
    }

    /// The address of the peer, random if its type is 1 or 3.
    package var peer: Address {
        get { Address(self[.peer], kind: self[.peerType] & 1 == 0 ? .publicDevice : .random) }
        set { (self[.peerType], self[.peer]) = (UInt64(newValue.kind.rawValue), newValue.value) }
    }

    /// Asks for one interval, and leaves the length of connection events to the controller.
    package mutating func set(_ timing: LEEvent.Timing) {
        (self[.shortest], self[.longest]) = (UInt64(timing.interval), UInt64(timing.interval))
        self[.latency] = UInt64(timing.latency)
        self[.timeout] = UInt64(timing.supervisionTimeout)
    }

    /// The end of a connection.
    package static func disconnect(
        _ handle: UInt16, _ reason: DisconnectReason
    ) -> HCIParameters {
        HCIParameters(
            .disconnect, [.handle: UInt64(handle), .reason: UInt64(reason.rawValue)])
    }

    /// The list behind the fields; nil unless it has so many entries.
    package func entries(_ count: Int) -> [HCIParameters]? {
        guard let entry else { return nil }
        let size = HCICommand.octets(entry)
        guard tail.count == count * size else { return nil }
        return (0..<count).map { index in
            var parameters = HCIParameters(opcode, entry)
            var reader = Reader(Array(tail[index * size..<(index + 1) * size]))
            parameters.layout(&reader)
            return parameters
        }
    }

    /// The whole H4 packet of the command (Core Vol 4, Part E, 5.4.1).
    package var packet: [UInt8] {
        let parameters = bytes
        var packet = [H4PacketType.command.rawValue]
        packet.append(word: opcode.rawValue)
        packet.append(UInt8(truncatingIfNeeded: parameters.count))
        return packet + parameters
    }
}
