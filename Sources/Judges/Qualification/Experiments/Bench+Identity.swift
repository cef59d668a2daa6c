import Bluetooth
import Conformance
import MetaWearTables
import Simulation
import Wire

/// What the board says about itself, and the values that it measures at rest.
extension Bench {
    func identity() throws(CaseEnd) {
        let maker = try text(.short(0x2A29))
        let number = try text(.short(0x2A24))
        let numbers = ["MetaMotion S": "8", "MetaMotion RL": "5", "MetaMotion R": "5"]
        let fits = numbers[facts.model].map { $0 == number } ?? !number.isEmpty
        decide(
            166, maker.hasPrefix("MbientLab") && fits, "manufacturer `\(maker)`, model `\(number)`")
        let revision = facts.module(MWModule.logging.rawValue)?.revision ?? 0
        decide(13, revision == 3, "logging has revision \(revision)", if: facts.isOf17)
        let extra = Hex.text(facts.extra(.settings))
        decide(
            91, extra == "03 01", "the settings end in [\(extra)]", if: facts.isRL, about: "the RL")
        answer(12, "\(facts.firmware) on hardware \(facts.hardware)")
    }

    func slots() throws(CaseEnd) {
        var seen: [String] = []
        var isSilent = true
        for (name, module, ids) in [
            ("logger", "0B", [7, 6, 5, 4]), ("processor", "09", [27, 26, 25]),
        ] {
            for id in ids {
                let id = Hex.text([UInt8(id)])
                let found = try ask(
                    "\(module) 82 \(id)", "\(module) 82 rest:bytes", within: .seconds(1))
                guard let bytes = found?.bytes("rest") else {
                    seen.append("a free \(name) is silent")
                    break
                }
                // Older boards answer with the bare header, or with FF for a source (protocol, core 3.3).
                guard bytes.count < 4 || bytes[0] == 0xFF else { continue }
                seen.append("a free \(name) answers [\(Hex.text(bytes))]")
                isSilent = false
                break
            }
        }
        guard seen.count == 2 else { return leaveOpen(25, "no slot is free") }
        decide(25, isSilent, seen.joined(separator: ", "), if: facts.isOf17)
    }

    func readBurst() throws(CaseEnd) {
        let present = facts.modules.map(\.id)
        try forget()
        let start = now
        for index in 0..<21 { try write([present[index % present.count], 0x80]) }
        let duration = now - start
        try wait(.seconds(2))
        let count = run.inbox.count { $0.bytes.count > 1 && $0.bytes[1] == 0x80 }
        let saw = "\(count) of 21 were answered, written within \(Self.words(duration))"
        answer(14, saw)
        // A host may have spread them over several connection events.
        if count == 21, isLive || duration > .milliseconds(10) {
            leaveOpen(160, saw + "; this host may have spread them over several connection events")
        } else {
            decide(
                160, (18...20).contains(count), saw, if: facts.isS && facts.isOf17,
                about: "the S with 1.7")
        }
    }

    func values() throws(CaseEnd) {
        if let battery = try ask("11 8C", "11 8C level:u8 mv:u16") {
            let volts = battery.number("mv")
            decide(166, (2_500...5_000).contains(volts), "the battery has \(Int(volts)) mV")
        }
        if let die = try ask("04 81 00", "04 81 00 t:i16")?.number("t") {
            decide(128, (15...75).contains(die / 8), "the die has \(Self.words(die / 8)) °C")
        }
        try pins()
        if facts.module(MWModule.barometer.rawValue) != nil { try pressure() }
    }

