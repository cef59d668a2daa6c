import Conformance
import Simulation

/// Sensor fusion, and three streams of it as the heaviest load that hosts ask for.
extension Bench {
    private static let corrected: [UInt8] = [0x04, 0x05, 0x06]
    private static let quaternion = "19 07 w:f32 x:f32 y:f32 z:f32"
    private static let euler = "19 08 a:f32 b:f32 c:f32 d:f32"

    func fusion() throws(CaseEnd) {
        let before = try requestedConnection()
        // Hosts choose up to 50 ms, which carries less than 100 packets a second.
        try request(interval: 12)
        try startFusion(outputs: 0x08, registers: [0x07, 0x08])
        try wait(.seconds(2))
        let found = try samples(Self.quaternion, for: .seconds(8))
        let early = found.count { $0.time < (found.first?.time ?? now) + .seconds(2) }
        let norms = found.map { Self.norm($0.fields, ["w", "x", "y", "z"]) }
        let isUnit = norms.allSatisfy { abs($0 - 1) <= 0.05 }
        decide(
            144, early >= 5 && isUnit,
            "\(early) quaternions in 2 s, \(isUnit ? "all" : "not all") of length 1")
        decide(166, found.count > 30, "\(found.count) quaternions in 8 s")
        let rate = Self.rate(of: found.map(\.time))
        decide(145, abs(rate - 100) <= 2, "\(Self.words(rate)) quaternions a second")
        // Another output, without a new beginning.
        try write("19 03 10 00")
        let both = try packets(for: .seconds(1))
        try stopFusion(registers: [0x07, 0x08])
        try request(again: before)
        let counts = [Self.quaternion, Self.euler].map(PacketPattern.init)
        var found2: [Int] = []
        for pattern in counts {
            var count = 0
            for packet in both where try run.fields(pattern, of: packet) != nil { count += 1 }
            found2.append(count)
        }
        decide(
            143, found2.allSatisfy { $0 >= 20 },
            "in a second \(found2[0]) quaternions and \(found2[1]) Euler angles")
    }

    func threeStreams() throws(CaseEnd) {
        let before = try requestedConnection()
        try startFusion(outputs: 0x07, registers: Self.corrected)
        try wait(.seconds(1))
        var histories: [String] = []
        var largest = 0
        var rates: [Double] = []
        var all: [CaseRun.Received] = []
        for (name, interval) in [("15", 12), ("30", 24), ("48.75", 39)] {
            try request(interval: UInt8(interval))
            try wait(.seconds(2))
            let packets = try packets(for: .seconds(4)).filter { packet in
                packet.bytes.count > 1 && packet.bytes[0] == 0x19
                    && Self.corrected.contains(packet.bytes[1])
            }
            all += packets
            let sizes = Self.events(of: packets.map(\.time))
            largest = max(largest, sizes.max() ?? 0)
            rates.append(Double(packets.count) / 4)
            histories.append(
                "\(name) ms: \(sizes.max() ?? 0) at most, \(Self.words(rates.last ?? 0))/s")
        }
        try stopFusion(registers: Self.corrected)
        try request(again: before)
        let history = histories.joined(separator: "; ")
        answer(6, history)
        guard !all.isEmpty else { return leaveOpen(51, "fusion gives nothing") }
        if largest > 3, isLive {
            leaveOpen(50, history + "; this host may hand over several events at once")
        } else {
            decide(50, largest <= 3, history)
        }
        // The shortest interval that was asked for carries most.
        let best = rates.max() ?? 0
        decide(52, best < 285, "\(Self.words(best)) a second of 300 at best")
        order(of: all.map { $0.bytes[1] })
        try grids(of: all)
    }

    /// The connection parameters that the board asks for; nil if it does not say.
    private func requestedConnection() throws(CaseEnd) -> [UInt8]? {
        try ask("11 89", "11 89 rest:bytes", within: .seconds(1))?.bytes("rest")
    }

    /// Has the board ask for an interval, in units of 1.25 ms.
    private func request(interval: UInt8) throws(CaseEnd) {
        try write([0x11, 0x09, interval, 0, interval, 0, 0, 0, 0x58, 0x02])
    }

    /// An interval stays until it is changed: has the board ask for what was set before, or for 30 ms.
    private func request(again before: [UInt8]?) throws(CaseEnd) {
        let usual: [UInt8] = [0x18, 0, 0x18, 0, 0, 0, 0x58, 0x02]
        let wasSet = before.map { $0.count == 8 && ($0[0] >= 6 || $0[1] > 0) } ?? false
        try write([0x11, 0x09] + (wasSet ? before ?? usual : usual))
        try wait(.seconds(1))
    }

    /// How many packets came together: those of a connection event arrive within less than 4 ms.
    static func events(of times: [Instant]) -> [Int] {
        var sizes: [Int] = []
        var last: Instant?
        for time in times {
            if let last, time - last < .milliseconds(4) {
                sizes[sizes.count - 1] += 1
            } else {
                sizes.append(1)
            }
            last = time
        }
        return sizes
    }

    private func order(of registers: [UInt8]) {
        // Within a step rotation follows acceleration and the field rotation; what is lost is lost from the end.
        let wrong = zip(registers, registers.dropFirst()).count { a, b in
            switch b {
            case 0x05: a != 0x04
            case 0x06: a != 0x05
            default: false
            }
        }
        let share = Double(wrong) / Double(registers.count) * 100
        decide(
            51, share < 2, "\(Self.words(share)) % of \(registers.count) packets are out of order")
    }

    private func grids(of packets: [CaseRun.Received]) throws(CaseEnd) {
        let rotation = PacketPattern("19 05 x:f32 y:f32 z:f32 ??")
        let field = PacketPattern("19 06 x:f32 y:f32 z:f32 ??")
        var counts = (off: 0, all: 0)
        for packet in packets {
            for (pattern, step) in [(rotation, 1.000_6 * 2_000 / 32_768), (field, 0.1)] {
                guard let fields = try run.fields(pattern, of: packet) else { continue }
                for axis in ["x", "y", "z"] {
                    let steps = fields.number(axis) / step
                    counts.all += 1
                    // Single precision and a long count: a hundredth is far from a random phase.
                    if abs(steps - steps.rounded()) > 0.05 { counts.off += 1 }
                }
            }
        }
        guard counts.all > 100 else {
            return leaveOpen(141, "too few corrected values: \(counts.all)")
        }
        let share = 100 * Double(counts.off) / Double(counts.all)
        decide(
            141, share < 2,
            "\(Self.words(share)) % of \(counts.all) corrected values are off the grids")
    }

    func coldMagnetometer() throws(CaseEnd) {
        try restart()
        let pattern = "15 05 x:i16 y:i16 z:i16"
        try write(all: "15 04 04 0E", "15 03 06", "15 05 01", "15 02 01 00", "15 01 01")
        let cold = try samples(pattern, for: .seconds(2)).count
        try startMagnetometer(repetitions: "04 0E", rate: "06", into: "05")
        let warm = try samples(pattern, for: .seconds(2)).count
        decide(
            14, cold == 0 && warm > 0,
            "\(cold) samples in 2 s after a restart, \(warm) once it was woken")
        try restart()
        try startFusion(outputs: 0x08, registers: [0x07], wakes: false)
        try wait(.seconds(1))
        let count = try samples(Self.quaternion, for: .seconds(2)).count
        try stopFusion(registers: [0x07])
        let saw = "\(count) quaternions in 2 s after a restart"
        answer(13, saw)
        decide(161, count > 0, saw)
    }
}
