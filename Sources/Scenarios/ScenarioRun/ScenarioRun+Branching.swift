import ScenarioFile
import Simulation

/// A run without a fault that becomes one with a fault at a packet before that packet comes: what happens from then on
/// is what would have happened had the scenario had the fault from the start.
extension ScenarioRun {
    /// Counts such packets of a board from now on, which is best before the first one.
    package func count(_ packets: [PacketOccurrence], of board: Int) {
        world.watch(ofPacketsOf: board).count(packets)
    }

    /// Handles so many events; true when the run is over.
    package func advance(events: Int) -> Bool {
        for _ in 0..<events {
            guard !isOver, simulation.clock.step(until: end) else { return advance(to: end) }
        }
        return false
    }

    /// Adds faults that wait for packets, and counts no more.
    ///
    /// - Returns: false if one is no such fault, if its packets are not counted, or if its packet has come; then the run
    ///   is of no use any more.
    package func add(_ faults: [Fault]) -> Bool {
        for fault in faults {
            let board = scenario.board(fault.board)
            guard fault.timing.at == .zero, fault.timing.every == nil,
                let packet = fault.kind.awaited, let watch = world.packetWatches[board],
                watch.isAhead(packet)
            else { return false }
            world.apply(fault.kind, to: board)
        }
        for watch in world.packetWatches.values { watch.stopCounting() }
        return true
    }
}
