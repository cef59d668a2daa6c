public import Simulation
import Wire

/// What may be wrong with a module from outside: a scenario's fault.
public enum ModuleFault: Sendable, Equatable {
    /// Whatever a host writes to it is met with silence.
    case mute
    /// It does what a host writes so much later.
    case slow(Nanoseconds)
}

/// Packets of a host that a slow module has not come to yet, in the order of their times.
struct LatePackets {
    /// More than a host has under way; what comes then is lost.
    private static let most = 256
    private var waiting: [(time: Instant, packet: [UInt8])] = []

    /// False if there is no place.
    mutating func append(_ packet: [UInt8], due time: Instant) -> Bool {
        guard waiting.count < Self.most else { return false }
        let place = waiting.firstIndex { $0.time > time } ?? waiting.count
        waiting.insert((time, packet), at: place)
        return true
    }

    mutating func removeFirst(due now: Instant) -> [UInt8]? {
        guard let first = waiting.first, first.time <= now else { return nil }
        waiting.removeFirst()
        return first.packet
    }

    mutating func removeAll() { waiting = [] }
}

extension MetaWearBoard {
    /// Lets a module fail towards hosts, or be whole again; resets do not mend it.
    ///
    /// - Parameter id: the first byte of its packets; the board need not have it.
    public func setModule(_ id: UInt8, _ fault: ModuleFault?) { moduleFaults[id] = fault }

    /// A host's packet, over Bluetooth or USB, as a fault of its module lets it through.
    func performForHost(_ packet: [UInt8]) {
        guard !moduleFaults.isEmpty else { return perform(packet) }
        guard let id = packet.first, let fault = moduleFaults[id] else { return perform(packet) }
        switch fault {
        case .mute: trace("fault: module \(Hex.text([id])) hangs: \(Hex.text(packet))")
        case .slow(let delay):
            guard latePackets.append(packet, due: now + delay) else {
                return trace("fault: lost: \(Hex.text(packet))")
            }
            scheduleOwn(.latePacket, after: delay)
        }
    }

    func performLatePacket() {
        if let packet = latePackets.removeFirst(due: now) { perform(packet) }
    }
}
