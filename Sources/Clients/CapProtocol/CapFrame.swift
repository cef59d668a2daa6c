/// A frame as the physical cap sends it, in physical units (protocol, triki-motion 1.5).
package struct CapFrame: Sendable, Equatable {
    /// The first byte.
    package static let header: UInt8 = 0x22
    /// Bytes of a frame.
    package static let length = 14
    /// Counts of one °/s; 70 m°/s a count, as published decoders write it.
    package static let countsPerDegreePerSecond = 14.286
    /// Counts of one g.
    package static let countsPerG = 2048.0

    /// The frame as received, `length` bytes.
    package let bytes: [UInt8]

    /// A frame of 14 bytes with its header; nil for anything else.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length, bytes[0] == Self.header else { return nil }
        self.bytes = bytes
    }

    /// 1 while the button is down; some firmware counts from 0 to 15 (protocol, triki 8.3).
    package var status: UInt8 { bytes[1] }
    /// Whether bit 0 of the status is set: the button is down, on caps whose status is a flag.
    package var isButtonDown: Bool { status & 1 != 0 }
    /// Angular rate in counts, of the chip's axes.
    package var rotationCounts: [Int16] { words([2, 4, 6]) }
    /// Acceleration in counts, of the chip's axes.
    package var accelerationCounts: [Int16] { words([8, 10, 12]) }
    /// Angular rate in °/s, of the chip's axes; -2293.7 to 2293.7.
    package var rotation: [Double] {
        rotationCounts.map { Double($0) / Self.countsPerDegreePerSecond }
    }
    /// Acceleration in g, of the chip's axes; -16 to 16.
    package var acceleration: [Double] { accelerationCounts.map { Double($0) / Self.countsPerG } }
}

extension CapFrame {
    /// The signed 16-bit words, little endian, at these offsets.
    private func words(_ offsets: [Int]) -> [Int16] {
        offsets.map { Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8) }
    }
}
