import Bluetooth
import MetaWearBoard
import Motion
import Simulation

/// Describes packets with the register tables of the board's product, or of the most similar one.
package enum BoardWords {
    /// Register and fields by name; empty for a cap, whose packets have no registers.
    package static func words(_ packet: [UInt8], fromBoard: Bool, of facts: BoardFacts) -> String {
        guard !facts.isCap else { return "" }
        let profile = BoardProfile.all.first { $0.name == facts.model } ?? .metaMotionS
        let simulation = Simulation()
        let board = MetaWearBoard(
            profile, name: "words", address: Address(0xC000_0000_0001),
            body: ScriptedBody(), environment: SimpleEnvironment(), in: simulation)
        return board.words(packet, fromBoard: fromBoard)
    }
}
