public import Simulation

/// What the radios of a world can do; one for all of them.
public struct Radio: Sendable, Equatable {
    /// The symbol rate of a connection (Core Vol 6, Part A, 3).
    public enum PHY: Sendable { case oneMegabit, twoMegabit }

    /// The symbol rate.
    public var phy: PHY
    /// The longest payload of a data packet, L2CAP header included: 27 to 251 bytes.
    public var dataLength: Int
    /// The most packets that one connection event carries in each direction; a short connection
    /// interval may allow fewer.
    public var packetsPerEvent: Int
    /// How many notifications a peripheral may have waiting before it is told `full`.
    public var notificationBuffers: Int
    /// Signal loss over the first metre, in dB: free space at 2.44 GHz is 40.
    public var pathLossAtOneMetre: Double
    /// 2 in free space, 1.6 to 3.5 indoors.
    public var pathLossExponent: Double
    /// The weakest signal that is received, in dBm.
    public var sensitivity: Double

    /// The defaults are those of a phone and a board without extensions: 1M, 27 bytes, six packets
    /// an event, eight notification buffers.
    public init(
        phy: PHY = .oneMegabit, dataLength: Int = 27, packetsPerEvent: Int = 6,
        notificationBuffers: Int = 8, pathLossAtOneMetre: Double = 40,
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

    /// The time of one exchange: a full packet, an empty one back, and a gap of 150 µs after each
    /// (Core Vol 6, Part B, 2.4 and 4.1.1).
    public var exchange: Nanoseconds {
        let (perByte, preamble): (Int64, Int64) = phy == .oneMegabit ? (8, 1) : (4, 2)
        // Preamble, access address, header, payload and CRC.
        let full = (preamble + 4 + 2 + Int64(dataLength) + 3) * perByte
        let empty = (preamble + 4 + 2 + 3) * perByte
        return .microseconds(full + 150 + empty + 150)
    }

    /// How many packets each way fit one connection event of this interval.
    public func packets(in interval: Nanoseconds) -> Int {
        max(1, min(packetsPerEvent, Int(interval.count / exchange.count)))
    }

    /// Data packets that an ATT PDU of `bytes` takes, its L2CAP header of 4 bytes included.
    public func fragments(of bytes: Int) -> Int { (bytes + 4 + dataLength - 1) / dataLength }

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
