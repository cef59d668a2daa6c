import Bluetooth
import ScriptedClient
import Simulation

/// Everything that reports say about a run. It depends only on virtual time, so that two runs of
/// the same scenario, seed and client bytes are equal.
package struct RunResult: Sendable {
    /// Why a run ended.
    package enum Ending: Sendable, Equatable {
        /// Every client finished and every expectation was decided, or the duration was over.
        case finished
        /// The scenario's deadline passed first; with what was still open.
        case deadline(String)
        /// The user interrupted it.
        case interrupted
    }

    /// The scenario's name, or its file.
    package var scenario: String
    /// The file as given on the command line.
    package var file: String
    /// FNV-1a of the scenario's text, 16 hexadecimal digits.
    package var scenarioHash: String
    /// The seed of all random values.
    package var seed: UInt64
    /// Virtual time at the end.
    package var duration: Nanoseconds
    package var ending: Ending
    /// In the order of the scenario.
    package var boards: [BoardResult]
    /// In the order of the scenario.
    package var clients: [ClientResult]
    /// Hosts that attached to the radio, in their order; none without one.
    package var hosts: [HostResult] = []
    /// The program that was run against the radio; nil without one.
    package var program: ProgramResult?
    /// In the order of the scenario.
    package var expectations: [ExpectationResult]
    /// Notes for the reader of a report, such as a fault without effect or a torn flash record that
    /// was cut off.
    package var notes: [String]
    /// FNV-1a over every trace line, 16 hexadecimal digits; equal runs have equal ones.
    package var traceHash: String?

    package init(
        scenario: String, file: String, scenarioHash: String, seed: UInt64,
        duration: Nanoseconds, ending: Ending, boards: [BoardResult] = [],
        clients: [ClientResult] = [], expectations: [ExpectationResult] = [],
        notes: [String] = [], traceHash: String? = nil
    ) {
        self.scenario = scenario
        self.file = file
        self.scenarioHash = scenarioHash
        self.seed = seed
        self.duration = duration
        self.ending = ending
        self.boards = boards
        self.clients = clients
        self.expectations = expectations
        self.notes = notes
        self.traceHash = traceHash
    }

    /// Whether every expectation held, no step and no program failed, and the run was not cut short.
    package var passed: Bool {
        ending == .finished && failedStep == nil && program?.failure == nil
            && expectations.allSatisfy(\.verdict.passes)
    }

    /// What has to be reached in some world, and was not in this one: the titles.
    package var unreached: [String] {
        expectations.filter { $0.verdict == .unreached }.map(\.title)
    }

    /// The first step of a script that failed, in words; nil if none did.
    package var failedStep: String? {
        for client in clients {
            for step in client.steps {
                if case .failed(let why) = step.outcome {
                    return "\(client.name): \(step.title): \(why)"
                }
            }
        }
        return nil
    }
}

package struct BoardResult: Sendable {
    /// As the scenario calls it.
    package var name: String
    /// The product.
    package var model: String
    package var firmware: String
    /// On the air.
    package var address: Address
    /// Names of the quirks that were on, sorted.
    package var quirks: [String]
    /// Resets of any cause, including power failures.
    package var resets: Int
    /// Notifications produced by the firmware: sent, dropped and discarded ones together.
    package var notificationsMade: Int
    /// Notifications accepted by the link.
    package var notificationsSent: Int
    /// Notifications dropped because the link's and the firmware's buffers were full.
    package var notificationsDropped: Int
    /// Notifications that could not be delivered: no host had subscribed, or while they were queued
    /// the link ended, the board was reset, or the run ended.
    package var notificationsDiscarded: Int
    /// Packets that the link had to send again.
    package var retransmissions: Int
    /// Entries logged since the run began.
    package var entriesRecorded: Int
    /// Entries refused because the flash was full or had failed.
    package var entriesRefused: Int
    /// Pages overwritten by newer ones.
    package var pagesRecycled: Int
    /// Entries and page headers in flash at the end.
    package var logLength: Int
    /// Used part of the flash at the end, 0 to 1.
    package var logFill: Double
    /// The file that has what perfect sensors would measure, without a folder; nil if there is none.
    package var truthFile: String?

    /// The results of a board; all figures are zero by default.
    package init(
        name: String, model: String, firmware: String, address: Address, quirks: [String] = [],
        resets: Int = 0, notificationsMade: Int = 0, notificationsSent: Int = 0,
        notificationsDropped: Int = 0, notificationsDiscarded: Int = 0, retransmissions: Int = 0,
        entriesRecorded: Int = 0, entriesRefused: Int = 0,
        pagesRecycled: Int = 0, logLength: Int = 0, logFill: Double = 0
    ) {
        self.name = name
        self.model = model
        self.firmware = firmware
        self.address = address
        self.quirks = quirks
        self.resets = resets
        self.notificationsMade = notificationsMade
        self.notificationsSent = notificationsSent
        self.notificationsDropped = notificationsDropped
        self.notificationsDiscarded = notificationsDiscarded
        self.retransmissions = retransmissions
        self.entriesRecorded = entriesRecorded
        self.entriesRefused = entriesRefused
        self.pagesRecycled = pagesRecycled
        self.logLength = logLength
        self.logFill = logFill
    }
}

package struct ClientResult: Sendable {
    /// As the scenario calls it.
    package var name: String
    /// In the order of the script.
    package var steps: [StepResult]
    /// One for each stream that was started and each signal that was downloaded.
    package var series: [Series]

    package init(name: String, steps: [StepResult] = [], series: [Series] = []) {
        self.name = name
        self.steps = steps
        self.series = series
    }
}

/// One expectation and how it ended.
package struct ExpectationResult: Sendable {
    /// How an expectation ended.
    package enum Verdict: String, CaseIterable, Sendable {
        case held, failed
        /// The run was cut short before the deadline, so that the outcome is unknown.
        case undecided
        /// Of `sometimes`: it was not reached in this run, which is no failure.
        case unreached

        /// Whether the run passed, as far as this goes.
        package var passes: Bool { self == .held || self == .unreached }
    }

    /// Its title in the scenario, or its kind and values in words.
    package var title: String
    /// In the scenario file, from 1.
    package var line: Int
    package var verdict: Verdict
    package var decided: Instant
    package var deadline: Instant
    /// What was found, in words; why it failed.
    package var detail: String

    /// An expectation that is decided.
    package init(
        title: String, line: Int, verdict: Verdict, decided: Instant, deadline: Instant,
        detail: String
    ) {
        self.title = title
        self.line = line
        self.verdict = verdict
        self.decided = decided
        self.deadline = deadline
        self.detail = detail
    }
}
