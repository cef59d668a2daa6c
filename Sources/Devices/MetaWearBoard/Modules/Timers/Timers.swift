internal import Simulation
import Wire

/// The timer module: ticks for events, processors and the host (protocol, core 6).
final class Timers: Module {
    static let id: UInt8 = 0x0C
    static let name = "timer"
    static let registers: [Register<Timers>] = [
        // No effect (protocol, core 6).
        .value(0x01, "enable") { $1(&$0.enable) },
        .command(0x02, "entry", Entry.self) { $0.add($1, on: $2) }
            .readable(Byte.self, answer: Entry.self) { timers, id, board in
                timers.place(id.value).map { ShortBytes(timers.slots[$0].entry.bytes) }
                    ?? []
            }.creating().orEmpty("a free slot"),
        .command(0x03, "start", Byte.self) { $0.start($1.value, on: $2) },
        .command(0x04, "stop", Byte.self) { $0.stop($1.value, on: $2) },
        .command(0x05, "remove", Byte.self) { timers, id, board in
            guard let i = timers.known(id.value, on: board) else { return }
            timers.slots.remove(at: i)
        },
        .signal(0x06, "notify", Anything.self, hasIndex: true).enabledBySlot(),
        .command(0x07, "notify enable", SlotEnable.self) { timers, enable, board in
            if let i = timers.known(enable.id, on: board) {
                timers.slots[i].notifies = enable.isOn
            }
        },
    ]

    /// Register 02.
    struct Entry: Layout {
        var period: UInt32 = 0
        /// `FFFF` repeats for ever.
        var repetitions: UInt16 = 0
        /// The first tick comes at the start and counts.
        var ticksAtStart = false

        mutating func layout(_ c: inout some Coder) {
            c.unit(FieldUnit("ms"))
            c(&period, "period")
            c(&repetitions, "repetitions")
            c(&ticksAtStart, bits: 8, "first tick at start")
        }

        static let endless: UInt16 = 0xFFFF

        /// The firmware's shortest interval is 1 ms.
        var interval: Nanoseconds { .milliseconds(Int64(max(period, 1))) }
    }

    private struct Slot {
        let id: UInt8
        let entry: Entry
        var notifies = false
        var left: UInt16 = 0
        /// Distinguishes a running timer's ticks from those of an earlier start; 0 while it is
        /// stopped.
        var run: UInt64 = 0
    }

    private let capacity: Int
    private var enable = Flag(isOn: true)
    private var slots: [Slot] = []
    private var runs: UInt64 = 0

    init(_ information: ModuleInformation, on board: MetaWearBoard) {
        capacity = Int(information.extra.first ?? 8)
    }

    private func place(_ id: UInt8) -> Int? { slots.firstIndex { $0.id == id } }

    /// The position of a timer that a host names.
    private func known(_ id: UInt8, on board: MetaWearBoard) -> Int? {
        let place = place(id)
        if place == nil { board.ignore(.noSuchID, "no timer \(id)") }
        return place
    }

    /// It is stopped until it is started. Takes the lowest free id; a full table does not answer.
    private func add(_ entry: Entry, on board: MetaWearBoard) {
        guard let id = slots.map({ $0.id }).lowestFree(below: capacity) else {
            return board.ignore(.tableFull, "all \(capacity) timers are in use")
        }
        slots.append(Slot(id: id, entry: entry))
        board.send([Self.id, 0x02, id])
    }

    /// A running timer restarts from the beginning.
    private func start(_ id: UInt8, on board: MetaWearBoard) {
        guard let i = known(id, on: board), slots[i].entry.repetitions > 0 else { return }
        runs &+= 1
        slots[i].run = runs
        slots[i].left = slots[i].entry.repetitions
        if slots[i].entry.ticksAtStart {
            tick(i, on: board)
        } else {
            schedule(i, on: board)
        }
    }

    private func stop(_ id: UInt8, on board: MetaWearBoard) {
        if let i = known(id, on: board) { slots[i].run = 0 }
    }

    private func schedule(_ i: Int, on board: MetaWearBoard) {
        board.schedule(
            Self.id, slots[i].id, slots[i].run, at: board.now + slots[i].entry.interval)
    }

    /// A tick is due; after the last one the timer stops and keeps its slot.
    func tick(_ code: UInt8, _ argument: UInt64, on board: MetaWearBoard) {
        guard let i = place(code), slots[i].run == argument else { return }
        tick(i, on: board)
    }

    private func tick(_ i: Int, on board: MetaWearBoard) {
        let (id, notifies) = (slots[i].id, slots[i].notifies)
        if slots[i].left != Entry.endless { slots[i].left -= 1 }
        if slots[i].left == 0 { slots[i].run = 0 } else { schedule(i, on: board) }
        if notifies { board.send([Self.id, 0x06, id]) }
        board.route(SignalKey(Self.id, 0x06, id), [])
    }
}

/// A timer as a host has programmed it.
package struct TimerView: Equatable, Sendable {
    package var id: UInt8
    /// Milliseconds.
    package var period: Int
    /// Ticks in all, and those that are left; nil for ever.
    package var repetitions, left: Int?
    package var isRunning: Bool
}

extension MetaWearBoard {
    /// The timers; nil without the module.
    package var timers: [TimerView]? { (module() as Timers?)?.views }
}

extension Timers {
    fileprivate var views: [TimerView] {
        slots.map { slot in
            let isEndless = slot.entry.repetitions == Entry.endless
            return TimerView(
                id: slot.id, period: Int(clamping: slot.entry.period),
                repetitions: isEndless ? nil : Int(slot.entry.repetitions),
                left: isEndless ? nil : Int(slot.left), isRunning: slot.run != 0)
        }
    }
}
