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
    private var awaited: [Awaited] = []
    /// The side at which a packet was held back: it comes once more, and was counted.
    private var held: LinkRole?

    private struct Awaited {
        var packet: PacketOccurrence
        var left: Int
        var effect: PacketEffect
    }

    init(_ run: RunWorld, board: Int) {
        self.run = run
        self.board = board
    }

    func add(_ packet: PacketOccurrence, _ effect: PacketEffect) {
        awaited.append(Awaited(packet: packet, left: packet.number, effect: effect))
    }

    /// What did not come until now.
    var missing: [PacketOccurrence] { awaited.map(\.packet) }

    /// Of the board, from 1 on.
    private var connection: Int {
        run.air.statistics(of: run.boards[board].address)?.connections ?? 0
    }

    func fate(of unit: Span<UInt8>, to role: LinkRole, on link: Link) -> PacketFate {
        if held == role {
            held = nil
            return .arrives
        }
        run.packetObserver?(board, unit, role, connection, run.simulation.now)
        guard let index = next(unit, role) else { return .arrives }
        let awaited = awaited.remove(at: index)
        let name = run.boards[board].name
        switch awaited.effect {
        case .packet(let fate):
            run.note("\(awaited.packet.words) \(fate.words)", by: name)
            return fate
        case .action(let isBefore, let action):
            run.timers.after(.zero) { action() }
            guard isBefore else { return .arrivesLast }
            held = role
            return .isLost
        }
    }

    /// Counts a packet; the place of what happens now, if anything.
    private func next(_ unit: Span<UInt8>, _ role: LinkRole) -> Int? {
        var found: Int?
        for index in awaited.indices {
            let packet = awaited[index].packet
            guard packet.pattern.matches(unit, to: role),
                packet.connection == nil || packet.connection == connection
            else { continue }
            awaited[index].left -= 1
            if awaited[index].left <= 0, found == nil { found = index }
        }
        return found
    }
}

extension PacketFate {
    /// For the trace.
    fileprivate var words: String {
        switch self {
        case .arrives, .arrivesLast: "arrives"
        case .isLost: "is lost, and sent again"
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
