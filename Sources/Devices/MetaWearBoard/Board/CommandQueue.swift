import Device
internal import Simulation
import Wire

/// The origin of a command.
enum CommandGiver: Equatable {
    case host
    case event(UInt8)
    case macro(UInt8)

    /// The same for a witness.
    var source: CommandSource {
        switch self {
        case .host: .host
        case .event(let id): .event(id)
        case .macro(let id): .macro(id)
        }
    }
}

extension CommandGiver: CustomStringConvertible {
    /// Its prefix before the `>` of a command in the trace; empty for the host.
    var description: String {
        switch self {
        case .host: ""
        case .event(let id): "event \(id) "
        case .macro(let id): "macro \(id) "
        }
    }
}

/// Commands that the board has given itself and not run yet, oldest first.
///
/// They wait for the end of the call that gave them: no module changes while its own code runs, and
/// a command that gives itself again does not recurse.
struct CommandQueue {
    enum Order {
        case command(ShortBytes, event: UInt8)
        /// The rest of a macro, from a position in its bytes.
        case macro(UInt8, from: Int)
    }

    /// More than all events and macros together can give for one datum; the rest is dropped.
    static let capacity = 128
    /// Commands at one instant before time is charged for them.
    static let burst = 64
    /// The time that a burst takes a processor of 64 MHz, at about 50 µs a command. Without it a
    /// loop of events would stop virtual time for ever.
    static let pause = Nanoseconds.microseconds(3_200)

    private var orders: [Order] = []
    private var head = 0
    private var instant = Instant.zero
    private var spent = 0
    /// The rest waits until the pause is over.
    private(set) var isPaused = false

    var isEmpty: Bool { head == orders.count }
    var count: Int { orders.count - head }
    var first: Order? { isEmpty ? nil : orders[head] }

    /// False if the queue is full.
    mutating func append(_ order: Order) -> Bool {
        guard count < Self.capacity else { return false }
        if head > 0, orders.count >= Self.capacity {
            orders.removeFirst(head)
            head = 0
        }
        orders.append(order)
        return true
    }

    mutating func removeFirst() {
        guard !isEmpty else { return }
        head += 1
        guard isEmpty else { return }
        orders.removeAll(keepingCapacity: true)
        head = 0
    }

    /// The macro at the front continues at another position.
    mutating func continueFirst(from place: Int) {
        guard case .macro(let id, _)? = first else { return }
        orders[head] = .macro(id, from: place)
    }

    /// Counts one command at an instant; false if the burst is used up, which begins a pause.
    mutating func spend(at now: Instant) -> Bool {
        if instant != now { (instant, spent) = (now, 0) }
        isPaused = spent >= Self.burst
        spent += 1
        return !isPaused
    }

    /// The pause is over.
    mutating func resume() { (isPaused, spent) = (false, 0) }

    /// A reset clears the queue.
    mutating func removeAll() { self = CommandQueue() }
}
