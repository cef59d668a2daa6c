import Device
import MetaWearBoard
import MetaWearTables
import ScriptedClient
import Simulation
import TrikiCap

/// Watches the streams that the boards of a run make, and adds up what becomes of them.
final class SampleWatch: ClientSamples {
    private unowned let world: RunWorld
    private unowned let judging: Judging
    /// Of each board.
    private(set) var made: [[MadeSamples]]
    private let numbers: SeriesNumbers
    private let observer: (any SeriesObserver)?
    private let keepsSamples: Bool

    init(
        _ world: RunWorld, _ judging: Judging, _ numbers: SeriesNumbers, options: RunOptions
    ) {
        self.world = world
        self.judging = judging
        self.numbers = numbers
        observer = options.seriesObserver
        keepsSamples = options.keepsSamples
        made = world.boards.map { _ in [] }
    }

    func close() { for samples in made.joined() { samples.close() } }

    // MARK: Series

    /// What an expectation asks about the errors of the series is added up apart.
    func tally(_ series: Series, of client: ScriptedClient, on board: Int) -> SeriesTally {
        tally(
            series, of: client.script.name,
            bounds: judging.bounds(of: series, of: client, on: board))
    }

    /// Adds up a series of hosts outside.
    func outsideTally(_ series: Series, of client: String) -> SeriesTally {
        tally(series, of: client, bounds: [])
    }

    private func tally(
        _ series: Series, of client: String,
        bounds: [(expectation: Int, samples: SampleSelection)]
    ) -> SeriesTally {
        var series = series
        let number = numbers.next()
        series.number = number
        let sink = observer?.began(series, number: number, of: client)
        return SeriesTally(series, sink: sink, bounds: bounds, keepsSamples: keepsSamples)
    }

    /// Receives the truth of a board; nil if nobody keeps it.
    func truthSink(_ series: Series, board: Int) -> (any SampleSink)? {
        observer?.truth(series, board: board)
    }

    // MARK: Packets

    /// Observes every packet of a stream that a device makes from now on.
    private func watchSamples(_ board: Int, of outlet: any SampleOutlet) -> MadeSamples {
        if let known = made[board].first(where: { $0.source === outlet }) { return known }
        let key = (outlet as? SignalOutlet)?.key
        let samples = MadeSamples(
            of: outlet, key: key.map { SourceKey($0.module, $0.register, $0.index) })
        outlet.observe { [unowned samples] time, counts, fate in
            samples.make(time, counts.x, counts.y, counts.z, fate)
        }
        made[board].append(samples)
        return samples
    }

    func watchSamples(_ board: Int, _ key: SourceKey) -> MadeSamples? {
        guard let model = world.boards[board] as? MetaWearBoard else { return nil }
        if key.module == DataProcessor.id, key.register == 0x03 {
            return watchSamples(board, of: model.watchOutput(of: key.index))
        }
        let outlet = SignalKey(key.module, key.register, key.index)
        return model.outlets.first { $0.key == outlet }.map { watchSamples(board, of: $0) }
    }

    func watchPackets(
        _ board: Int, _ key: SourceKey, perPacket: Int
    ) -> MadeSamples? {
        let packets = watchSamples(board, key)
        guard perPacket > 1, let packets else { return packets }
        packets.single = (world.boards[board] as? MetaWearBoard)?.outlets.first {
            $0.key.module == key.module
                && ($0.key.register == (key.module == 0x15 ? 0x05 : 0x04) || key.module == 0x13)
        }.map { watchSamples(board, of: $0) }
        return packets
    }

    func watchCap(
        _ board: Int
    ) -> (acceleration: MadeSamples, rotation: MadeSamples)? {
        (world.boards[board] as? TrikiCap).map {
            (watchSamples(board, of: $0.acceleration), watchSamples(board, of: $0.rotation))
        }
    }

    func rememberRecorded(_ board: Int, _ key: SourceKey) {
        guard let model = world.boards[board] as? MetaWearBoard else { return }
        watchSamples(board, key)?.remember(recordedIn: model.flash.log)
    }

    func markSamples(_ board: Int) {
        for samples in made[board] { samples.mark(world.simulation.now) }
    }

    func packetArrived(_ board: Int, _ packet: Span<UInt8>) -> MadePacket? {
        guard packet.count > 2 else { return nil }
        for samples in made[board]
        where samples.key?.module == packet[0] && samples.key?.register == packet[1]
            && samples.hasIndex(of: packet)
        {
            return samples.arrived(packet)
        }
        return nil
    }

    func linkBegan(_ board: Int) { for samples in made[board] { samples.linkBegan() } }
}

extension FlashLog: SampleLog {}
