import Bluetooth
import Declaration
import MetaWearTables

/// The run as a scripted client sees it.
///
/// Boards are identified by their index in the scenario. A client knows nothing of their firmware.
package protocol ClientWorld: AnyObject {
    /// The index of the board that a step names; the first if it names none.
    func place(of board: Reference?) -> Int
    /// What a host must know about a board before it connects.
    func target(_ board: Int) -> ClientTarget
    /// A file that a step names, beside the scenario.
    func contents(of path: String) throws(StepFailure) -> [UInt8]
    /// Reports a client's action to the trace.
    func note(_ text: @autoclosure () -> String, by who: String)
    /// The last number on a board's display.
    func passkeyShown(by board: Int) -> UInt32?
    /// The values that perfect sensors on a board would measure.
    func truth(of kind: Measurand, on board: Int) -> Truth
}

/// What the boards make of their streams, as a scripted client compares it with what it receives.
package protocol ClientSamples: AnyObject {
    /// Adds up what will come of a series of a client.
    func tally(_ series: Series, of client: ScriptedClient, on board: Int) -> SeriesTally
    /// The packets that a board makes of one stream; nil if it has no such stream.
    func watchSamples(_ board: Int, _ key: SourceKey) -> MadeSamples?
    /// The same; of a stream that has several samples in a packet, the samples are watched too, for
    /// their times.
    func watchPackets(_ board: Int, _ key: SourceKey, perPacket: Int) -> MadeSamples?
    /// The samples of a cap's sensors; nil for another board.
    func watchCap(_ board: Int) -> (acceleration: MadeSamples, rotation: MadeSamples)?
    /// From now on, what a board records of a stream is kept for as long as it can be read out.
    func rememberRecorded(_ board: Int, _ key: SourceKey)
    /// Remembers how many packets a board made until now, for figures of an interval that begins or
    /// ends here.
    func markSamples(_ board: Int)
    /// Which packet of its stream came to a board's host; nil for one that is no sample.
    func packetArrived(_ board: Int, _ packet: Span<UInt8>) -> MadePacket?
    /// A board's host came: nothing is on its way yet.
    func linkBegan(_ board: Int)
}

/// What hosts know about a board beforehand.
package struct ClientTarget {
    /// Its name in the scenario.
    package var name: String
    package var address: Address
    /// Whether it is a Triki cap, and no MetaWear.
    package var isCap: Bool

    package init(name: String, address: Address, isCap: Bool) {
        self.name = name
        self.address = address
        self.isCap = isCap
    }
}
