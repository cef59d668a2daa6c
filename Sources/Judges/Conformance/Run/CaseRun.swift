import Bluetooth
import Central
import Peripheral
import ScenarioFile
import Simulation
import YAML

/// A case that is running on a board.
package final class CaseRun {
    let item: ConformanceCase
    let file: CaseFile
    let channel: CaseChannel
    package let access: BoardAccess
    let world: (any CaseWorld)?
    var kept = KeptFields()
    package internal(set) var record: CaseRecord
    /// Packets that no step has read yet, oldest first.
    package var inbox: [Received] = []
    /// Why the link ended, if the client did not end it; nil while it is up.
    package var linkEnd: String?
    /// A reset was requested on this link.
    var isResetting = false

    package struct Received {
        package var time: Instant
        package var uuid: BluetoothUUID
        package var bytes: [UInt8]
    }

    init(_ item: ConformanceCase, of file: CaseFile, on seat: CaseContext) {
        self.item = item
        self.file = file
        channel = .of(item.device)
        access = seat.access
        world = seat.world
        record = CaseRecord(start: seat.access.now)
    }

    /// Runs the case; nil if the board did everything it should.
    func run() -> CaseEnd? {
        do throws(CaseEnd) {
            try begin()
            do throws(CaseEnd) {
                try take(item.before)
            } catch {
                guard case .failed(let why, let mark) = error else { throw error }
                throw .open("its starting point was not reached: \(why)", at: mark)
            }
            try take(item.steps)
            return nil
        } catch {
            return error
        }
    }

    private func begin() throws(CaseEnd) {
        guard item.begins != .advertising else { return }
        do throws(AccessError) {
            try connect(within: .seconds(20), subscribes: item.begins == .subscribed)
        } catch {
            throw .open("the board cannot be reached: \(error)", at: item.mark)
        }
    }

    func connect(within limit: Nanoseconds, subscribes: Bool) throws(AccessError) {
        try access.connect(within: limit)
        linkEnd = nil
        isResetting = false
        _ = try access.discover()
        note("connected")
        if subscribes { try access.subscribe(to: channel.notification, .notifications) }
    }

    func take(_ steps: [CaseStep]) throws(CaseEnd) {
        for step in steps { try take(step) }
    }

    private func take(_ step: CaseStep) throws(CaseEnd) {
        let mark = step.mark
        switch step.kind {
        case .write(let write): try self.write(write, at: mark)
        case .ask(let ask): try self.ask(ask, at: mark)
        case .expect(let expect): try self.expect(expect, at: mark)
        case .stream(let stream): try self.stream(stream, at: mark)
        case .silence(let silence): try self.silence(silence, at: mark)
        case .forget(let forget): try self.forget(forget, at: mark)
        case .either(let alternatives): try either(alternatives, at: mark)
        case .check(let conditions):
            try check(conditions, PacketFields(), at: access.now, mark)
        case .read(let read): try self.read(read, at: mark)
        case .subscribe(let step):
            try reach(mark) { () throws(AccessError) in
                try access.subscribe(
                    to: step.characteristic ?? channel.notification, .notifications)
            }
        case .unsubscribe(let step):
            try reach(mark) { () throws(AccessError) in
                try access.subscribe(to: step.characteristic ?? channel.notification, [])
            }
        case .connect(let connect): try self.connect(connect, at: mark)
        case .disconnect:
            note("disconnect")
            try reach(mark) { () throws(AccessError) in
                try access.flush()
                try access.disconnect()
            }
        case .ended(let ended): try self.ended(ended, at: mark)
        case .mtu(let mtu): try self.mtu(mtu, at: mark)
        case .services(let services): try self.services(services, at: mark)
        case .advertises(let advertises): try self.advertises(advertises, at: mark)
        case .wait(let duration): try collect(until: access.now + duration, mark)
        case .repeat(let loop):
            for index in 0..<loop.times {
                kept.keep("i", Double(index), [UInt8(truncatingIfNeeded: index)])
                try take(loop.steps)
            }
        case .perform(let name):
            if let procedure = file.procedures.first(where: { $0.name == name }) {
                try take(procedure.steps)
            }
        case .input(let input):
            try act(mark, input.kind.words) { world throws(CannotDo) in
                try world.apply(input.kind, words: input.kind.words)
            }
        case .fault(let fault):
            try act(mark, fault.kind.words) { world throws(CannotDo) in
                try world.apply(fault, words: fault.kind.words)
            }
        case .move(let move):
            try act(mark, move.says) { world throws(CannotDo) in try world.move(move) }
        }
    }

    private func act(
        _ mark: Mark, _ what: String, _ work: (any CaseWorld) throws(CannotDo) -> Void
    ) throws(CaseEnd) {
        guard let world else { throw .skipped("it needs a person at the board: \(what)", at: mark) }
        // Earlier writes arrive before it.
        try reach(mark) { () throws(AccessError) in try access.flush() }
        note(what)
        do throws(CannotDo) { try work(world) } catch {
            throw error.isMistake
                ? .open(error.reason, at: mark) : .skipped(error.reason, at: mark)
        }
    }

    func reach<Value>(
        _ mark: Mark, _ work: () throws(AccessError) -> Value
    ) throws(CaseEnd) -> Value {
        do throws(AccessError) { return try work() } catch { throw error.end(at: mark) }
    }

    /// A field that no packet had: the case is wrong, not the board.
    func known<Value>(
        _ mark: Mark, _ work: () throws(UnknownField) -> Value
    ) throws(CaseEnd) -> Value {
        do throws(UnknownField) { return try work() } catch {
            throw .open("no packet had a field `\(error.name)`", at: mark)
        }
    }

    package func note(_ text: String) { record.note(text, at: access.now) }

    // MARK: Incoming events

    /// Puts the next event into the inbox; false if there was none before a limit.
    func receive(before limit: Instant, _ mark: Mark) throws(CaseEnd) -> Bool {
        let event = try reach(mark) { () throws(AccessError) in try access.next(before: limit) }
        switch event {
        case nil: return false
        case .value(let time, let uuid, let bytes):
            inbox.append(Received(time: time, uuid: uuid, bytes: bytes))
            record.packet(bytes, .board, channel.name(of: uuid), at: time)
        case .ended(let time, let why):
            linkEnd = why
            record.note("the link has ended: \(why)", at: time)
        }
        return true
    }

    /// Puts everything that arrives until an instant into the inbox.
    func collect(until limit: Instant, _ mark: Mark) throws(CaseEnd) {
        while try receive(before: limit, mark) {}
        try reach(mark) { () throws(AccessError) in try access.wait(until: limit) }
    }

    func check(
        _ conditions: [Condition], _ fields: PacketFields, at time: Instant, _ mark: Mark
    ) throws(CaseEnd) {
        for condition in conditions {
            let outcome = try known(condition.mark) { () throws(UnknownField) in
                try condition.evaluate(fields, kept)
            }
            record.check(outcome, of: condition, at: time)
            guard outcome.holds else { throw .failed(outcome.text, at: condition.mark) }
        }
    }

    func keep(_ fields: PacketFields) {
        for field in fields.entries { kept.keep(field.name, field.number, field.bytes) }
    }
}
