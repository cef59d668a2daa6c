import Simulation

/// The samples of one stream as they arrive.
final class StreamRecorder {
    /// One sample in counts.
    struct Arrival {
        var time: Instant
        /// Which packet of `made` it came in; 0 for a signal of one byte.
        var number: Int
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
    /// Counts a unit, from a packet on: the range may be changed under a stream.
    private var scales: [(from: Int, countsPerUnit: Double)]
    let rate: Double
    /// The packets that the board made, whether they came or not; nil for a signal of one byte.
    let made: MadeSamples?
    /// The first packet that the board made for it, and the first that it did not; nil before.
    private var first: Int?
    private var end: Int?
    /// Nothing more is asked for; what is on its way still arrives.
    private(set) var isStopped = false
    private(set) var arrivals: [Arrival] = []

    init(
        signal: String, module: UInt8, register: UInt8, perPacket: Int, scale: Double,
        rate: Double, made: MadeSamples?
    ) {
        self.signal = signal
        self.module = module
        self.register = register
        self.perPacket = perPacket
        scales = [(0, scale)]
        self.rate = rate
        self.made = made
    }

    /// The board has heard of it.
    func begin() { if !isStopped { first = made?.samples.count } }

    /// The board has heard of another range.
    func rescale(_ countsPerUnit: Double) {
        if !isStopped, let made { scales.append((made.samples.count, countsPerUnit)) }
    }

    /// Counts a unit in a packet.
    func scale(of number: Int) -> Double {
        scales.last { $0.from <= number }?.countsPerUnit ?? 1
    }

    /// The board was told that nobody wants more of it.
    func switchOff() { end = end ?? made?.samples.count }

    func stop() {
        switchOff()
        isStopped = true
    }

    /// The packets that are its own.
    var window: Range<Int> {
        guard let first, let made else { return 0..<0 }
        return first..<max(first, end ?? made.samples.count)
    }

    /// Takes a packet of its stream; false for any other.
    ///
    /// - Parameter number: which packet of `made` it is.
    func take(_ bytes: Span<UInt8>, _ number: Int?, at time: Instant) -> Bool {
        guard bytes.count > 2, bytes[0] == module, bytes[1] == register else { return false }
        if perPacket == 0 {
            if !isStopped {
                arrivals.append(Arrival(time: time, number: 0, x: Int16(bytes[2]), y: 0, z: 0))
            }
            return false
        }
        guard let number, let first, number >= first, number < end ?? .max,
            bytes.count == 2 + 6 * perPacket
        else { return false }
        func value(_ i: Int) -> Int16 {
            Int16(bitPattern: UInt16(bytes[i]) | UInt16(bytes[i + 1]) << 8)
        }
        for n in 0..<perPacket {
            let at = 2 + 6 * n
            arrivals.append(
                Arrival(
                    time: time, number: number, x: value(at), y: value(at + 2), z: value(at + 4)))
        }
        return true
    }
}
