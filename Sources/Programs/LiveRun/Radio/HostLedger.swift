import Central
import HCITransport
import Peripheral
import ScenarioRun
import Simulation
import VirtualRadio

/// Records the hosts that attach to a run's radio, for the report.
package final class HostLedger {
    /// How many hosts are listed individually; the others are only counted, so that a host that
    /// reattaches for days costs no memory.
    static let mostHosts = 1_000

    private let run: ScenarioRun
    private var tallies: [Int: HostTally] = [:]
    private var adapters: [CentralTally] = []
    private var uncounted = 0

    init(_ run: ScenarioRun) { self.run = run }

    /// Registers a host; the result must receive its packets, and passes them on to `next`.
    func add(host: Int, origin: String, next: (any HCITap)?) -> (any HCITap)? {
        guard tallies.count < Self.mostHosts else {
            uncounted += 1
            return next
        }
        let tally = HostTally(
            "host \(host)", origin: origin, at: run.simulation.now, next: next,
            board: { [run] address in run.boards.first { $0.address == address }?.name })
        tallies[host] = tally
        return tally
    }

    /// Registers an adapter of a stand-in for BlueZ; the result must receive its radio events, and
    /// passes them on to `next`.
    func add(adapter name: String, origin: String, next: (any CentralTap)?) -> any CentralTap {
        let tally = CentralTally(
            name, origin: origin, at: run.simulation.now, next: next,
            board: { [run] address in run.boards.first { $0.address == address }?.name })
        adapters.append(tally)
        return tally
    }

    /// A host attached or left.
    func note(_ event: HostEvent) {
        switch event {
        case .attached(let host, let name): tallies[host]?.rename(name)
        // A host that the end of the run disconnects was there to the end.
        case .left(_, _, .serverClosed): break
        case .left(let host, _, let ending):
            var words = ending.description
            if words.hasPrefix(": ") { words.removeFirst(2) }
            tallies[host]?.left(at: run.simulation.now, ending: words)
        case .waiting: break
        }
    }

    /// All hosts that attached so far, in order.
    var hosts: [HostResult] {
        tallies.sorted { $0.key < $1.key }.map(\.value.result) + adapters.map(\.result)
    }

    /// All hosts that attached, in order, and a note if there were more.
    package func close(into result: inout RunResult) {
        result.hosts = hosts
        if uncounted > 0 {
            result.notes.append("\(uncounted) more hosts attached than are listed")
        }
    }
}