    private func pins() throws(CaseEnd) {
        try write("05 03 00")
        try wait(.milliseconds(50))
        let up = try ask("05 88 00", "05 88 00 level:u8")
        try write("05 04 00")
        try wait(.milliseconds(50))
        let down = try ask("05 88 00", "05 88 00 level:u8")
        try write("05 05 00")
        if let up, let down {
            decide(
                166, up.number("level") == 1 && down.number("level") == 0,
                "pin 0 reads \(Int(up.number("level"))) pulled up, \(Int(down.number("level"))) pulled down"
            )
        }
        if let ratio = try ask("05 87 00 FF FF 00 FF", "05 87 ?? v:u16")?.number("v") {
            decide(166, ratio <= 1_023, "pin 0 has a ratio of \(Int(ratio))")
        }
        if let volts = try ask("05 86 00 FF FF 00 FF", "05 86 ?? v:u16")?.number("v") {
            decide(166, volts <= 3_300, "and \(Int(volts)) mV")
        }
    }

    private func pressure() throws(CaseEnd) {
        try write(all: "12 03 2C 20", "12 01 01", "12 02 01", "12 04 01 01")
        try forget()
        let packets = try packets(for: .seconds(2))
        try write(all: "12 04 00 00", "12 01 00", "12 02 00")
        let pressure = PacketPattern("12 01 p:u32")
        let altitude = PacketPattern("12 02 p:i32")
        for packet in packets.reversed() {
            guard let fields = try run.fields(pressure, of: packet) else { continue }
            let kilopascal = fields.number("p") / 256_000
            decide(166, (54...110).contains(kilopascal), "\(Self.words(kilopascal)) kPa")
            break
        }
        for packet in packets.reversed() {
            guard let fields = try run.fields(altitude, of: packet) else { continue }
            let metres = fields.number("p") / 256
            decide(166, (-500...5_000).contains(metres), "\(Self.words(metres)) m")
            break
        }
        try wait(.seconds(1))
        run.inbox = []
        guard let first = try ask("12 81", "12 81 p:u32") else {
            return leaveOpen(129, "a stopped barometer does not answer")
        }
        try wait(.seconds(1))
        guard let second = try ask("12 81", "12 81 p:u32") else {
            return leaveOpen(129, "a stopped barometer does not answer twice")
        }
        let (a, b) = (first.number("p") / 256, second.number("p") / 256)
        decide(
            129, a == b,
            "two reads of a stopped barometer give \(Self.words(a)) and \(Self.words(b)) Pa")
    }

    func timerOfNoPeriod() throws(CaseEnd) {
        guard let id = try ask("0C 02 00 00 00 00 02 00 00", "0C 02 id:u8", within: .seconds(1))
        else {
            return decide(131, true, "a timer of period 0 gets no answer")
        }
        let number = UInt8(id.number("id"))
        try write([0x0C, 0x05, number])
        decide(131, false, "a timer of period 0 is number \(number)")
    }

    func clock() throws(CaseEnd) {
        let pattern = "0B 84 tick:u32 uid:u8"
        func look() throws(CaseEnd) -> (time: Instant, tick: Double, way: Nanoseconds)? {
            var best: (time: Instant, tick: Double, way: Nanoseconds)?
            for _ in 1...5 {
                let start = now
                try write("0B 84")
                guard let found = try expect(pattern, within: .seconds(2)) else { return nil }
                let way = found.time - start
                // The answer with the shortest way says most exactly when the tick was read.
                if way < best?.way ?? .greatest {
                    best = (start + way / 2, found.fields.number("tick"), way)
                }
            }
            return best
        }
        guard let first = try look() else {
            return leaveOpen(110, "the board does not tell its time")
        }
        try wait(.seconds(20))
        guard let last = try look() else {
            return leaveOpen(110, "the board does not tell its time twice")
        }
        let board = (last.tick - first.tick) * 48 / 32_768
        let error = board - (last.time - first.time).seconds
        let doubt = (first.way + last.way).seconds / 2
        decide(
            110, abs(error) <= 0.05 + doubt,
            "after 20 s it differs by \(Self.words(error * 1_000)) ms, known to \(Self.words(doubt * 1_000)) ms"
        )
    }
}
