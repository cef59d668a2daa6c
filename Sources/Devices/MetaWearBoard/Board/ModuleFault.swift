public import Simulation
import Wire

/// A fault of a module that a scenario sets.
public enum ModuleFault: Sendable, Equatable {
    /// It answers nothing that a host writes.
    case mute
    /// It runs what a host writes after a delay.
    case slow(Nanoseconds)
}

/// Packets from a host that a slow module has not run yet, in order of their times.
struct LatePackets {
    /// More than a host has pending; later packets are lost.
    private static let most = 256
    private var waiting: [(time: Instant, packet: [UInt8])] = []

    /// False if the queue is full.
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
    /// Sets or clears a fault of a module towards hosts; resets do not clear it.
    ///
    /// - Parameter id: of a module; the board need not have it.
    public func setModule(_ id: UInt8, _ fault: ModuleFault?) { moduleFaults[id] = fault }

    /// A host's packet, over Bluetooth or USB, subject to its module's fault.
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
