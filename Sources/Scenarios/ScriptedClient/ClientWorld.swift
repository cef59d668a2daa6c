import Bluetooth
import Declaration
import MetaWearTables
import Simulation

/// What a scripted client asks of the run that it takes part in.
///
/// It knows boards by their place in the scenario, and their firmware not at all.
package protocol ClientWorld: AnyObject {
    /// The place of the board that a step names; the first if it names none.
    func place(of board: Reference?) -> Int
    /// What a host needs to know of a board before it connects.
    func target(_ board: Int) -> ClientTarget
    /// A file that a step names, beside the scenario.
    func contents(of path: String) throws(StepFailure) -> [UInt8]
    /// Tells the trace what a client does.
    func note(_ text: @autoclosure () -> String, by who: String)
    /// What the display of a board showed last.
    func passkeyShown(by board: Int) -> UInt32?

    /// What a perfect sensor of a board would say.
    func truth(of kind: Measurand, on board: Int) -> Truth
    /// Adds up what will come of a series of a client.
    func tally(_ series: Series, of client: ScriptedClient, on board: Int) -> SeriesTally
    /// The packets that a board makes of one stream; nil if it has none such.
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

/// A board as its hosts know it beforehand.
package struct ClientTarget {
    /// As the scenario calls it.
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
