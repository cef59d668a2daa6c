import Device
import Simulation
import Wire

/// Who gave a command.
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
    /// As it stands in the trace before the `>` of the command; nothing for the host's.
    var description: String {
        switch self {
        case .host: ""
        case .event(let id): "event \(id) "
        case .macro(let id): "macro \(id) "
        }
    }
}

/// What the board gave itself to do and has not done yet, oldest first.
///
/// It waits for the end of the call in which it was given: no module is changed under its own
/// hands, and a command that gives itself again does not recurse.
struct CommandQueue {
    enum Order {
        case command(ShortBytes, event: UInt8)
        /// The rest of a macro, from a place in its bytes on.
        case macro(UInt8, from: Int)
    }

    /// More than all events and macros together give at one datum; a storm beyond it is cut.
    static let capacity = 128
    /// Commands at one instant that count as taking no time.
    static let burst = 64
    /// What a burst costs a processor of 64 MHz, at about 50 µs a command. Without it a loop of
    /// events would hold virtual time for ever.
    static let pause = Nanoseconds.microseconds(3_200)

    private var orders: [Order] = []
    private var head = 0
    private var instant = Instant.zero
    private var spent = 0
    /// The rest waits for the firmware's time to pass.
    private(set) var isPaused = false

    var isEmpty: Bool { head == orders.count }
    var count: Int { orders.count - head }
    var first: Order? { isEmpty ? nil : orders[head] }

    /// False if there is no place.
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

    /// The macro at the front goes on from another place.
    mutating func continueFirst(from place: Int) {
        guard case .macro(let id, _)? = first else { return }
        orders[head] = .macro(id, from: place)
    }

    /// Counts one command at an instant; false if the burst is used up, and a pause begins.
    mutating func spend(at now: Instant) -> Bool {
        if instant != now { (instant, spent) = (now, 0) }
        isPaused = spent >= Self.burst
        spent += 1
        return !isPaused
    }

    /// The pause is over.
    mutating func resume() { (isPaused, spent) = (false, 0) }

    /// A reset forgets all.
    mutating func removeAll() { self = CommandQueue() }
}
