import Device
import JSON
import MetaWearBoard
import Peripheral
import Simulation
import TrikiCap
import Wire

/// The packets of all boards and what else happened, until a browser takes them.
final class LiveTraffic {
    /// One packet.
    struct Packet {
        enum Direction: Equatable {
            case toBoard(CommandSource)
            case toHost(NotificationFate)
        }

        var number = 0
        var time: Instant
        var board: Int
        var direction: Direction
        var bytes: [UInt8]
        /// Of the characteristic, if it is not the command's or its notifications'.
        var value: ValueID?
        var ignored: String?

        init(
            _ time: Instant, _ board: Int, _ direction: Direction, _ bytes: [UInt8],
            value: ValueID? = nil
        ) {
            self.time = time
            self.board = board
            self.direction = direction
            self.bytes = bytes
            self.value = value
        }
    }

    private enum Item {
        case packet(Packet)
        case event(JSONValue)
    }

    /// The last ones, of which ``taken`` were taken.
    private var items: [Item] = []
    private var taken = 0
    private var skipped = 0
    private(set) var packets = 0
    /// Every packet from a moment on, for a comparison; nil if nobody compares.
    var tape: [Packet]?
    /// Counts everything that a person can see happen.
    private(set) var happened = 0
    /// Each board, to describe its packets.
    var boards: [LiveBoard] = []

    /// More wait for no browser, and no more are described at once.
    static let most = 300

    func add(_ packet: Packet) {
        happened += 1
        packets += 1
        var packet = packet
        packet.number = packets
        tape?.append(packet)
        add(.packet(packet))
    }

    /// The last packet to a board was not acted upon.
    func ignored(_ why: String, _ board: Int) {
        for index in (taken..<items.count).reversed() {
            guard case .packet(var packet) = items[index], packet.board == board,
                case .toBoard = packet.direction
            else { continue }
            packet.ignored = why
            items[index] = .packet(packet)
            return
        }
    }

    /// Something else happened.
    func tell(_ kind: String, _ text: String, _ board: Int?, _ time: Instant) {
        happened += 1
        var entries: [(String, JSONValue)] = [
            ("e", .string(kind)), ("t", .number(time.seconds)), ("text", .string(text)),
        ]
        if let board { entries.append(("board", .integer(board))) }
        add(.event(.object(entries)))
    }

    private func add(_ item: Item) {
        items.append(item)
        if items.count > 2 * Self.most { forgetOldest() }
    }

    private func forgetOldest() {
        let old = items.count - Self.most
        guard old > 0 else { return }
        skipped += max(0, old - taken)
        taken = max(0, taken - old)
        items.removeFirst(old)
    }

    /// What is kept of the past is taken again by the next call of ``take()``.
    func takeAgain() { (taken, skipped) = (0, 0) }

    /// What happened since the last call.
    func take() -> [JSONValue] {
        var events: [JSONValue] = []
        forgetOldest()
        if skipped > 0 {
            events.append(.object([("e", .string("skipped")), ("count", .integer(skipped))]))
            skipped = 0
        }
        for item in items[taken...] {
            switch item {
            case .packet(let packet): events.append(describe(packet))
            case .event(let event): events.append(event)
            }
        }
        taken = items.count
        return events
    }

    func describe(_ packet: Packet) -> JSONValue {
        var entries: [(String, JSONValue)] = [
            ("e", .string("packet")), ("n", .integer(packet.number)),
            ("t", .number(packet.time.seconds)), ("board", .integer(packet.board)),
        ]
        let isToHost: Bool
        switch packet.direction {
        case .toBoard(let source):
            isToHost = false
            entries.append(("to", .string("board")))
            switch source {
            case .host: entries.append(("by", .string("host")))
            case .event(let id): entries.append(("by", .string("event \(id)")))
            case .macro(let id): entries.append(("by", .string("macro \(id)")))
            }
        case .toHost(let fate):
            isToHost = true
            entries.append(("to", .string("host")))
            entries.append(("fate", .string(fate.word)))
        }
        entries.append(("bytes", .string(Hex.text(packet.bytes))))
        if let why = packet.ignored { entries.append(("ignored", .string(why))) }
        let reading = reading(packet, isToHost)
        entries.append(("text", .string(reading.words)))
        if let module = reading.module { entries.append(("module", .string(module))) }
        if let register = reading.register { entries.append(("register", .string(register))) }
        if boards[packet.board].model != nil, packet.value == nil, packet.bytes.count >= 2 {
            let id = [packet.bytes[0], packet.bytes[1] & 0x3F]
            entries.append(("id", .string(Hex.text(id))))
        }
        let fields =
            (reading.index.map { [FieldValue("index", .unsigned(UInt64($0)))] } ?? [])
            + reading.fields.fields
        if !fields.isEmpty { entries.append(("fields", .array(fields.map(\.json)))) }
        if let fault = reading.fields.fault { entries.append(("fault", .string("\(fault)"))) }
        return .object(entries)
    }

    /// `wrist → host: acceleration 0.1, 0.2, 1 g`, `host → wrist: read logging time`.
    func words(of packet: Packet) -> String {
        let isToHost = if case .toHost = packet.direction { true } else { false }
        let name = boards[packet.board].device.name
        let way = isToHost ? "\(name) → host" : "host → \(name)"
        return "\(way): \(reading(packet, isToHost).words)"
    }

    private func reading(_ packet: Packet, _ isToHost: Bool) -> PacketReading {
        let board = boards[packet.board]
        guard let value = packet.value else {
            return board.model?.reading(packet.bytes, fromBoard: isToHost)
                ?? PacketReading("no packet")
        }
        if let cap = board.device as? TrikiCap {
            return cap.reading(value, packet.bytes, fromCap: isToHost)
        }
        // A value of another characteristic than those of registers.
        let characteristic = board.device.services.lazy.flatMap(\.characteristics)
            .first { $0.id == value }
        var reading = PacketReading(
            "characteristic \(characteristic.map { "\($0.uuid)" } ?? "unknown")")
        reading.fields.fields = [FieldValue("bytes", .bytes(packet.bytes))]
        return reading
    }
}

extension FieldValue {
    /// The name, and the value as a number; bytes, and what JSON cannot hold, as a text.
    fileprivate var json: JSONValue {
        let value: JSONValue =
            switch content {
            case .signed(let number): .integer(Int(number))
            case .unsigned(let number):
                Int(exactly: number).map { .integer($0) } ?? .string("\(number)")
            case .float(let number):
                number.isFinite ? .number(Double(number)) : .string("\(number)")
            case .bytes(let bytes): .string(Hex.text(bytes))
            }
        return .object([("name", .string(name)), ("value", value)])
    }
}

extension NotificationFate {
    /// Whether no host will get it.
    var isLoss: Bool {
        switch self {
        case .sent, .waiting: false
        case .dropped, .discarded: true
        }
    }

    var word: String {
        switch self {
        case .sent: "sent"
        case .waiting: "waiting"
        case .dropped: "dropped"
        case .discarded: "discarded"
        }
    }
}
