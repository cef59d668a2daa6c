package import Simulation
import Wire

/// A fault of a module that a scenario sets.
package enum ModuleFault: Sendable, Equatable {
    /// It answers nothing that a host writes.
    case mute
    /// It runs what a host writes after a delay.
    case slow(Nanoseconds)
}

/// Packets from a host that slow modules have not run yet, in order of their times; those of one
/// module are in the order in which they came.
struct LatePackets {
    /// More than a host has pending; later packets are lost.
    private static let most = 256
    private var waiting: [(time: Instant, packet: [UInt8])] = []

    var isEmpty: Bool { waiting.isEmpty }

    /// Whether a module has packets that it has not run.
    func contains(module: UInt8) -> Bool { waiting.contains { $0.packet.first == module } }

    /// Takes a packet, which no earlier one of its module is behind; returns when it is due, or nil
    /// if there is no room.
    mutating func append(_ packet: [UInt8], due wish: Instant) -> Instant? {
        guard waiting.count < Self.most else { return nil }
        let before = waiting.last { $0.packet.first == packet.first }?.time
        let time = max(wish, before ?? wish)
        let place = waiting.firstIndex { $0.time > time } ?? waiting.count
        waiting.insert((time, packet), at: place)
        return time
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
    package func setModule(_ id: UInt8, _ fault: ModuleFault?) { moduleFaults[id] = fault }

    /// A host's packet, over Bluetooth or USB, subject to its module's fault.
    func performForHost(_ packet: [UInt8]) {
        guard !moduleFaults.isEmpty || !latePackets.isEmpty, let id = packet.first else {
            return perform(packet)
        }
        switch moduleFaults[id] {
        case .mute: trace("fault: module \(Hex.text([id])) hangs: \(Hex.text(packet))")
        case .slow(let delay): delayPacket(packet, by: delay)
        // What the module still holds comes first, even if it is not slow any more.
        case nil where latePackets.contains(module: id): delayPacket(packet, by: .zero)
        case nil: perform(packet)
        }
    }

    private func delayPacket(_ packet: [UInt8], by delay: Nanoseconds) {
        guard let time = latePackets.append(packet, due: now + delay) else {
            return trace("fault: lost: \(Hex.text(packet))")
        }
        scheduleOwn(.latePacket, after: time - now)
    }

    func performLatePacket() {
        if let packet = latePackets.removeFirst(due: now) { perform(packet) }
    }
}
