import Declaration
import Device
import Motion
import ScriptedClient
import Simulation
import VirtualRadio

/// What inputs and faults act on: the run of a scenario.
package protocol ScenarioWorld: AnyObject {
    var simulation: Simulation { get }
    /// The virtual radio.
    var air: Air { get }
    var timers: DelayedCalls { get }
    /// In the order of the scenario.
    var boards: [any SimulatedDevice] { get }
    /// The surroundings of each board.
    var environments: [SimpleEnvironment] { get }
    /// How each board moves.
    var bodies: [ScriptedBody] { get }
    /// Brown-outs in progress, by board.
    var powerCuts: [Int: Int] { get set }
    /// Boards whose supply is cut until it is restored.
    var suppliesCut: Set<Int> { get set }

    /// Adds a note to the report.
    func remark(_ text: String, about board: Int)
    /// A board's battery goes to a level, one percent at a time, as a fuel gauge counts.
    func ramp(_ board: Int, to level: Double, over duration: Nanoseconds)
    /// A board is carried to a distance from the clients, in metres.
    func carry(_ board: Int, to distance: Double, over duration: Nanoseconds)
    /// A board begins moves from where it is, after it was brought to rest.
    func begin(_ moves: [Move], of board: Int)
    /// Something happens at a packet of a board's links, which is still to come.
    func await(_ packet: PacketOccurrence, of board: Int, _ what: PacketEffect)
    /// An input or a fault, now; its moves were checked.
    func begin(_ action: any Alternative, on board: Int)
    /// A module of a board's firmware fails.
    ///
    /// - Parameter duration: nil if permanent.
    func fail(
        _ module: Fault.Module, of board: Int, _ failure: Fault.ModuleFailure,
        for duration: Nanoseconds?)
}
