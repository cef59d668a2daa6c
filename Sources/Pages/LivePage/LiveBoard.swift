import Device
import MetaWearBoard
import MetaWearTables
import Motion
import Peripheral
import ScenarioFile
import ScenarioRun
import Simulation
import TrikiCap
import Wire

/// Watches one board of a session: what it makes, what hosts do with it, and what becomes of it.
final class LiveBoard: DeviceWitness {
    let index: Int
    let device: any SimulatedDevice
    /// nil for a cap.
    let model: MetaWearBoard?
    let traffic: LiveTraffic
    private let timeline: LiveTimeline
    private unowned let run: ScenarioRun
    private(set) var streams: [LiveStream] = []
    /// By key: the place among the streams, or nil for what is no stream.
    private var places: [SignalKey: Int?] = [:]
    /// The last datum of every signal, and how many there were.
    private(set) var data: [SignalKey: (bytes: ShortBytes, count: Int)] = [:]
    /// A host may have changed what the board does with its data.
    var graphIsStale = true
    /// A host may have subscribed to another signal.
    private var streamsAreStale = true
    var graph: (time: Instant, graph: BoardState.Graph)?
    private let nextStream: () -> UInt16

    init(
        _ index: Int, of run: ScenarioRun, _ traffic: LiveTraffic, _ timeline: LiveTimeline,
        nextStream: @escaping () -> UInt16
    ) {
        self.index = index
        self.run = run
        self.traffic = traffic
        self.timeline = timeline
        self.nextStream = nextStream
        device = run.boards[index]
        model = device as? MetaWearBoard
        device.witness = self
        model?.onDatum = { [unowned self] in took($0, $1) }
        if let cap = device as? TrikiCap { watch(cap) }
    }

    func close() {
        device.witness = nil
        model?.onDatum = nil
        if let cap = device as? TrikiCap {
            cap.acceleration.onSample = nil
            cap.rotation.onSample = nil
        }
    }

    // MARK: Data

    private func took(_ key: SignalKey, _ bytes: ShortBytes) {
        data[key, default: (bytes, 0)].bytes = bytes
        data[key]?.count += 1
        findStreams()
        guard let place = places[key] ?? add(key), let model else { return }
        let stream = streams[place]
        let sensor =
            stream.row?.measures == .angularRate
            ? model.hardware.gyroscope : model.hardware.accelerometer
        stream.take(bytes, at: run.now, scale: sensor.configuration.countsPerUnit)
    }

    /// A signal that is seen for the first time: a stream, if it measures something. What happens now and then, such as a
    /// press of the button, is one only if somebody takes it.
    private func add(_ key: SignalKey, isTaken: Bool = false) -> Int? {
        var place: Int?
        if let row = model?.knownSignal(key) {
            if !row.fields.isEmpty, row.measures != nil || isTaken {
                place = streams.count
                streams.append(stream(row, key))
            }
        } else if isTaken, let data = model?.declaredData(key), !data.axes.isEmpty {
            place = streams.count
            streams.append(LiveStream(nextStream(), key, data))
        }
        places[key] = .some(place)
        return place
    }

    /// A stream for everything that a host has subscribed to, or that is logged, before its first datum.
    func findStreams() {
        guard streamsAreStale, let model else { return }
        streamsAreStale = false
        for key in model.subscribedSignals + model.loggers.map(\.source)
        where (places[key] ?? nil) == nil && key.module != DataProcessor.id {
            _ = add(key, isTaken: true)
        }
    }

    private func stream(_ row: SignalDescription, _ key: SignalKey? = nil) -> LiveStream {
        LiveStream(
            nextStream(), key, row, truth: row.measures.map { run.world.truth(of: $0, on: index) })
    }

    private func watch(_ cap: TrikiCap) {
        for (outlet, signal) in [
            (cap.acceleration, Signal.acceleration), (cap.rotation, .rotation),
        ] {
            let stream = stream(signal.row)
            streams.append(stream)
            outlet.onSample = { [unowned cap] time, counts in
                let scale =
                    signal == .acceleration ? cap.scales.acceleration : cap.scales.rotation
                stream.take(
                    [Double(counts.x), Double(counts.y), Double(counts.z)].map { $0 / scale },
                    at: time)
            }
        }
    }

    /// Where the samples of a stream go.
    struct Use {
        /// The firmware's own counts; nil for a value that is read.
        var outlet: SignalOutlet?
        var isToHost: Bool
        var isLogged: Bool
        var isShown: Bool
    }

