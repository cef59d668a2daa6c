import Bluetooth
import Device
import Peripheral
import ScenarioFile
import ScriptedClient
import Simulation
import VirtualRadio

/// The packets of a board's links: what is to happen at the next ones that match, and who looks at all of
/// them.
final class PacketWatch: PacketGate {
    private unowned let run: RunWorld
    private let board: Int
    /// In the order in which they began.
    @exclusivity(unchecked) private var awaited: [Awaited] = []
    /// How many there were of the packets that may be awaited later.
    @exclusivity(unchecked) private var counts: [(packet: PacketOccurrence, count: Int)] = []
    /// A packet that was held back: it comes once more, and was counted.
    private var held: (link: ConnectionID, role: LinkRole, fate: PacketFate)?
    /// What happens when the present packet has arrived.
    @exclusivity(unchecked) private var afterwards: [() -> Void] = []

    private struct Awaited {
        var packet: PacketOccurrence
        var left: Int
        var effect: PacketEffect

        /// A command has no answer that could be an error (Core Vol 3, Part F, 3.4.5.3).
        func fits(_ unit: Span<UInt8>) -> Bool {
            guard case .packet(.isRefused) = effect else { return true }
            return unit.count > 4 && AttributeOpcode(rawValue: unit[4])?.isRequest == true
        }
    }

    init(_ run: RunWorld, board: Int) {
        self.run = run
        self.board = board
    }

    func add(_ packet: PacketOccurrence, _ effect: PacketEffect) {
        awaited.append(
            Awaited(packet: packet, left: packet.number - count(of: packet), effect: effect))
    }

    /// Counts from now on.
    func count(_ packets: [PacketOccurrence]) {
        for packet in packets where !counts.contains(where: { $0.packet.isLike(packet) }) {
            counts.append((packet, 0))
        }
    }

    /// How many have come since they are counted.
    private func count(of packet: PacketOccurrence) -> Int {
        counts.first { $0.packet.isLike(packet) }?.count ?? 0
    }

    /// Whether a packet is counted and did not come yet.
    func isAhead(_ packet: PacketOccurrence) -> Bool {
        counts.contains { $0.packet.isLike(packet) && $0.count < packet.number }
    }

    /// Counts no more: nothing else will be awaited.
    func stopCounting() { counts = [] }

    /// What did not come until now.
    var missing: [PacketOccurrence] { awaited.map(\.packet) }

    func fate(of unit: Span<UInt8>, to role: LinkRole, on link: Link) -> PacketFate {
        if let held, held.link == link.id, held.role == role {
            self.held = nil
            return held.fate
        }
        run.packetObserver?(board, unit, role, link.number, run.simulation.now)
        let due = due(unit, role, link.number)
        guard !due.isEmpty else { return .arrives }
        var fate = PacketFate.arrives
        var isHeld = false
        for awaited in due {
            switch awaited.effect {
            case .packet(let own):
                fate = own
                run.note("\(awaited.packet.words) \(own.words)", by: run.boards[board].name)
                if own == .vanishes { tellVanished(unit) }
            case .action(isBefore: true, let action):
                isHeld = true
                run.timers.after(.zero) { action() }
            case .action(isBefore: false, let action): afterwards.append(action)
            }
        }
        if fate == .arrives, !afterwards.isEmpty { fate = .arrivesLast }
        if fate != .arrivesLast { perform() }
        guard isHeld else { return fate }
        held = (link.id, role, fate)
        return .waits
    }

    /// Who judges the client must know what it has never got.
    private func tellVanished(_ unit: Span<UInt8>) {
        let header = 7  // Of L2CAP, and opcode and handle (Core Vol 3, Part F, 3.4.7.1).
        guard unit.count >= header,
            AttributeOpcode(rawValue: unit[4]) == .notification
        else { return }
        let device = run.boards[board]
        device.witness?.saw(
            .vanished((header..<unit.count).map { unit[$0] }), of: device,
            at: run.simulation.now)
    }

    func arrived(to role: LinkRole, on link: Link) { perform() }

    func advertisementWasHeard() { run.advertisementObserver?(board, run.simulation.now) }

    private func perform() {
        let actions = afterwards
        afterwards = []
        for action in actions { run.timers.after(.zero) { action() } }
    }

    /// Counts a packet; what happens at it.
    private func due(_ unit: Span<UInt8>, _ role: LinkRole, _ connection: Int) -> [Awaited] {
        if awaited.isEmpty, counts.isEmpty { return [] }
        for index in counts.indices
        where counts[index].packet.isMet(by: unit, to: role, on: connection) {
            counts[index].count += 1
        }
        for index in awaited.indices {
            guard awaited[index].packet.isMet(by: unit, to: role, on: connection),
                awaited[index].fits(unit)
            else { continue }
            awaited[index].left -= 1
        }
        let due = awaited.filter { $0.left <= 0 }
        if !due.isEmpty { awaited.removeAll { $0.left <= 0 } }
        return due
    }
}

extension PacketOccurrence {
    /// Whether a packet of a link is one of them, whatever its number.
    fileprivate func isMet(by unit: Span<UInt8>, to role: LinkRole, on connection: Int) -> Bool {
        (self.connection == nil || self.connection == connection)
            && pattern.matches(unit, to: role)
    }

    /// Whether both are of one kind and connection.
    fileprivate func isLike(_ other: PacketOccurrence) -> Bool {
        pattern == other.pattern && connection == other.connection
    }
}

extension PacketFate {
    /// For the trace.
    fileprivate var words: String {
        switch self {
        case .arrives, .arrivesLast: "arrives"
        case .waits: "waits"
        case .vanishes: "never arrives"
        case .arrivesTwice: "arrives twice"
        case .isRefused(let error): "is refused: \(error)"
        }
    }
}

extension RunWorld {
    package func await(_ packet: PacketOccurrence, of board: Int, _ what: PacketEffect) {
        watch(ofPacketsOf: board).add(packet, what)
    }

    /// Made at its first use: packets of other boards are not looked at.
    @discardableResult
    func watch(ofPacketsOf board: Int) -> PacketWatch {
        if let watch = packetWatches[board] { return watch }
        let watch = PacketWatch(self, board: board)
        packetWatches[board] = watch
        air.set(watch, of: boards[board].address)
        return watch
    }

    /// Notes what was to happen at packets that did not come.
    func remarkMissingPackets() {
        for (board, watch) in packetWatches.sorted(by: { $0.key < $1.key }) {
            for packet in watch.missing {
                remark("\(packet.words) did not come: \(boards[board].name)", about: board)
            }
        }
    }
}
