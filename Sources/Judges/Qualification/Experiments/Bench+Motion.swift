import Conformance
import MetaWearTables
import Simulation

/// Accelerometer, gyroscope, magnetometer and processors.
extension Bench {
    func gyroscope() throws(CaseEnd) {
        try startGyroscope(50)
        try wait(.milliseconds(300))
        let samples = try samples(rotation, for: .seconds(2))
        try stopGyroscope()
        decide(166, samples.count > 50, "\(samples.count) samples of rotation in 2 s at 50 Hz")
        if samples.count > 1 {
            let means = ["x", "y", "z"].map { axis in
                samples.reduce(0) { $0 + $1.fields.number(axis) } / Double(samples.count) / 16.4
            }
            let text = means.map { Self.words($0) }.joined(separator: ", ") + " °/s"
            if means.contains(where: { abs($0) > 20 }) {
                leaveOpen(122, "the board is turned: \(text)")
            } else {
                decide(122, means.allSatisfy { abs($0) < 3.5 }, text)
            }
        }
        // A code below 25 Hz is reserved.
        try startGyroscope(0, code: 4)
        try wait(.milliseconds(300))
        let reserved = try self.samples(rotation, for: .seconds(3))
        try stopGyroscope()
        answer(16, "code 4 gives \(Self.words(Self.rate(of: reserved.map(\.time)))) Hz")
    }

    /// Of samples with these times.
    static func rate(of times: [Instant]) -> Double {
        guard let first = times.first, let last = times.last, last > first else { return 0 }
        return Double(times.count - 1) / (last - first).seconds
    }

    func slowAccelerometer() throws(CaseEnd) {
        guard !facts.hasBMI270, facts.module(MWModule.accelerometer.rawValue)?.implementation == 1
        else {
            return leaveOpen(124, "the row is about the BMI160, which this board does not have")
        }
        func count(_ config: String) throws(CaseEnd) -> Int {
            try write("03 03 \(config)")
            try write(all: "03 04 01", "03 02 01 00", "03 01 01")
            try wait(.milliseconds(200))
            let count = try samples("03 04 x:i16 y:i16 z:i16", for: .seconds(3)).count
            try stopAccelerometer()
            return count
        }
        let plain = try count("24 03")
        let averaged = try count("A4 03")
        decide(
            124, plain == 0 && averaged > 0,
            "at 6.25 Hz \(plain) samples in 3 s, with undersampling \(averaged)")
    }

    func magnetometer() throws(CaseEnd) {
        let pattern = "15 05 x:i16 y:i16 z:i16"
        try startMagnetometer(repetitions: "01 02", rate: "00", into: "05")
        let low = try samples(pattern, for: .seconds(4)).count
        try startMagnetometer(repetitions: "17 52", rate: "05", into: "05")
        let high = try samples(pattern, for: .seconds(8))
        try stopMagnetometer()
        decide(
            130, low >= 3 && high.count > 30,
            "\(low) samples in 4 s with low power, \(high.count) in 8 s with high accuracy")
        if let last = high.last?.fields {
            let field = Self.norm(last, ["x", "y", "z"]) / 16
            decide(166, (10...500).contains(field), "the field is \(Self.words(field)) µT")
        }
        guard (facts.module(MWModule.magnetometer.rawValue)?.revision ?? 0) >= 1 else { return }
        try startMagnetometer(repetitions: "04 0E", rate: "06", into: "09")
        let packed = try samples("15 09 rest:bytes", for: .seconds(3)).count * 3
        try stopMagnetometer()
        decide(166, packed > 30, "\(packed) packed samples of the field in 3 s")
    }

    static func norm(_ fields: PacketFields, _ names: [String]) -> Double {
        names.reduce(0) { $0 + fields.number($1) * fields.number($1) }.squareRoot()
    }

    func processorHalves() throws(CaseEnd) {
        try write("09 03 00")
        // A counter of samples.
        guard let id = try ask("09 02 03 04 FF A0 02 13", "09 02 id:u8", within: .seconds(1)) else {
            return leaveOpen(167, "the board makes no processor")
        }
        let number = UInt8(id.number("id"))
        try write([0x09, 0x07, number, 0x01])
        try startAccelerometer(50, isHeard: false)
        let half = try samples("09 03 ?? rest:bytes", for: .seconds(1)).count
        try write("09 03 01")
        let both = try samples("09 03 ?? rest:bytes", for: .seconds(1)).count
        try stopAccelerometer()
        try write([0x09, 0x07, number, 0x00])
        try write([0x09, 0x06, number])
        try write("09 03 00")
        decide(
            167, half == 0 && both > 0,
            "`09 07` alone gives \(half) packets in a second, with `09 03 01` \(both)")
    }

    func linkEnd() throws(CaseEnd) {
        try startAccelerometer(25)
        // What a host has sent at the last moment may go down with its link.
        try wait(.milliseconds(500))
        try rejoin(after: .seconds(2))
        // Longer than a busy machine pauses, where the board follows the clock.
        let count = try samples("03 04 x:i16 y:i16 z:i16", for: .seconds(4)).count
        try stopAccelerometer()
        decide(34, count > 0, "\(count) samples in the first four seconds of the next link")
        guard (facts.module(MWModule.settings.rawValue)?.revision ?? 0) >= 2 else {
            return leaveOpen(31, "the settings have no event for the end of a link")
        }
        // At the end of a link the board writes 2A into its key register.
        guard let id = try ask("0A 02 11 0A FF FE 04 04", "0A 02 id:u8", within: .seconds(1)) else {
            return leaveOpen(31, "the board takes no event")
        }
        try write("0A 03 2A 00 00 00")
        var keys: [Int] = []
        for _ in 1...2 {
            try write("FE 04 00 00 00 00")
            try rejoin()
            keys.append(Int(try ask("FE 84", "FE 84 key:u32")?.number("key") ?? -1))
        }
        try write([0x0A, 0x04, UInt8(id.number("id"))])
        try write("FE 04 00 00 00 00")
        decide(
            31, keys == [0x2A, 0x2A],
            "an event ran at \(keys.count { $0 == 0x2A }) of \(keys.count) ends of a link")
    }

    func light() throws(CaseEnd) {
        guard let person = memory.person else {
            let why = "a light cannot be read: somebody must look (--interactive)"
            answer(4, why)
            return leaveOpen(30, why)
        }
        // Red for a second at a time, endless.
        try write("02 03 01 02 1F 1F 00 00 E8 03 00 00 E8 03 00 00 FF")
        try write("02 01 01")
        try wait(.seconds(1))
        let shines = person("is the red light on")
        try run.leave()
        try wait(.seconds(1))
        let shinesOn = person("is it still on")
        try join()
        try write("02 02 01")
        guard let shinesOn, shines == true else { return leaveOpen(30, "nobody saw the light") }
        let saw = shinesOn ? "it plays on without a link" : "it goes out with the link"
        answer(4, saw)
        decide(30, !shinesOn, saw)
    }
}
