import Pairing
import ScenarioFile
import ScriptedClient
import Simulation

/// What a run may be told beside its scenario.
package struct RunOptions {
    /// In place of the scenario's seed.
    package var seed: UInt64?
    /// In place of the scenario's duration.
    package var duration: Nanoseconds?
    /// Without a duration, the run goes on until somebody ends it, whatever clients and expectations
    /// are up to, and whatever the deadline.
    package var isOpenEnded = false
    /// The folder that keeps every board's flash; in place of the scenario's `state`.
    package var stateDirectory: String?
    /// Told every line of the trace; nil: only what expectations need is traced.
    package var traceSink: ((String) -> Void)?
    /// For pairing; without it boards refuse to pair.
    package var cryptography: (any Cryptography)?
    /// Told at once what somebody at the keyboard should know: a passkey that a board shows.
    package var announce: (String) -> Void = { _ in }
    /// Sees what happens; nil for nobody.
    package var observer: (any RunObserver)?
    /// Gets every series as it begins, and its samples as they come; nil for nobody.
    package var seriesObserver: (any SeriesObserver)?
    /// Whether the result holds every sample; without them it holds what they come to.
    package var keepsSamples = false
    /// Reads a file that the scenario names; what went wrong comes back in the system's words.
    package var readFile: (_ path: String) -> FileContents = { _ in
        .failure("no files can be read here")
    }

    /// As the scenario says.
    package init(
        seed: UInt64? = nil, duration: Nanoseconds? = nil, stateDirectory: String? = nil
    ) {
        self.seed = seed
        self.duration = duration
        self.stateDirectory = stateDirectory
    }
}

/// Why a run cannot begin or go on, with the place in the scenario file.
package struct RunError: Error, Sendable, CustomStringConvertible {
    /// Who has to fix it.
    package enum Kind: Sendable {
        /// The scenario or a file that it names.
        case input
        /// The machine: a folder that cannot be written, a damaged flash file.
        case environment
    }

    /// Who has to fix it.
    package var kind: Kind
    /// `file:line:column: what; fix`.
    package var description: String

    /// A reason in words.
    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
