import Peripheral
import Simulation

/// The stream of a cap as a host puts it together: notifications in, frames of 14 bytes out.
///
/// A host of its own, which shares nothing with the cap's firmware.
final class CapReceiver {
    /// A host throws the first frames after START away: they are noise (protocol, triki 1.5).
    static let discarded = 20

    /// START with both sensors, in whole hertz, and STOP (protocol, triki 1.4).
    static func start(_ hertz: UInt16) -> [UInt8] {
        [
            0x20, 0x10, 0x00, 0xD0, 0x07, UInt8(truncatingIfNeeded: hertz), UInt8(hertz >> 8), 0x03,
        ]
    }
    static let stop: [UInt8] = [0x20, 0, 0, 0, 0, 0, 0]

    let acceleration: CapRecorder
    let rotation: CapRecorder
    let rate: Double
    private var bytes: [UInt8] = []
    private(set) var isOn = false

    init(acceleration: CapRecorder, rotation: CapRecorder, rate: Double) {
        self.acceleration = acceleration
        self.rotation = rotation
        self.rate = rate
    }

    /// The cap has START.
    func begin() {
        isOn = true
        acceleration.begin()
        rotation.begin()
    }

    /// The cap has STOP.
    func end() {
        acceleration.end()
        rotation.end()
    }

    /// What is on its way is not waited for any more.
    func close() {
        end()
        isOn = false
    }

    /// Takes a notification of the stream; false for anything else.
    func take(_ chunk: Span<UInt8>, at time: Instant) -> Bool {
        // The answer to START stands for itself, wherever the stream is.
        guard isOn, !(chunk.count == 5 && chunk[0] == 0x21) else { return false }
        for i in chunk.indices {
            // Out of step: on to the next header.
            if bytes.isEmpty, chunk[i] != 0x22 { continue }
            bytes.append(chunk[i])
            if bytes.count == 14 {
                complete(at: time)
                bytes.removeAll(keepingCapacity: true)
            }
        }
        return true
    }

    private func complete(at time: Instant) {
        func value(_ at: Int) -> Int16 {
            Int16(bitPattern: UInt16(bytes[at]) | UInt16(bytes[at + 1]) << 8)
        }
        rotation.take(value(2), value(4), value(6), at: time)
        acceleration.take(value(8), value(10), value(12), at: time)
    }
}

/// What a host got of one of the cap's sensors.
final class CapRecorder: PacketWitness {
    /// As scenarios name it.
    let signal: String
    let unit: String
    /// Counts a unit: 2048 a g, or 1/0.070 a °/s.
    let scale: Double
    /// What the cap made.
    private let made: MadeSamples
    private let truth: Truth
    /// What came of its samples; nil if the script did not ask for them.
    var tally: SeriesTally?
    /// Frames that came and count.
    private(set) var received = 0
    /// Frames that a host that lost nothing would have, and those that found no buffer.
    private(set) var wanted = 0
    private(set) var dropped = 0
    /// The first frame that counts, and the first that does not any more.
    private var first: Int?
    private var last: Int?
    private var values = [0.0, 0.0, 0.0]
    private var ideal: [Double] = []

    init(_ signal: String, unit: String, scale: Double, made: MadeSamples, truth: Truth) {
        self.signal = signal
        self.unit = unit
        self.scale = scale
        self.made = made
        self.truth = truth
        made.add(self)
    }

    func begin() {
        // What an earlier stream left behind never comes.
        made.linkBegan()
        first = made.count + CapReceiver.discarded
        (wanted, dropped) = (0, 0)
    }

    func end() {
        last = last ?? made.count
        made.remove(self)
    }

    func made(_ packet: MadePacket, _ fate: NotificationFate) {
        guard let first, packet.number >= first, fate != .discarded(.notWanted) else { return }
        wanted += 1
        if fate == .dropped { dropped += 1 }
    }

    /// A frame that was never made, put together wrongly around an answer, is as good as lost.
    func take(_ x: Int16, _ y: Int16, _ z: Int16, at time: Instant) {
        guard let packet = made.arrived(x, y, z), let first, packet.number >= first,
            packet.number < last ?? .max
        else { return }
        received += 1
        guard let tally else { return }
        values[0] = Double(x) / scale
        values[1] = Double(y) / scale
        values[2] = Double(z) / scale
        truth.read(at: packet.time, beside: values, into: &ideal)
        tally.take(time: packet.time, arrival: time, values, ideal)
    }
}
