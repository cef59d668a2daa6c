/// A frame as the physical cap sends it, in physical units (protocol, triki-motion 1.5).
public struct CapFrame: Sendable, Equatable {
    /// Bytes of a frame.
    public static let length = 14
    /// Counts of one °/s; 70 m°/s a count, as published decoders write it.
    public static let countsPerDegreePerSecond = 14.286
    /// Counts of one g.
    public static let countsPerG = 2048.0

    /// The frame as received, `length` bytes.
    public let bytes: [UInt8]

    /// A frame of 14 bytes with its header; nil for anything else.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length, bytes[0] == 0x22 else { return nil }
        self.bytes = bytes
    }

    /// Whether bit 0 of the status is set: the button is down, on caps whose status is a flag.
    public var isButtonDown: Bool { bytes[1] & 1 != 0 }
    /// Angular rate in counts, of the chip's axes.
    public var rotationCounts: [Int16] { [2, 4, 6].map { word(bytes.span, at: $0) } }
    /// Acceleration in counts, of the chip's axes.
    public var accelerationCounts: [Int16] { [8, 10, 12].map { word(bytes.span, at: $0) } }
    /// Angular rate in °/s, of the chip's axes; -2293.7 to 2293.7.
    public var rotation: [Double] {
        rotationCounts.map { Double($0) / Self.countsPerDegreePerSecond }
    }
    /// Acceleration in g, of the chip's axes; -16 to 16.
    public var acceleration: [Double] { accelerationCounts.map { Double($0) / Self.countsPerG } }
}

/// Puts the frames of a cap's stream together again, wherever it was cut (protocol, triki-motion 1.5).
public struct CapFrameReader: Sendable {
    private var waiting: [UInt8] = []
    /// Bytes that belong to no frame.
    public private(set) var droppedBytes = 0

    /// A reader that has seen nothing.
    public init() {}

    /// The frames that a notification completes: a header and a status of 0 or 1.
    ///
    /// Firmware that counts 0 to 15 in the status is read only where the number is 0 or 1.
    public mutating func process(_ packet: [UInt8]) -> [CapFrame] {
        waiting += packet
        var frames: [CapFrame] = []
        var cursor = 0
        while cursor < waiting.count {
            let left = waiting.count - cursor
            let isHeader = waiting[cursor] == 0x22 && (left == 1 || waiting[cursor + 1] <= 1)
            guard isHeader else {
                cursor += 1
                droppedBytes += 1
                continue
            }
            guard left >= CapFrame.length,
                let frame = CapFrame(Array(waiting[cursor..<cursor + CapFrame.length]))
            else { break }
            frames.append(frame)
            cursor += CapFrame.length
        }
        waiting.removeFirst(cursor)
        return frames
    }
}

/// What a host writes to the cap's RX characteristic (protocol, triki-motion 1.4).
public enum CapCommand {
    /// The rates that caps take, in Hz.
    public static let rates = [26, 52, 104, 208, 416]
    /// Written before START by VeltoKit; caps show no effect.
    public static let initialize: [UInt8] = [0x01, 0x00]
    /// Ends the stream.
    public static let stop: [UInt8] = [0x20, 0, 0, 0, 0, 0, 0]

    /// START with a rate in Hz, 1 to 65,535.
    public static func start(hertz: UInt16) -> [UInt8] {
        [
            0x20, 0x10, 0x00, 0xD0, 0x07, UInt8(truncatingIfNeeded: hertz),
            UInt8(truncatingIfNeeded: hertz >> 8), 0x03,
        ]
    }
}
