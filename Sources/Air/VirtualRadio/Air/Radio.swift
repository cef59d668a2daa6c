public import Simulation

/// The capabilities of a world's radios; the same for all of them.
public struct Radio: Sendable, Equatable {
    /// The symbol rate of a connection (Core Vol 6, Part A, 3).
    public enum PHY: UInt8, Sendable {
        case oneMegabit = 1
        case twoMegabit, coded

        /// The duration of a packet with a payload of `payload` bytes (Core Vol 6, Part B, 2.1 and
        /// 2.2): preamble, access address, header, payload and CRC; coded with eight symbols a bit.
        package func airTime(payload: Int) -> Nanoseconds {
            let bytes = Int64(payload)
            return switch self {
            case .oneMegabit: .microseconds((1 + 4 + 2 + bytes + 3) * 8)
            case .twoMegabit: .microseconds((2 + 4 + 2 + bytes + 3) * 4)
            case .coded: .microseconds(80 + 256 + 16 + 24 + ((2 + bytes + 3) * 8 + 3) * 8)
            }
        }
    }

    /// The symbol rate.
    package var phy: PHY
    /// The longest payload of a data packet, L2CAP header included: 27 to 251 bytes.
    package var dataLength: Int
    /// The most packets that one connection event carries in each direction; a short connection
    /// interval may allow fewer. Three is what recordings of 2026 show (RB26-50): the event length of
    /// 3.75 ms that the radio's software has by default.
    package var packetsPerEvent: Int
    /// The number of notifications that a peripheral may have queued before it gets `full`.
    package var notificationBuffers: Int
    /// Signal loss over the first metre, in dB: free space at 2.44 GHz is 40.
    package var pathLossAtOneMetre: Double
    /// 2 in free space, 1.6 to 3.5 indoors.
    package var pathLossExponent: Double
    /// The weakest signal that is received, in dBm.
    package var sensitivity: Double
    /// The largest difference in dB between the measured strength of an advertisement and the one
    /// at its distance: channels differ, and so do two packets on one.
    package var fading = 0.0

    /// The defaults are those of a phone and a board without extensions: 1M, 27 bytes, three packets
    /// an event, six notification buffers.
    public init(
        phy: PHY = .oneMegabit, dataLength: Int = 27, packetsPerEvent: Int = 3,
        notificationBuffers: Int = 6, pathLossAtOneMetre: Double = 40,
        pathLossExponent: Double = 2, sensitivity: Double = -95
    ) {
        self.phy = phy
        self.dataLength = min(max(dataLength, 27), 251)
        self.packetsPerEvent = max(1, packetsPerEvent)
        self.notificationBuffers = max(1, notificationBuffers)
        self.pathLossAtOneMetre = pathLossAtOneMetre
        self.pathLossExponent = pathLossExponent
        self.sensitivity = sensitivity
    }

    /// Between two packets of a connection event (Core Vol 6, Part B, 4.1.1).
    public static let gap = Nanoseconds.microseconds(150)

    /// The duration of one exchange: a full packet, an empty one back, and a gap after each.
    public var exchange: Nanoseconds {
        phy.airTime(payload: dataLength) + phy.airTime(payload: 0) + Self.gap + Self.gap
    }

    /// The number of packets in each direction that fit a connection event of this interval.
    public func packets(in interval: Nanoseconds) -> Int {
        packets(in: interval, exchange: exchange)
    }

    func packets(in interval: Nanoseconds, exchange: Nanoseconds) -> Int {
        max(1, min(packetsPerEvent, Int(clamping: interval.count / exchange.count)))
    }

    /// Received signal strength in dBm, by the log-distance law; `distance` in metres.
    public func rssi(txPower: Int8, distance: Double) -> Double {
        Double(txPower) - pathLossAtOneMetre
            - 10 * pathLossExponent * decimalLogarithm(max(distance, 0.01))
    }
}

/// The logarithm to base 10 of a positive finite number, to about 1e-12, the same on every system.
func decimalLogarithm(_ x: Double) -> Double {
    // ln m = 2 artanh((m - 1) / (m + 1)), for a significand m in 1 ..< 2.
    let ratio = (x.significand - 1) / (x.significand + 1)
    let square = ratio * ratio
    var sum = 0.0
    var power = ratio
    var divisor = 1.0
    while divisor < 25 {
        sum += power / divisor
        power *= square
        divisor += 2
    }
    return (2 * sum + Double(x.exponent) * 0.693_147_180_559_945_3) / 2.302_585_092_994_045_7
}

extension Radio.PHY: CustomStringConvertible {
    /// The case's name.
    public var description: String {
        switch self {
        case .oneMegabit: "oneMegabit"
        case .twoMegabit: "twoMegabit"
        case .coded: "coded"
        }
    }
}
