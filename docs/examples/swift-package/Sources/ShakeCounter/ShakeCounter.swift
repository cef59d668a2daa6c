/// The app: it talks to a board over a link of any kind, and counts how often it is shaken.
public struct ShakeCounter {
    /// What the app writes to the board's command characteristic, in this order: 100 Hz and ±8 g,
    /// subscribe, enable, start.
    public static let start: [[UInt8]] = [
        [0x03, 0x03, 0xA8, 0x02], [0x03, 0x04, 0x01], [0x03, 0x02, 0x01, 0x00], [0x03, 0x01, 0x01],
    ]
    /// The same backwards.
    public static let stop: [[UInt8]] = [
        [0x03, 0x01, 0x00], [0x03, 0x02, 0x00, 0x01], [0x03, 0x04, 0x00],
    ]

    /// Shakes so far.
    public private(set) var shakes = 0
    /// Acceleration in g, as it came.
    public private(set) var samples: [(x: Double, y: Double, z: Double)] = []
    private var quiet = 0

    public init() {}

    /// What the board notified.
    public mutating func receive(_ bytes: [UInt8]) {
        guard bytes.count == 8, bytes[0] == 0x03, bytes[1] == 0x04 else { return }
        func axis(_ i: Int) -> Double {
            Double(Int16(bitPattern: UInt16(bytes[i]) | UInt16(bytes[i + 1]) << 8)) / 4096
        }
        let sample = (x: axis(2), y: axis(4), z: axis(6))
        samples.append(sample)
        let square = sample.x * sample.x + sample.y * sample.y + sample.z * sample.z
        if square > 1.8 * 1.8 {
            // A shake ends with half a second of rest.
            if quiet >= 50 { shakes += 1 }
            quiet = 0
        } else {
            quiet += 1
        }
    }
}
