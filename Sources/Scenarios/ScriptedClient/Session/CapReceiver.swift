import Peripheral
import Simulation

/// Reassembles the stream of a cap: it takes notifications and gives frames of 14 bytes.
///
/// It shares no code with the cap's firmware.
final class CapReceiver {
    /// The number of frames after START that a host discards as noise (protocol, triki 1.5).
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

    /// Called when the cap has received START.
    func begin() {
        isOn = true
        acceleration.begin()
        rotation.begin()
    }

    /// Called when the cap has received STOP.
    func end() {
        acceleration.end()
        rotation.end()
    }

    /// Ends the stream; frames that are still on their way are ignored.
    func close() {
        end()
        isOn = false
    }

    /// Takes a notification of the stream; false for anything else.
    func take(_ chunk: Span<UInt8>, at time: Instant) -> Bool {
        // The answer to START is no part of the stream, even within a frame.
        guard isOn, !(chunk.count == 5 && chunk[0] == 0x21) else { return false }
        for i in chunk.indices {
            // Skips to the next header.
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

/// The samples that a host received from one of the cap's sensors.
final class CapRecorder: PacketWitness {
    /// The signal's name in scenarios.
    let signal: String
    let unit: String
    /// Counts per unit: 2048 per g, or 1/0.070 per °/s.
    let scale: Double
    private let made: MadeSamples
    private let truth: Truth
    /// The figures of its samples; nil if the script did not ask for them.
    var tally: SeriesTally?
    /// Frames that were received and count.
    private(set) var received = 0
    /// Frames that should have arrived, and those of them that the cap dropped for lack of a
    /// buffer.
    private(set) var wanted = 0
    private(set) var dropped = 0
    /// Frames that the cap made beside them while it had nobody to send them to.
    private(set) var unheard = 0
    /// The first frame that counts, and the first after them.
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
        // Frames of an earlier stream no longer arrive.
        made.linkBegan()
        first = made.count + CapReceiver.discarded
        (wanted, dropped, unheard) = (0, 0, 0)
    }

    func end() {
        last = last ?? made.count
        made.remove(self)
    }

    func made(_ packet: MadePacket, _ fate: NotificationFate) {
        guard let first, packet.number >= first, fate != .discarded(.notWanted) else { return }
        guard fate != .discarded(.notSubscribed) else {
            unheard += 1
            return
        }
        wanted += 1
        if fate == .dropped { dropped += 1 }
    }

    /// Takes a frame. One that the cap never made, assembled wrongly around an answer, counts as
    /// lost.
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
