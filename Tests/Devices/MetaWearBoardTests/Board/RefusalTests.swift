import Checkout
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// What the firmware does not understand it meets with silence (protocol, core 1.5).
@Suite struct RefusalTests {
    // holds PKT-01 PKT-02 PKT-03
    @Test(arguments: [
        ("", "0 bytes are too short for a packet"), ("03", "1 byte is too short for a packet"),
        ("10 01 01", "no module 10"), ("10 81", "no module 10"), ("03 1f 01", "no register 1f"),
        ("03 3f 01", "no register 3f"), ("03 bf", "no register 3f"),
        ("0b 84 ff ff", ""), ("0b 04 00", "time cannot be written"),
        ("0b 83", "remove trigger cannot be read"), ("03 0f", "temperature cannot be written"),
        ("01 01", "one byte"), ("01 01 01 01", "one byte"),
        ("03 03 a8", "too short: needs 2 bytes, got 1"), ("fe 04 01 02 03", "too short"),
        ("08 01 f8 88 13", "too short"),
    ])
    func `a refused packet gets no answer, and the trace says why`(_ hex: String, _ why: String) {
        let bench = Bench()
        bench.write(hex)
        if why.isEmpty {
            #expect(bench.take().count == 1)
        } else {
            #expect(bench.take() == [])
            #expect(bench.lines.last?.contains(why) == true, "\(bench.lines.last ?? "")")
        }
    }

    /// Every register of every module of a board.
    static func registers(_ profile: BoardProfile) -> [(UInt8, RegisterDeclaration)] {
        profile.modules.flatMap { entry in
            entry.declarations.map { (entry.id, $0) }
        }
    }

    // holds PKT-04
    @Test(arguments: BoardProfile.all)
    func `a payload that is too short does nothing, in every register`(_ profile: BoardProfile) {
        let bench = Bench(profile)
        for (module, register) in Self.registers(profile) where register.unmodelled == nil {
            guard let fields = register.written?.fields,
                !fields.contains(where: { $0.width == nil })
            else { continue }
            let bits = fields.filter { !$0.isOptional }.reduce(0) { $0 + ($1.width ?? 0) }
            for length in 0..<(bits + 7) / 8 {
                // Twos: the LED's own pattern mode. Ones: the processor whose form is declared.
                let filler: UInt8 = module == DataProcessor.id ? 1 : 2
                bench.write([module, register.id] + Array(repeating: filler, count: length))
                #expect(bench.take() == [], "\(register.name)")
                let isRefused = bench.lines.last?.contains("ignored: ") == true
                #expect(
                    isRefused, "\(register.name) with \(length) bytes: \(bench.lines.last ?? "")")
            }
        }
    }

    // holds PKT-06 QRK-bursts-of-reads-overflow
    @Test func `of many reads at once a board with a short queue answers 19`() {
        let sold = BoardProfile.metaMotionS
        for (profile, quirks, answered) in [
            (sold, sold.quirks, 19), (sold, [], 30), (.metaMotionR, [.burstsOfReadsOverflow], 19),
            (.metaMotionR, [], 30),
        ] as [(BoardProfile, Set<Quirk>, Int)] {
            let bench = Bench(profile, quirks: quirks)
            for _ in 0..<30 { bench.write("11 8c") }
            #expect(bench.take().count == answered)
            #expect(
                bench.lines.contains { $0.contains("the queue of commands is full") }
                    == (answered < 30))
            // The next connection event.
            bench.run(milliseconds: 8)
            #expect(bench.ask("11 8c").count == 1)
            // Commands are no reads.
            for _ in 0..<30 { bench.write("02 01 00") }
            #expect(bench.ask("11 8c").count == 1)
        }
    }

    // holds PKT-05
    @Test(.slow, arguments: BoardProfile.all)
    func `every register takes any byte at any length without a trap`(_ profile: BoardProfile) {
        var random = RandomStream(seed: 7, purpose: "payloads")
        let bench = Bench(profile)
        for (module, register) in Self.registers(profile) {
            for flags in [0, 0x40, 0x80, 0xC0] as [UInt8] {
                for length in 0...26 {
                    let payload = (0..<length).map { _ in
                        UInt8(truncatingIfNeeded: random.next())
                    }
                    bench.write([module, register.id | flags] + payload)
                    bench.leaveBootloader()
                    if bench.board.connection == nil { bench.connect() }
                    #expect(bench.link.heard.allSatisfy { (2...20).contains($0.count) })
                    bench.link.heard = []
                }
            }
            bench.run(milliseconds: 5)
        }
    }

    // holds PKT-05
    @Test(.slow, arguments: BoardProfile.all)
    func `random packets never trap`(_ profile: BoardProfile) {
        #if DEBUG
            let rounds = 20_000
        #else
            let rounds = 300_000
        #endif
        var random = RandomStream(seed: 11, purpose: "packets \(profile.name)")
        let ids = profile.modules.map(\.id)
        let bench = Bench(profile, isTraced: false)
        for n in 0..<rounds {
            let length = Int(random.below(24))
            var packet = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            // Mostly modules that exist and registers that may.
            if length > 1, random.below(8) > 0 {
                packet[0] = ids[Int(random.below(UInt64(ids.count)))]
                packet[1] &= 0xDF
            }
            bench.write(packet)
            if n % 16 == 0 { bench.run(milliseconds: Int64(random.below(3))) }
            bench.leaveBootloader()
            if n % 64 == 0 {
                bench.link.room = random.below(2) == 0 ? nil : Int(random.below(30))
                bench.board.readyToNotify(bench.connection)
            }
            if bench.board.connection == nil {
                bench.run(milliseconds: 2_000)
                // It may sleep.
                bench.board.setButton(pressed: random.below(2) == 0)
                bench.connect()
            }
            bench.link.heard.removeAll(keepingCapacity: true)
        }
        #expect(bench.board.resets > 0)
    }
}
