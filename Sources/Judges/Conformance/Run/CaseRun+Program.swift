import Bluetooth
import Central
import Simulation
import YAML

/// Steps that come from a program instead of a file: they observe, and leave the judgement to the caller.
extension CaseRun {
    /// A run without a case, on a MetaWear board.
    package convenience init(titled title: String, on seat: CaseContext) {
        var item = ConformanceCase()
        item.title = title
        self.init(item, of: CaseFile(), on: seat)
    }

    /// Writes a command.
    package func send(_ bytes: [UInt8]) throws(CaseEnd) {
        try send(
            bytes, to: channel.command, CaseChannel.way(bytes, to: item.device), fails: nil,
            at: .start)
    }

    /// The first packet, of those that wait and those that arrive before a limit, that a pattern matches; it is removed. Nil
    /// if there is none, or the link ends.
    package func first(
        _ pattern: PacketPattern, before limit: Instant
    ) throws(CaseEnd) -> (time: Instant, fields: PacketFields)? {
        var looked = 0
        while true {
            while looked < inbox.count {
                let packet = inbox[looked]
                if packet.uuid == channel.notification,
                    let fields = try known(
                        .start, { () throws(UnknownField) in try pattern.match(packet.bytes, kept) }
                    )
                {
                    inbox.remove(at: looked)
                    return (packet.time, fields)
                }
                looked += 1
            }
            guard linkEnd == nil, try receive(before: limit, .start) else { return nil }
        }
    }

    /// The fields of a packet that was taken from the inbox; nil if the pattern does not match.
    package func fields(_ pattern: PacketPattern, of packet: Received) throws(CaseEnd)
        -> PacketFields?
    {
        try known(.start) { () throws(UnknownField) in try pattern.match(packet.bytes, kept) }
    }

    /// Puts everything that arrives until an instant into the inbox.
    package func listen(until limit: Instant) throws(CaseEnd) { try collect(until: limit, .start) }

    /// The value of a characteristic; nil if the board does not give one.
    package func value(of characteristic: BluetoothUUID) throws(CaseEnd) -> [UInt8]? {
        do throws(AccessError) {
            let bytes = try access.read(characteristic)
            record.packet(bytes, .board, channel.name(of: characteristic), at: access.now)
            return bytes
        } catch {
            switch error {
            case .attribute, .missing: return nil
            default: throw error.end(at: .start)
            }
        }
    }

    /// What the board advertises for a while.
    package func advertisements(for duration: Nanoseconds) throws(CaseEnd) -> [ScanReport] {
        try hear(for: duration, at: .start)
    }

    /// Connects and discovers; false if the board is not to be reached in time.
    package func join(within limit: Nanoseconds, subscribes: Bool) throws(CaseEnd) -> Bool {
        do throws(AccessError) {
            try connect(within: limit, subscribes: subscribes)
            return true
        } catch {
            if case .timedOut = error, !access.isConnected { return false }
            throw error.end(at: .start)
        }
    }

    /// Ends the link, after everything was sent.
    package func leave() throws(CaseEnd) {
        note("disconnect")
        try reach(.start) { () throws(AccessError) in
            try access.flush()
            try access.disconnect()
        }
    }

    /// How long the board takes to end the link; nil if it does not in time.
    package func endOfLink(within limit: Nanoseconds) throws(CaseEnd) -> Nanoseconds? {
        let start = access.now
        while linkEnd == nil {
            guard try receive(before: start + limit, .start) else { return nil }
        }
        return access.now - start
    }

    /// Asks for an MTU; the one in force, or nil if this host chooses it by itself.
    package func exchangeMTU(_ mtu: Int) throws(CaseEnd) -> Int? {
        guard !access.limits.contains(.mtuIsFixed) else { return nil }
        let found = try reach(.start) { () throws(AccessError) in try access.exchangeMTU(mtu) }
        note("MTU \(found)")
        return found
    }

    /// Has a board in its bootloader start its application.
    package func leaveBootloader() throws(CaseEnd) {
        note("disconnect")
        try reach(.start) { () throws(AccessError) in try access.leaveBootloader() }
    }

    /// What a record calls a characteristic of a MetaWear board.
    package static func name(of uuid: BluetoothUUID) -> String {
        CaseChannel.of(.metawear).name(of: uuid)
    }
}

extension PacketPattern {
    /// A pattern of the program's own text.
    package init(_ text: String) {
        self.text = text
        let (tokens, unknown) = PacketToken.all(text)
        precondition(unknown == nil, "`\(text)` is no pattern")
        self.tokens = tokens
    }
}

extension ModelTarget {
    /// A board as it comes, in a room of its own.
    package func board(_ facts: BoardFacts) throws(AccessError) -> CaseContext {
        try prepare(ConformanceCase(), on: facts)
    }
}

extension CaseEnd {
    /// A program cannot go on.
    package static func stopped(_ why: String) -> CaseEnd { .open(why, at: .start) }

    /// What happened, in words.
    package var why: String {
        switch self {
        case .failed(let why, _), .skipped(let why, _), .open(let why, _): why
        }
    }
}
