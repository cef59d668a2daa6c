import Simulation

/// The samples of one stream as they arrive.
final class StreamRecorder {
    /// One sample in counts.
    struct Arrival {
        var time: Instant
        var x: Int16
        var y: Int16
        var z: Int16
    }

    /// As scenarios name it.
    let signal: String
    let module: UInt8
    let register: UInt8
    /// Samples a packet: 1 or 3; 0 for a signal of one byte.
    let perPacket: Int
    /// Counts a unit.
    let scale: Double
    let rate: Double
    let started: Instant
    var stopped: Instant?
    private(set) var arrivals: [Arrival] = []
    /// The board's count of dropped packets when the stream began.
    var droppedBefore = 0
    var droppedAtEnd: Int?

    init(
        signal: String, module: UInt8, register: UInt8, perPacket: Int, scale: Double,
        rate: Double, started: Instant
    ) {
        self.signal = signal
        self.module = module
        self.register = register
        self.perPacket = perPacket
        self.scale = scale
        self.rate = rate
        self.started = started
    }

    /// Takes a packet of its stream; false for any other.
    func take(_ bytes: Span<UInt8>, at time: Instant) -> Bool {
        guard bytes.count > 2, bytes[0] == module, bytes[1] == register, stopped == nil else {
            return false
        }
        if perPacket == 0 {
            arrivals.append(Arrival(time: time, x: Int16(bytes[2]), y: 0, z: 0))
            return false
        }
        guard bytes.count == 2 + 6 * perPacket else { return false }
        func value(_ i: Int) -> Int16 {
            Int16(bitPattern: UInt16(bytes[i]) | UInt16(bytes[i + 1]) << 8)
        }
        for n in 0..<perPacket {
            let at = 2 + 6 * n
            arrivals.append(Arrival(time: time, x: value(at), y: value(at + 2), z: value(at + 4)))
        }
        return true
    }
}
