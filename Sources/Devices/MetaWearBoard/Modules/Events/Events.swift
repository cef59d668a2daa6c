import Wire

/// The event module: commands that the board gives itself whenever a signal has a datum (protocol,
/// core 5). They also run without a central.
final class Events: Module {
    static let id: UInt8 = 0x0A
    static let name = "event"
    static let registers: [Register<Events>] = [
        // No effect: events stay active (protocol, core 5.1).
        .value(0x01, "enable") { $1(&$0.enable) },
        .command(0x02, "entry", Entry.self) { $0.add($1, on: $2) }
            .readable(Byte.self, answer: Entry.self) { events, id, board in
                events.slot(id.value).map { ShortBytes($0.entry.wire) } ?? []
            }.creating().orEmpty("a free slot"),
        .command(0x03, "command parameters", Bytes.self) { $0.complete($1.bytes, on: $2) }
            .readable(Byte.self, answer: Bytes.self) { events, id, board in
                events.slot(id.value)?.parameters ?? []
            }.orEmpty("a free slot"),
        .command(0x04, "remove", Byte.self) { $0.remove($1.value, on: $2) },
        .command(0x05, "remove all", Anything.self) { events, _, _ in events.removeAll() },
    ]

    struct Slot {
        let id: UInt8
        let entry: Entry
        /// As many as the entry says; empty until they have been written.
        var parameters = ShortBytes()
        var isComplete: Bool { parameters.count == entry.parameterCount }
    }

    private let capacity: Int
    private var enable = Flag(isOn: true)
    /// In order of creation, which is the order in which those of one source run.
    private var slots: [Slot] = []
    /// The sources of `slots`, packed: every datum of the board is compared with them.
    @exclusivity(unchecked) private var sources: [SignalKey] = []
    /// A bit for each source: for most data one look shows that there is none.
    @exclusivity(unchecked) private var sieve: UInt64 = 0
    /// The entry whose parameters are written next.
    private var newest: UInt8?

    /// Whether there is any entry; read with every sample.
    @exclusivity(unchecked) private(set) var isBusy = false

    init(_ information: ModuleInformation, on board: MetaWearBoard) {
        capacity = Int(information.extra.first ?? 28)
    }

    private func slot(_ id: UInt8) -> Slot? { slots.first { $0.id == id } }

    /// Takes the lowest free id and answers it, once; a full table does not answer.
    private func add(_ entry: Entry, on board: MetaWearBoard) {
        newest = slots.map { $0.id }.lowestFree(below: capacity)
        guard let newest else {
            return board.ignore(.tableFull, "all \(capacity) events are in use")
        }
        slots.append(Slot(id: newest, entry: entry))
        index()
        board.send([Self.id, 0x02, newest])
    }

    /// The parameters belong to the most recent entry; missing bytes are zero.
    private func complete(_ parameters: [UInt8], on board: MetaWearBoard) {
        guard let i = slots.lastIndex(where: { $0.id == newest }) else {
            return board.ignore(.noEntry, "parameters without an entry")
        }
        slots[i].parameters = ShortBytes(parameters)
            .slice(offset: 0, length: slots[i].entry.parameterCount)
    }

    private func remove(_ id: UInt8, on board: MetaWearBoard) {
        guard slot(id) != nil else { return board.ignore(.noSuchID, "no event \(id)") }
        slots.removeAll { $0.id == id }
        if newest == id { newest = nil }
        index()
    }

    private func removeAll() {
        slots = []
        newest = nil
        index()
    }

    private func index() {
        sources = slots.map { $0.entry.source }
        sieve = sources.reduce(0) { $0 | Self.bit($1) }
        isBusy = !slots.isEmpty
    }

    private static func bit(_ key: SignalKey) -> UInt64 {
        1 << UInt64((key.module &* 7 &+ key.register) & 63)
    }

    /// A datum of a signal that may have events: their commands run after the current call.
    func fire(_ key: SignalKey, _ bytes: ShortBytes, on board: MetaWearBoard) {
        guard sieve & Self.bit(key) != 0 else { return }
        for i in sources.indices where sources[i].covers(key) {
            let slot = slots[i]
            guard slot.isComplete else {
                board.trace("ignored: event \(slot.id) waits for its parameters")
                continue
            }
            if slot.entry.executesMacro, slot.entry.hasToken, board.has(.macroSpliceRunsBoth) {
                board.give(.command(slot.command(splicing: []), event: slot.id))
            }
            board.give(.command(slot.command(splicing: bytes), event: slot.id))
        }
    }
}

extension SignalKey {
    /// An exact match, including read bits; an entry without an index matches every index
    /// (protocol, core 5.4).
    fileprivate func covers(_ other: SignalKey) -> Bool {
        module == other.module && register == other.register
            && (index == other.index || index == Self.noIndex)
    }
}

extension Events.Slot {
    /// The command, with the part of the datum that the data token copies.
    func command(splicing data: ShortBytes) -> ShortBytes {
        var command: ShortBytes = [entry.targetModule, entry.targetRegister]
        command.append(parameters)
        guard entry.hasToken else { return command }
        for i in 0..<Int(entry.tokenLength) {
            let (from, to) = (Int(entry.tokenOffset) + i, Int(entry.destination) + i)
            guard from < data.count, to < parameters.count else { break }
            command[2 + to] = data[from]
        }
        return command
    }
}

/// A command that the board gives itself whenever a signal has a datum.
package struct EventView: Equatable, Sendable {
    package var id: UInt8
    package var source: SignalKey
    /// As it is without a datum; empty until its parameters are there.
    package var command: [UInt8]
}

extension MetaWearBoard {
    /// The event entries, in order of creation.
    package var eventEntries: [EventView] { events?.views ?? [] }
}

extension Events {
    fileprivate var views: [EventView] {
        slots.map {
            EventView(
                id: $0.id, source: $0.entry.source,
                command: $0.isComplete ? $0.command(splicing: []).array : [])
        }
    }
}
