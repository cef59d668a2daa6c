public import Simulation

/// A device of 256 registers of one byte: some read-only, some that follow a quantity of the
/// world.
public final class RegisterMapDevice: BusDevice {
    /// Who it is in the trace.
    public let name: String
    private var bytes = [UInt8](repeating: 0, count: 256)
    private var isReadOnly = [Bool](repeating: false, count: 256)
    private var followers: [Follower] = []
    /// Whether the address goes on with every byte; else one register takes or gives them all.
    private let countsUp: Bool

    /// A number in some registers that is the truth at the time of the read.
    public struct Follower {
        /// The first of its registers.
        public var register: UInt8
        /// 1 to 4 bytes.
        public var size: Int
        /// Most significant byte first.
        public var isBigEndian: Bool
        /// What one count is worth, in the unit of `value`.
        public var unitsPerCount: Double
        /// The value at count zero.
        public var zero: Double
        /// The quantity.
        public var value: (Instant) -> Double

        /// A signed number of `size` bytes; it ends at the ends of its type.
        public init(
            register: UInt8, size: Int, isBigEndian: Bool = true, unitsPerCount: Double,
            zero: Double = 0, value: @escaping (Instant) -> Double
        ) {
            self.register = register
            self.size = min(max(size, 1), 4)
            self.isBigEndian = isBigEndian
            self.unitsPerCount = unitsPerCount == 0 ? 1 : unitsPerCount
            self.zero = zero
            self.value = value
        }

        func bytes(at time: Instant) -> [UInt8] {
            let end = Int64(1) << Int64(8 * size - 1)
            let counts = Int64(nearest: (value(time) - zero) / unitsPerCount)
            let bits = min(max(counts, -end), end - 1)
            let little = (0..<size).map { UInt8(truncatingIfNeeded: bits >> Int64(8 * $0)) }
            return isBigEndian ? little.reversed() : little
        }
    }

    /// All registers are 0 and may be written.
    public init(name: String, countsUp: Bool = true) {
        self.name = name
        self.countsUp = countsUp
    }

    /// Gives registers their values at power-on, one after the other.
    public func preset(_ values: [UInt8], at register: UInt8, isReadOnly: Bool = false) {
        for (offset, value) in values.enumerated() {
            bytes[(Int(register) + offset) & 0xFF] = value
            self.isReadOnly[(Int(register) + offset) & 0xFF] = isReadOnly
        }
    }

    /// Lets registers follow a quantity; hosts cannot write them.
    public func follow(_ follower: Follower) {
        followers.append(follower)
        preset(
            Array(repeating: 0, count: follower.size), at: follower.register, isReadOnly: true)
    }

    /// A register as a host would read it, without a follower's news.
    public subscript(register: UInt8) -> UInt8 { bytes[Int(register)] }

    /// Takes bytes; read-only registers keep theirs.
    public func write(_ values: [UInt8], to register: UInt8, at time: Instant) {
        for (offset, value) in values.enumerated() {
            let place = (Int(register) + (countsUp ? offset : 0)) & 0xFF
            if !isReadOnly[place] { bytes[place] = value }
        }
    }

    /// Gives bytes, those of followers as the world is now.
    public func read(_ count: Int, from register: UInt8, at time: Instant) -> [UInt8] {
        for follower in followers {
            preset(follower.bytes(at: time), at: follower.register, isReadOnly: true)
        }
        return (0..<count).map { bytes[(Int(register) + (countsUp ? $0 : 0)) & 0xFF] }
    }
}
