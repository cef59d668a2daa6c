import Pairing
import ScenarioFile
import ScriptedClient
import Simulation
import VirtualRadio

/// Options of a run that are not part of its scenario.
package struct RunOptions {
    /// Replaces the scenario's seed.
    package var seed: UInt64?
    /// Replaces the scenario's duration.
    package var duration: Nanoseconds?
    /// Without a duration, the run continues until it is stopped from outside, regardless of
    /// clients, expectations and the deadline.
    package var isOpenEnded = false
    /// Whether it is over once all clients are through and one of them has failed: nothing that follows
    /// changes why.
    package var endsWhenFailed = false
    /// The folder for every board's flash; replaces the scenario's `state`.
    package var stateDirectory: String?
    /// Receives every line of the trace; nil to trace only what expectations need.
    package var traceSink: ((String) -> Void)?
    /// For pairing; without it boards refuse to pair.
    package var cryptography: (any Cryptography)?
    /// For the step `play`; without it the step fails.
    package var games: (any GameMaker)?
    /// Called immediately with messages for the user, such as a passkey that a board shows.
    package var announce: (String) -> Void = { _ in }
    /// Observes the run; nil for none.
    package var observer: (any RunObserver)?
    /// Sees every packet of the boards' links just before it arrives: a frame of L2CAP with its header, or how one
    /// begins, the side at which it arrives, and the number of the board's connection, from 1 on.
    package typealias PacketObserver = (
        _ board: Int, _ unit: Span<UInt8>, _ role: LinkRole, _ connection: Int, _ time: Instant
    ) -> Void
    /// Sees every packet; nil for nobody.
    package var packetObserver: PacketObserver?
    /// Sees every advertisement that a host receives, as it scans or connects; nil for nobody.
    package var advertisementObserver: ((_ board: Int, _ time: Instant) -> Void)?
    /// Receives every series as it begins, and its samples as they arrive; nil for none.
    package var seriesObserver: (any SeriesObserver)?
    /// Whether the result holds every sample; if not, it holds only their figures.
    package var keepsSamples = false
    /// Reads a file that the scenario names; a failure carries the system's message.
    package var readFile: (_ path: String) -> FileContents = { _ in
        .failure("files cannot be read here")
    }

    /// What runs of the same scenario share; nil for a single run.
    package var moves: MoveMemory?

    /// As the scenario says.
    package init(seed: UInt64? = nil, duration: Nanoseconds? = nil) {
        self.seed = seed
        self.duration = duration
    }
}
