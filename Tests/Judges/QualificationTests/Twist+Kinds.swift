import Central

extension Twist {
    /// Alters packets of the board that begin with some bytes.
    static func arriving(_ beginning: [UInt8], _ change: @escaping ([UInt8]) -> [UInt8]) -> Twist {
        var twist = Twist()
        twist.arrived = { _, packet in packet.starts(with: beginning) ? [change(packet)] : [packet]
        }
        return twist
    }

    /// Loses one of so many packets of the board that begin with some bytes.
    static func losing(_ beginning: [UInt8], oneOf share: Int) -> Twist {
        var twist = Twist()
        var count = 0
        twist.arrived = { _, packet in
            guard packet.starts(with: beginning) else { return [packet] }
            count += 1
            return count % share == 0 ? [] : [packet]
        }
        return twist
    }

    /// Hands over each packet of the board that begins with some bytes twice, as if more fitted into a
    /// connection event.
    static func doubling(_ beginning: [UInt8]) -> Twist {
        var twist = Twist()
        twist.arrived = { _, packet in
            packet.starts(with: beginning) ? [packet, packet] : [packet]
        }
        return twist
    }

    /// Alters packets of the host that begin with some bytes.
    static func writing(_ beginning: [UInt8], _ change: @escaping ([UInt8]) -> [[UInt8]]) -> Twist {
        var twist = Twist()
        twist.written = { packet in packet.starts(with: beginning) ? change(packet) : [packet] }
        return twist
    }

    /// Alters each advertisement.
    static func hearing(_ change: @escaping (inout ScanReport) -> Void) -> Twist {
        var twist = Twist()
        twist.heard = { report in
            var report = report
            change(&report)
            return report
        }
        return twist
    }
}

extension [UInt8] {
    /// With another byte at a place that it has.
    func with(_ byte: UInt8, at index: Int) -> [UInt8] {
        var bytes = self
        if indices.contains(index) { bytes[index] = byte }
        return bytes
    }
}
