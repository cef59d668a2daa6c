import Device
import MetaWearTables
import Peripheral
import ScriptedClient
import Simulation
import TrikiCap

/// Keeps the frames that a cap sends.
final class OutsideCap: OutsideBoard, DeviceWitness {
    private let place: Int
    private let client: String
    private unowned let run: ScenarioRun
    private let before: (any DeviceWitness)?
    private var streams: [Signal: SentStream] = [:]
    private var all: [SentStream] = []
    /// Frames of the present stream that are still noise, by signal.
    private var noise: [Signal: Int] = [:]
    /// As the last START asked for.
    private var rate = 0.0
    /// A host discards as many frames after START (protocol, triki 1.5).
    private static let discarded = 20

    init(_ place: Int, of run: ScenarioRun, client: String) {
        self.place = place
        self.client = client
        self.run = run
        let device = run.boards[place]
        before = device.witness
        device.witness = self
        guard let cap = device as? TrikiCap else { return }
        for (outlet, signal) in [
            (cap.acceleration, Signal.acceleration), (cap.rotation, .rotation),
        ] {
            outlet.observe { [unowned self, unowned cap] time, counts, fate in
                let scale =
                    signal == .acceleration ? cap.scales.acceleration : cap.scales.rotation
                made(
                    signal,
                    [Double(counts.x), Double(counts.y), Double(counts.z)].map { $0 / scale },
                    fate, at: time)
            }
        }
    }

    var series: [Series] { all.map(\.series) }
    var note: String? { nil }

    func saw(_ event: DeviceEvent, of device: any SimulatedDevice, at time: Instant) {
        if case .command(let bytes, .host) = event, bytes.count >= 7, bytes[0] == 0x20 {
            streams = [:]
            noise = [.acceleration: Self.discarded, .rotation: Self.discarded]
            rate = Double(UInt16(bytes[5]) | UInt16(bytes[6]) << 8)
        }
        before?.saw(event, of: device, at: time)
    }

    private func made(
        _ signal: Signal, _ values: [Double], _ fate: NotificationFate, at time: Instant
    ) {
        if let left = noise[signal], left > 0 {
            noise[signal] = left - 1
            return
        }
        if fate == .discarded(.notSubscribed), streams[signal] == nil { return }
        // Which frames of its buffer a cap has cut into packets is not told: one that it took counts.
        let taken = fate == .waiting ? NotificationFate.sent : fate
        _ = stream(signal).made([(time, values)], taken, at: time)
    }

    private func stream(_ signal: Signal) -> SentStream {
        if let known = streams[signal] { return known }
        let row = signal.row
        let stream = SentStream(
            run.samples.outsideTally(
                Series(
                    board: run.boards[place].name, signal: signal.rawValue,
                    unit: row.shownFields.first?.unit ?? "", axes: ["x", "y", "z"],
                    source: .stream, rate: rate), of: client),
            truth: row.measures.map { run.world.truth(of: $0, on: place) })
        streams[signal] = stream
        all.append(stream)
        return stream
    }
}
