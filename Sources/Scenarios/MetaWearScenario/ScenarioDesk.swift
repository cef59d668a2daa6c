import Bluetooth
public import Foundation
import MetaWearSimulator
public import MetaWearTransport
import Peripheral
package import ScenarioFile
package import ScenarioRun
public import VirtualTime

/// A desk as a scenario file describes it, for one world of virtual time: its boards with their motion, inputs and
/// faults. Clients and expectations of the file play no part; the app under test is the client.
///
/// While the world runs, only its tasks use the desk. They all run on the world's one thread, which is why tasks may
/// share it although its parts are not `Sendable`. Before and after, one thread uses it.
public final class ScenarioDesk: VirtualTimeSource, @unchecked Sendable {
    package let run: ScenarioRun
    /// The radio of the host under test, for `MetaWearScanner(radio:)`.
    public let radio: any BLERadio
    /// The identifiers of the boards, by their names in the file.
    public let boards: [String: UUID]

    /// Reads a scenario file.
    ///
    /// - Parameters:
    ///   - file: its path.
    ///   - seed: instead of the file's.
    /// - Throws: `MWError.operationFailed` with the place of the mistake and the fix, as `boardsim check` prints it.
    public convenience init(file: String, seed: UInt64? = nil) throws {
        try self.init { try ScenarioRun.withoutClients(file, seed: seed) }
    }

    /// The desk of a scenario without clients, as one of many worlds.
    ///
    /// - Parameters:
    ///   - scenario: what was read.
    ///   - file: beside which the files lie that it names.
    ///   - change: adds what the run is to be watched by.
    /// - Throws: what the scenario asks for and a run cannot have.
    package convenience init(
        _ scenario: ScenarioFile, file: String, change: (inout RunOptions) -> Void
    ) throws {
        try self.init {
            try ScenarioRun.withoutClients(scenario, text: [], file: file, change: change)
        }
    }

    private init(_ make: () throws -> ScenarioRun) throws {
        run = try make()
        let port = run.makePort()
        radio = SimulatedRadio(port)
        boards = Dictionary(
            run.boards.map { ($0.name, UUID(bluetoothAddress: $0.address.description)) }
        ) { first, _ in first }
    }

    /// The time of the next event, if one is pending.
    public var nextEventTime: Duration? { run.simulation.nextEventTime }
    /// Virtual time since the beginning of the scenario.
    public var currentTime: Duration { run.simulation.currentTime }
    /// Handles every event up to and including `time`.
    public func advance(to time: Duration) { run.simulation.advance(to: time) }
}
