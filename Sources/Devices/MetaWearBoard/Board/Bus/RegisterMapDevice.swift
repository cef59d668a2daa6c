package import Simulation

/// A device with 256 one-byte registers: some read-only, some that follow a quantity of the world.
package final class RegisterMapDevice: BusDevice {
    /// Its name in the trace.
    package let name: String
    private var bytes = [UInt8](repeating: 0, count: 256)
    private var isReadOnly = [Bool](repeating: false, count: 256)
    private var followers: [Follower] = []
    /// Whether the address increments with every byte; otherwise all bytes go to or come from one
    /// register.
    private let countsUp: Bool

    /// A number in some registers that has the true value at the time of the read.
    package struct Follower {
        /// The first of its registers.
        package var register: UInt8
        /// Bytes, 1 to 4.
        package var size: Int
        /// Most significant byte first.
        package var isBigEndian: Bool
        /// What one count is worth, in the unit of `value`.
        package var unitsPerCount: Double
        /// The value at count zero.
        package var zero: Double
        /// The quantity.
        package var value: (Instant) -> Double

        /// A signed number of `size` bytes, clamped to that size.
        package init(
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
    package init(name: String, countsUp: Bool = true) {
        self.name = name
        self.countsUp = countsUp
    }

    /// Sets the values of consecutive registers at power-on.
    package func preset(_ values: [UInt8], at register: UInt8, isReadOnly: Bool = false) {
        for (offset, value) in values.enumerated() {
            bytes[(Int(register) + offset) & 0xFF] = value
            self.isReadOnly[(Int(register) + offset) & 0xFF] = isReadOnly
        }
    }

    /// Lets registers follow a quantity; hosts cannot write them.
    package func follow(_ follower: Follower) {
        followers.append(follower)
        preset(
            Array(repeating: 0, count: follower.size), at: follower.register, isReadOnly: true)
    }

    /// A register's stored value; registers that follow a quantity are not updated.
    package subscript(register: UInt8) -> UInt8 { bytes[Int(register)] }

    /// Stores bytes; read-only registers keep theirs.
    package func write(_ values: [UInt8], to register: UInt8, at time: Instant) {
        for (offset, value) in values.enumerated() {
            let place = (Int(register) + (countsUp ? offset : 0)) & 0xFF
            if !isReadOnly[place] { bytes[place] = value }
        }
    }

    /// Returns bytes; registers that follow a quantity have their current value.
    package func read(_ count: Int, from register: UInt8, at time: Instant) -> [UInt8] {
        for follower in followers {
            preset(follower.bytes(at: time), at: follower.register, isReadOnly: true)
        }
        return (0..<count).map { bytes[(Int(register) + (countsUp ? $0 : 0)) & 0xFF] }
    }
}
