import Declaration
import Device
import MetaWearBoard
import Peripheral
import Simulation
import Wire

/// The packets of all boards and what else happened, until a browser takes them.
final class LiveTraffic {
    /// One packet.
    struct Packet {
        enum Direction {
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

    private var items: [Item] = []
    private var skipped = 0
    private(set) var packets = 0
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
        add(.packet(packet))
    }

    /// The last packet to a board was not acted upon.
    func ignored(_ why: String, _ board: Int) {
        for index in items.indices.reversed() {
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
        guard items.count > 2 * Self.most else { return }
        skipped += items.count - Self.most
        items.removeFirst(items.count - Self.most)
    }

    /// What happened since the last call.
    func take() -> [JSONValue] {
        var events: [JSONValue] = []
        if items.count > Self.most {
            skipped += items.count - Self.most
            items.removeFirst(items.count - Self.most)
        }
        if skipped > 0 {
            events.append(.object([("e", .string("skipped")), ("count", .integer(skipped))]))
            skipped = 0
        }
        for item in items {
            switch item {
            case .packet(let packet): events.append(describe(packet))
            case .event(let event): events.append(event)
            }
        }
        items.removeAll(keepingCapacity: true)
        return events
    }

    private func describe(_ packet: Packet) -> JSONValue {
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
        guard let model = boards[packet.board].model, packet.value == nil, packet.bytes.count >= 2
        else {
            let text = packet.value.map { words(packet, of: $0) } ?? "no packet"
            entries.append(("text", .string(text)))
            return .object(entries)
        }
        let (module, register) = (packet.bytes[0], packet.bytes[1] & 0x3F)
        let text = model.words(packet.bytes, fromBoard: isToHost)
        entries.append(("id", .string(Hex.text([module, register]))))
        entries.append(("text", .string(text)))
        if let known = model.register(module, register) {
            entries.append(("module", .string(known.module)))
            entries.append(("register", .string(known.declaration.name)))
        } else if register == 0, let module = text.split(separator: " information").first {
            entries.append(("module", .string(String(module.split(separator: " ").last ?? ""))))
            entries.append(("register", .string("information")))
        }
        let fields = Self.fields(text)
        if !fields.isEmpty { entries.append(("fields", .array(fields))) }
        return .object(entries)
    }

    /// `rate 8, range 3` as pairs.
    private static func fields(_ text: String) -> [JSONValue] {
        guard let colon = text.firstRange(of: ": ") else { return [] }
        return text[colon.upperBound...].split(separator: ", ").map { part in
            guard let space = part.lastIndex(of: " ") else {
                return .array([.string(""), .string(String(part))])
            }
            return .array([
                .string(String(part[..<space])),
                .string(String(part[part.index(after: space)...])),
            ])
        }
    }

    /// A value of another characteristic than those of registers.
    private func words(_ packet: Packet, of value: ValueID) -> String {
        let characteristic = boards[packet.board].device.services.lazy.flatMap(\.characteristics)
            .first { $0.id == value }
        let count = packet.bytes.count
        return "characteristic \(characteristic.map { "\($0.uuid)" } ?? "unknown"), "
            + (count == 1 ? "1 byte" : "\(count) bytes")
    }
}

extension NotificationFate {
    var word: String {
        switch self {
        case .sent: "sent"
        case .waiting: "waiting"
        case .dropped: "dropped"
        case .discarded: "discarded"
        }
    }
}
