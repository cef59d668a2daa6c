internal import Simulation
import Wire

/// Reads that wait for a measurement; they are answered in order.
struct WaitingReads {
    /// One request: its register and read bits, `81` or `C1`.
    private(set) var registers: [UInt8] = []
    /// More than any host has pending; further reads get no answer.
    private static let most = 32

    /// Whether no read waits.
    var isEmpty: Bool { registers.isEmpty }

    /// Adds the read that is being executed; true if it is the first.
    mutating func add(_ register: UInt8, on board: MetaWearBoard) -> Bool {
        guard registers.count < Self.most else {
            board.ignore(.busy, "\(registers.count) reads wait already")
            return false
        }
        registers.append(board.readFlags | register)
        return registers.count == 1
    }

    /// Removes and returns the requests, oldest first.
    mutating func takeAll() -> [UInt8] {
        defer { registers = [] }
        return registers
    }
}

/// A sensor that measures only on request: reads during a measurement share it.
final class OnDemand {
    private let module: UInt8
    private let register: UInt8
    private var waiting = WaitingReads()

    init(_ module: UInt8, _ register: UInt8) {
        self.module = module
        self.register = register
    }

    /// Whether a measurement is under way.
    var isMeasuring: Bool { !waiting.isEmpty }

    /// A read came; its answer follows after `span`.
    func ask(for span: Nanoseconds, on board: MetaWearBoard) {
        if waiting.add(register, on: board) {
            board.schedule(module, 0, at: board.now + span)
        }
    }

    /// The measurement is done.
    func answer(_ value: ShortBytes, on board: MetaWearBoard) {
        for register in waiting.takeAll() { board.route(SignalKey(module, register), value) }
    }
}
