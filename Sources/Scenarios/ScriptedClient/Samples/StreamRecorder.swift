import MetaWearProtocol
import MetaWearTables
import Peripheral
import Simulation

/// The samples of one stream as they arrive.
final class StreamRecorder: PacketWitness {
    /// The signal with its format.
    let source: ScriptSignal
    /// Bytes of its data.
    private let length: Int
    let perPacket: Int
    /// Counts per unit, each from a packet on: the range may change during a stream.
    @exclusivity(unchecked) private var scales: [(from: Int, countsPerUnit: Double)] = []
    /// The packets that the board made, whether or not they arrived; nil if they are not counted.
    private let made: MadeSamples?
    /// The first packet that the board made for it, and the first one after its end.
    @exclusivity(unchecked) private var first: Int?
    @exclusivity(unchecked) private var end: Int?
    /// The stream was stopped; packets that are on their way may still arrive.
    @exclusivity(unchecked) private(set) var isStopped = false
    /// Packets that the client should receive, and those of them that the board dropped.
    @exclusivity(unchecked) private var wanted = 0
    @exclusivity(unchecked) private var dropped = 0
    /// Packets that the board made beside them while it had nobody to send them to.
    @exclusivity(unchecked) private var unheard = 0
    /// The figures of its samples.
    let tally: SeriesTally
    private let truth: Truth?
    @exclusivity(unchecked) private var values: [Double]
    @exclusivity(unchecked) private var ideal: [Double] = []

    init(_ source: ScriptSignal, made: MadeSamples?, truth: Truth?, tally: SeriesTally) {
        self.source = source
        length = source.length
        perPacket = source.samplesPerPacket
        self.made = made
        self.truth = truth
        self.tally = tally
        values = []
        made?.add(self)
    }

    var signal: String { source.name }
    var module: UInt8 { source.key.module }

    /// Samples that the board made for it, or those that arrived if the board's are not counted.
    var expected: Int { made == nil ? tally.received : wanted * perPacket }
    /// Samples that the board dropped for lack of a buffer.
    var lost: Int { dropped * perPacket }
    /// Samples that the board made while nobody was connected.
    var unheardSamples: Int { unheard * perPacket }

    /// Called when the board has received the subscription.
    func begin() {
        guard !isStopped else { return }
        first = made?.count
        (wanted, dropped, unheard) = (0, 0, 0)
    }

    /// Called when the board has received another range.
    func rescale(_ countsPerUnit: Double) {
        if !isStopped, let made { scales.append((made.count, countsPerUnit)) }
    }

    /// Called when the command that stops the stream has been sent.
    func switchOff() {
        end = end ?? made?.count
        made?.remove(self)
    }

    func stop() {
        switchOff()
        isStopped = true
    }

    func made(_ packet: MadePacket, _ fate: NotificationFate) {
        guard first != nil, source.share?.includes(packet.x) ?? true, fate != .discarded(.notWanted)
        else {
            return
        }
        guard fate != .discarded(.notSubscribed) else {
            unheard += 1
            return
        }
        wanted += 1
        if fate == .dropped { dropped += 1 }
    }

    /// Takes a packet of its stream; false for any other, and for what a step may wait for.
    ///
    /// - Parameter packet: which packet of `made` it is.
    func take(_ bytes: Span<UInt8>, _ packet: MadePacket?, at time: Instant) -> Bool {
        guard bytes.count >= 2, bytes[0] == source.key.module, bytes[1] == source.key.register
        else { return false }
        let start = source.key.index == 0xFF ? 2 : 3
        if start == 3, bytes.count < 3 || bytes[2] != source.key.index { return false }
        if let share = source.share {
            let isLong = bytes.count > start + 1
            let number =
                UInt16(bytes.count > start ? bytes[start] : 0)
                | UInt16(isLong ? bytes[start + 1] : 0) << 8
            if !share.includes(Int16(bitPattern: number)) { return false }
        }
        guard made != nil else {
            if !isStopped, bytes.count >= start + length {
                append(bytes, from: start, nil, at: time)
            }
            return false
        }
        guard let packet, let first, packet.number >= first, packet.number < end ?? .max,
            start == 3 ? bytes.count >= start + length : bytes.count == start + length
        else { return false }
        append(bytes, from: start, packet, at: time)
        return true
    }

    private func append(
        _ bytes: Span<UInt8>, from start: Int, _ packet: MadePacket?, at time: Instant
    ) {
        let rescaled =
            scales.isEmpty
            ? nil : scales.last { $0.from <= packet?.number ?? 0 }?.countsPerUnit
        for place in 0..<perPacket {
            source.readSample(place, of: bytes, from: start, scale: rescaled, into: &values)
            let moment = packet?.time(back: perPacket - 1 - place)
            truth?.read(at: moment ?? time, beside: values, into: &ideal)
            tally.take(time: moment, arrival: time, values, ideal)
        }
    }
}
