import Declaration
import Device
import MetaWearBoard
import MetaWearTables
import Peripheral
import ScenarioFile
import ScriptedClient
import Simulation
import TrikiCap

extension ScenarioRun: ClientWorld {
    package func place(of board: Reference?) -> Int { scenario.board(board) }

    package func target(_ board: Int) -> ClientTarget {
        let device = boards[board]
        return ClientTarget(
            name: device.name, address: device.address,
            isCap: scenario.boards[board].model == .triki)
    }

    package func contents(of path: String) throws(StepFailure) -> [UInt8] {
        switch readFile(MoveReader(file: file, readFile: readFile).path(path)) {
        case .success(let bytes): return bytes
        case .failure(let why): throw StepFailure("\(path) cannot be read: \(why)")
        }
    }

    package func passkeyShown(by board: Int) -> UInt32? { passkeysShown[boards[board].name] }

    package func truth(of kind: Measurand, on board: Int) -> Truth {
        // What a device's sensors move with, in their own axes.
        Truth(kind, (boards[board] as? TrikiCap)?.chip ?? bodies[board], environments[board])
    }

    /// What an expectation asks about the errors of the series is added up apart.
    package func tally(
        _ series: Series, of client: ScriptedClient, on board: Int
    ) -> SeriesTally {
        let bounds = judges.filter { $0.client === client && $0.board == board }.compactMap {
            judge in
            scenario.expect[judge.place].selection(of: series).map { (judge.place, $0) }
        }
        var series = series
        let number = seriesNumbers.next()
        series.number = number
        let sink = seriesObserver?.began(series, number: number, of: client.script.name)
        return SeriesTally(series, sink: sink, bounds: bounds, keepsSamples: keepsSamples)
    }

    // MARK: Samples

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

    package func watchSamples(_ board: Int, _ key: SourceKey) -> MadeSamples? {
        guard let model = boards[board] as? MetaWearBoard else { return nil }
        if key.module == DataProcessor.id, key.register == 0x03 {
            return watchSamples(board, of: model.watchOutput(of: key.index))
        }
        let outlet = SignalKey(key.module, key.register, key.index)
        return model.outlets.first { $0.key == outlet }.map { watchSamples(board, of: $0) }
    }

    package func watchPackets(
        _ board: Int, _ key: SourceKey, perPacket: Int
    ) -> MadeSamples? {
        let packets = watchSamples(board, key)
        guard perPacket > 1, let packets else { return packets }
        packets.single = (boards[board] as? MetaWearBoard)?.outlets.first {
            $0.key.module == key.module
                && ($0.key.register == (key.module == 0x15 ? 0x05 : 0x04) || key.module == 0x13)
        }.map { watchSamples(board, of: $0) }
        return packets
    }

    package func watchCap(
        _ board: Int
    ) -> (acceleration: MadeSamples, rotation: MadeSamples)? {
        (boards[board] as? TrikiCap).map {
            (watchSamples(board, of: $0.acceleration), watchSamples(board, of: $0.rotation))
        }
    }

    package func rememberRecorded(_ board: Int, _ key: SourceKey) {
        guard let model = boards[board] as? MetaWearBoard else { return }
        watchSamples(board, key)?.remember(recordedIn: model.flash.log)
    }

    package func markSamples(_ board: Int) {
        for samples in made[board] { samples.mark(simulation.now) }
    }

    package func packetArrived(_ board: Int, _ packet: Span<UInt8>) -> MadePacket? {
        guard packet.count > 2 else { return nil }
        for samples in made[board]
        where samples.key?.module == packet[0] && samples.key?.register == packet[1]
            && samples.hasIndex(of: packet)
        {
            return samples.arrived(packet)
        }
        return nil
    }

    package func linkBegan(_ board: Int) { for samples in made[board] { samples.linkBegan() } }
}

extension FlashLog: SampleLog {}