    func use(of stream: LiveStream) -> Use {
        guard let model, let key = stream.key else {
            return Use(
                outlet: nil, isToHost: device.isConnected, isLogged: false,
                isShown: stream.made > 0)
        }
        let isToHost = model.isSubscribed(key.module, key.register)
        let isLogged = model.loggers.contains { $0.source == key }
        return Use(
            outlet: model.outlets.first { $0.key == key }, isToHost: isToHost, isLogged: isLogged,
            // The same samples again, three to a packet, are not shown unless somebody takes them.
            isShown: stream.perPacket == 1 || isToHost || isLogged)
    }

    // MARK: Witness

    func saw(_ event: DeviceEvent, of device: any SimulatedDevice, at time: Instant) {
        switch event {
        case .command(let bytes, let source):
            (graphIsStale, streamsAreStale) = (true, true)
            traffic.add(.init(time, index, .toBoard(source), bytes))
        case .wrote(let value, let bytes, _)
        where model == nil || value != MetaWearBoard.packetValues.command:
            traffic.add(.init(time, index, .toBoard(.host), bytes, value: value))
        case .notified(let value, let bytes, let fate):
            if fate.isLoss { timeline.dropped(index, at: time) }
            traffic.add(
                .init(
                    time, index, .toHost(fate), bytes,
                    value: model == nil || value != MetaWearBoard.packetValues.notification
                        ? value : nil))
        case .ignored(let why): traffic.ignored(why.text, index)
        case .connected(let parameters):
            graphIsStale = true
            timeline.connected(index, at: time)
            tell(parameters == nil ? "connected by USB" : "connected to \(peer ?? "a host")", time)
        case .disconnected(let reason):
            timeline.disconnected(index, at: time)
            tell(reason.map { "disconnected: \($0)" } ?? "the link dropped silently", time)
        case .parametersChanged(let parameters):
            tell("the interval is now \(parameters.interval.seconds * 1000) ms", time)
        case .mtuChanged(let mtu): tell("the MTU is now \(mtu)", time)
        case .reset:
            graphIsStale = true
            timeline.add(.reset, "the firmware restarts", on: index, at: time)
            tell("the firmware restarts", time)
        case .advertising: tell("advertises", time)
        case .attributeRefused(let refusal): tell("refused: \(refusal)", time)
        case .attributeBreach(let breach): tell("against the protocol: \(breach)", time)
        case .settled, .vanished, .subscribed, .read, .wrote, .commandEnded: break
        }
    }

    private func tell(_ text: String, _ time: Instant) {
        traffic.tell("link", text, index, time)
    }

    private var peer: String? { run.peer(of: index) }
}

extension MetaWearBoard {
    /// A signal that no client of a scenario has a word for, as its register declares it.
    func declaredData(_ key: SignalKey) -> DeclaredData? {
        guard let answer = register(key.module, key.register)?.declaration.answer else {
            return nil
        }
        let axes = answer.fields.filter { $0.width != nil && $0.name != "reserved" }.map(\.name)
        return DeclaredData(title: title(of: key), axes: axes, reading: answer.reading)
    }

    /// A datum in words.
    func words(of bytes: ShortBytes, _ key: SignalKey) -> String {
        if let row = knownSignal(key), row.measures != nil,
            bytes.count >= row.fields.reduce(0, { $0 + $1.size })
        {
            let sensor =
                row.measures == .angularRate ? hardware.gyroscope : hardware.accelerometer
            var (offset, parts) = (0, [String]())
            for field in row.shownFields {
                let value =
                    field.value(in: bytes, at: offset)
                    / (row.isScaledByRange ? sensor.configuration.countsPerUnit : 1)
                offset += field.size
                let text = LiveText.short(value)
                parts.append(row.fields.count == 1 ? text : "\(field.axis) \(text)")
            }
            return parts.joined(separator: ", ")
                + (row.shownUnit.isEmpty ? "" : " \(row.shownUnit)")
        }
        switch bytes.count {
        case 0: return "–"
        case 1, 2, 4:
            let raw = bytes.littleEndian(bytes: bytes.count)
            guard isSigned(key) else { return "\(raw)" }
            let shift = UInt64(64 - 8 * bytes.count)
            return "\(Int64(truncatingIfNeeded: raw << shift) >> Int64(shift))"
        case 6:
            return (0..<3).map {
                "\(Int16(truncatingIfNeeded: bytes.littleEndian(offset: 2 * $0, bytes: 2)))"
            }.joined(separator: ", ")
        default: return Hex.text(bytes.array)
        }
    }
}

/// Numbers as the page shows them.
enum LiveText {
    /// With three decimals.
    static func short(_ value: Double) -> String {
        guard value.isFinite, value.magnitude < 1e12 else { return "\(value)" }
        let rounded = (value * 1000).rounded() / 1000
        let text = "\(rounded == 0 ? 0 : rounded)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
