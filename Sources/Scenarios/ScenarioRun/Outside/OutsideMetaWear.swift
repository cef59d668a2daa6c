import Device
import MetaWearBoard
import Peripheral
import ScriptedClient
import Simulation

/// Sees every notification of a MetaWear and keeps those that are samples.
final class OutsideMetaWear: OutsideBoard, DeviceWitness {
    private let place: Int
    private let client: String
    private unowned let run: ScenarioRun
    private unowned let model: MetaWearBoard
    /// Who watched the board before.
    private let before: (any DeviceWitness)?
    /// How the packets of a kind are read; nil for those that are no samples.
    private var forms: [SignalKey: SentForm?] = [:]
    /// The present stream of each kind, and those that ended.
    private var streams: [SignalKey: SentStream] = [:]
    private var all: [SentStream] = []
    /// When the newest packet of each kind was made.
    private var last: [SignalKey: Instant] = [:]
    /// The board's own queue: what is a sample has its stream.
    private var waiting: [SentStream.Packet?] = []
    private var rawSignals: Set<String> = []

    /// nil for another device.
    init?(_ place: Int, of run: ScenarioRun, client: String) {
        guard let model = run.boards[place] as? MetaWearBoard else { return nil }
        self.place = place
        self.client = client
        self.run = run
        self.model = model
        before = model.witness
        model.witness = self
    }

    var series: [Series] { all.map(\.series) }

    var note: String? {
        guard !rawSignals.isEmpty else { return nil }
        return
            "\(model.name): the table of \(rawSignals.sorted().joined(separator: ", ")) has bytes,"
            + " since only the client knows what they mean"
    }

    func saw(_ event: DeviceEvent, of device: any SimulatedDevice, at time: Instant) {
        switch event {
        case .command(let bytes, .host): heard(bytes)
        case .notified(MetaWearBoard.packetValues.notification, let bytes, let fate):
            made(bytes, fate, at: time)
        case .settled(MetaWearBoard.packetValues.notification, _, let fate):
            settled(fate, at: time)
        case .reset: (streams, last) = ([:], [:])
        default: break
        }
        before?.saw(event, of: device, at: time)
    }

    /// A stream that is asked for again is another one.
    private func heard(_ bytes: [UInt8]) {
        guard bytes.count == 3, bytes[2] == 1 else { return }
        for key in streams.keys where key.module == bytes[0] && key.register == bytes[1] {
            streams[key] = nil
            last[key] = nil
        }
    }

    private func made(_ bytes: [UInt8], _ fate: NotificationFate, at time: Instant) {
        var packet: SentStream.Packet?
        if let (key, form) = form(of: bytes) {
            let samples = form.samples(
                in: bytes, at: time, after: last[key], rate: model.rate(form),
                scale: model.countsPerUnit(form))
            last[key] = time
            // Nobody has heard anything of a stream that begins without a host.
            if fate != .discarded(.notSubscribed) || streams[key] != nil {
                packet = stream(key, form).made(samples, fate, at: time)
            }
        }
        if fate == .waiting { waiting.append(packet) }
    }

    /// The board's queue gives its packets in their order.
    private func settled(_ fate: NotificationFate, at time: Instant) {
        guard !waiting.isEmpty, let packet = waiting.removeFirst(), fate == .sent else { return }
        packet.stream.sent(packet, at: time)
    }

    private func form(of bytes: [UInt8]) -> (SignalKey, SentForm)? {
        guard bytes.count > 2 else { return nil }
        for index in [SignalKey.noIndex, bytes[2]] {
            let key = SignalKey(bytes[0], bytes[1], index)
            let known: SentForm?
            if let form = forms[key] {
                known = form
            } else {
                known = model.sentForm(key, length: bytes.count)
                forms[key] = .some(known)
            }
            if let known, known.fits(bytes.count) { return (key, known) }
        }
        return nil
    }

    private func stream(_ key: SignalKey, _ form: SentForm) -> SentStream {
        if let known = streams[key] { return known }
        var series = Series(
            board: model.name, signal: form.name, unit: form.unit, axes: form.axes,
            source: .stream, rate: model.rate(form))
        series.measure = form.measurand?.measure ?? .difference
        if form.isRaw { rawSignals.insert(form.name) }
        let stream = SentStream(
            run.samples.outsideTally(series, of: client),
            truth: form.measurand.map { run.world.truth(of: $0, on: place) },
            perPacket: form.perPacket)
        streams[key] = stream
        all.append(stream)
        return stream
    }
}
