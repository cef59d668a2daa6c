import CapProtocol
import Peripheral
import Simulation

/// Takes the stream of a cap, and gives the samples of its frames to their recorders.
final class CapReceiver {
    /// The number of frames after START that a host discards as noise (protocol, triki 1.5).
    static let discarded = 20

    let acceleration: CapRecorder
    let rotation: CapRecorder
    let rate: Double
    private var frames = CapFrameReader(status: .any)
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
        guard isOn, !CapCommand.isAnswer(chunk) else { return false }
        for frame in frames.process(chunk) {
            rotation.take(frame.rotationCounts, at: time)
            acceleration.take(frame.accelerationCounts, at: time)
        }
        return true
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
    func take(_ counts: [Int16], at time: Instant) {
        guard let packet = made.arrived(counts[0], counts[1], counts[2]), let first,
            packet.number >= first,
            packet.number < last ?? .max
        else { return }
        received += 1
        guard let tally else { return }
        for axis in 0..<3 { values[axis] = Double(counts[axis]) / scale }
        truth.read(at: packet.time, beside: values, into: &ideal)
        tally.take(time: packet.time, arrival: time, values, ideal)
    }
}
