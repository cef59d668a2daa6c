import Declaration
import ScenarioRun

/// A run's wall-clock figures.
package struct RunOutcome {
    package var isInterrupted: Bool
    package var wallSeconds: Double
    /// For a run that was paced for hosts.
    package var lag: LivePacer.Lag?
    /// For a run with a radio: the hosts that attached.
    package var hosts: HostLedger?
    /// The program that was run against the radio, if there was one.
    package var program: ProgramResult?
    /// Why it could not continue: something on the machine is gone.
    package var failure: RunError?

    package init(
        isInterrupted: Bool, wallSeconds: Double, lag: LivePacer.Lag? = nil,
        hosts: HostLedger? = nil, failure: RunError? = nil, program: ProgramResult? = nil
    ) {
        self.isInterrupted = isInterrupted
        self.wallSeconds = wallSeconds
        self.lag = lag
        self.hosts = hosts
        self.failure = failure
        self.program = program
    }
}
