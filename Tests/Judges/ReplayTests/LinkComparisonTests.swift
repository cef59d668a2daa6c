import Bluetooth
import Conformance
import ScenarioFile
import Testing

@testable import Replay

/// What differs between a captured link and the model's, made by hand: where it just matters, and where not.
@Suite struct LinkComparisonTests {
    /// Nanoseconds of a millisecond.
    private static let ms: Int64 = 1_000_000

    /// A link of ten seconds that its host ends.
    private static func link(
        _ events: [CapturedLink.TimedEvent] = [], kind: CapturedLink.Kind = .metaWear,
        reason: UInt8? = DisconnectReason.localHostTerminated.rawValue
    ) -> CapturedLink {
        var link = CapturedLink()
        link.kind = kind
        link.events = events
        link.captureEnded = 10_000 * ms
        link.ended = reason.map { (10_000 * ms, $0) }
        return link
    }

    private static func results(
        _ link: CapturedLink, _ change: (inout PlayedLink) -> Void = { _ in }
    ) throws -> [CaseResult] {
        let model: BoardModel = link.kind == .triki ? .triki : .metaMotionS
        var played = PlayedLink(link)
        change(&played)
        return LinkComparison(
            link, played, BoardFacts(model), try BoardGuess([link], model: model), file: "a",
            ReplayTolerance()
        ).results
    }

    /// The result of one kind of packets or operations.
    private static func result(
        _ name: String, _ link: CapturedLink, _ change: (inout PlayedLink) -> Void = { _ in }
    ) throws -> CaseResult {
        try #require(try results(link, change).first { $0.id == "LINK-1/\(name)" })
    }

    private static func event(
        _ time: Int64, _ event: CapturedLink.Event, answered: Int64? = nil
    ) -> CapturedLink.TimedEvent {
        CapturedLink.TimedEvent(time: time * ms, event: event, answered: answered.map { $0 * ms })
    }

    private static func asked(_ time: Int64, _ bytes: [UInt8]) -> CapturedLink.TimedEvent {
        event(time, .write(KnownCharacteristic.command, bytes, refusal: .none))
    }

    private static func told(_ time: Int64, _ bytes: [UInt8]) -> CapturedLink.TimedEvent {
        event(time, .value(KnownCharacteristic.notification, bytes))
    }

    // MARK: The link

    @Test(
        arguments: [
            // The host ends it, and the model does not before.
            (0x16, nil, Verdict.pass), (0x16, 3_000, .fail), (0x16, 9_999, .fail),
            // It is lost: somewhat earlier will do.
            (0x08, nil, .pass), (0x08, 3_000, .fail), (0x08, 9_700, .fail), (0x08, 9_800, .pass),
            (0x08, 10_300, .pass),
            // The board ends it.
            (0x13, nil, .fail), (0x13, 10_000, .pass),
        ] as [(UInt8, Int64?, Verdict)])
    func `a link lasts as long as the captured one`(
        reason: UInt8, ended: Int64?, verdict: Verdict
    ) throws {
        let result = try Self.result("LINK/END", Self.link(reason: reason)) {
            $0.ended = ended.map { ($0 * Self.ms, "reset") }
        }
        #expect(result.verdict == verdict)
    }

    @Test func `a characteristic that the model lacks is a difference`() throws {
        var link = Self.link()
        link.attributes.add(KnownCharacteristic.battery, at: 7)
        link.attributes.add(KnownCharacteristic.model, at: 9)
        for (known, verdict) in [
            ([KnownCharacteristic.battery, KnownCharacteristic.model], Verdict.pass),
            ([KnownCharacteristic.battery], .fail),
        ] {
            let result = try Self.result("GATT/CHARACTERISTICS", link) {
                $0.attributes = known.map { "\($0)" }
            }
            #expect(result.verdict == verdict)
        }
    }

    // MARK: Answers

    private static let question = asked(1_000, [0x11, 0x81])
    private static let answer: [UInt8] = [0x11, 0x81, 0x41, 0x42]

    @Test func `an answer has its bytes, and one reason stands for several differences`() throws {
        let link = Self.link([
            Self.question, Self.told(1_100, Self.answer), Self.told(1_200, Self.answer),
        ])
        func result(_ first: [UInt8], _ second: [UInt8]) throws -> CaseResult {
            try Self.result("ANSWER/11-81", link) {
                $0.take(first, of: KnownCharacteristic.notification, at: 1_100 * Self.ms)
                $0.take(second, of: KnownCharacteristic.notification, at: 1_200 * Self.ms)
            }
        }
        let other: [UInt8] = [0x11, 0x81, 0x41, 0x43]
        #expect(try result(Self.answer, Self.answer).verdict == .pass)
        let one = try result(Self.answer, other)
        #expect(one.verdict == .fail && one.reason == "byte 3 is 42 captured and 43 here")
        #expect(try result(other, other).reason == "byte 3 is 42 captured and 43 here (and 1 more)")
    }

    @Test(
        arguments: [
            (1_100, .pass), (1_340, .pass), (1_360, .fail), (2_500, .fail),
        ] as [(Int64, Verdict)])
    func `an answer comes about as soon`(time: Int64, verdict: Verdict) throws {
        let link = Self.link([Self.question, Self.told(1_100, Self.answer)])
        let result = try Self.result("ANSWER/11-81", link) {
            $0.take(Self.answer, of: KnownCharacteristic.notification, at: time * Self.ms)
        }
        #expect(result.verdict == verdict, "\(result.reason)")
    }

    @Test(
        arguments: [
            ([], .fail), ([1_100], .pass), ([1_100, 9_000], .fail), ([1_100, 9_900], .pass),
        ] as [([Int64], Verdict)])
    func `there are as many answers, but for those at the end`(
        times: [Int64], verdict: Verdict
    ) throws {
        let link = Self.link([Self.question, Self.told(1_100, Self.answer)])
        let result = try Self.result("ANSWER/11-81", link) {
            for time in times {
                $0.take(Self.answer, of: KnownCharacteristic.notification, at: time * Self.ms)
            }
        }
        #expect(result.verdict == verdict, "\(result.reason)")
    }

    // MARK: Streams

    private static let sample: [UInt8] = [0x03, 0x04, 1, 2, 3, 4, 5, 6]

    /// Packets at every hundredth of a second.
    private static func stream(
        _ captured: Int, _ played: Int, from: (captured: Int64, played: Int64) = (1_000, 1_000),
        lengths: (captured: [Int], played: [Int]) = ([8], [8]), reason: UInt8? = 0x16
    ) throws -> CaseResult {
        func packet(_ place: Int, _ lengths: [Int]) -> [UInt8] {
            Array((sample + sample).prefix(lengths[place % lengths.count]))
        }
        let link = link(
            (0..<captured).map {
                told(from.captured + Int64($0) * 10, packet($0, lengths.captured))
            },
            reason: reason)
        return try result("STREAM/03-04", link) { model in
            for place in 0..<played {
                model.take(
                    packet(place, lengths.played), of: KnownCharacteristic.notification,
                    at: (from.played + Int64(place) * 10) * ms)
            }
        }
    }

    @Test(arguments: [
        (100, 91, Verdict.pass), (100, 110, .pass), (100, 89, .fail), (100, 111, .fail),
        (20, 15, .pass), (20, 14, .fail), (20, 26, .fail), (1, 5, .pass),
    ])
    func `a stream has about as many packets`(captured: Int, played: Int, verdict: Verdict) throws {
        let result = try Self.stream(captured, played)
        #expect(result.verdict == verdict, "\(result.reason)")
    }

    @Test func `a stream is on both sides, unless the capture ends as it begins`() throws {
        #expect(try Self.stream(0, 3).reason.hasPrefix("only the model sends these packets, 3"))
        #expect(
            try Self.stream(3, 0).reason.hasPrefix("only the captured board sends these packets, 3")
        )
        for start: Int64 in [9_900, 9_000] {
            let verdict: Verdict = start == 9_900 ? .pass : .fail
            for (captured, played) in [(0, 3), (3, 0)] {
                let result = try Self.stream(
                    captured, played, from: (start, start), reason: nil)
                #expect(result.verdict == verdict)
            }
        }
    }

    @Test func `packets have the same lengths`() throws {
        #expect(try Self.stream(4, 4, lengths: ([8, 9], [9, 8])).verdict == .pass)
        #expect(try Self.stream(4, 4, lengths: ([8], [8, 9])).verdict == .fail)
        #expect(try Self.stream(4, 4, lengths: ([8, 9], [8])).verdict == .fail)
    }

    @Test(
        arguments: [
            (1_240, .pass), (1_260, .fail), (760, .pass), (740, .fail),
        ] as [(Int64, Verdict)])
    func `a stream begins about as soon`(start: Int64, verdict: Verdict) throws {
        #expect(try Self.stream(20, 20, from: (1_000, start)).verdict == verdict)
    }

    @Test func `what happens to the board is not compared by its number`() throws {
        func verdict(_ captured: Int, _ played: Int) throws -> Verdict {
            let packet: [UInt8] = [0x05, 0x0A, 0x00, 0x01]
            let link = Self.link((0..<captured).map { Self.told(1_000 + Int64($0) * 10, packet) })
            return try Self.result("STREAM/05-0A-00", link) { model in
                for place in 0..<played {
                    model.take(
                        packet, of: KnownCharacteristic.notification,
                        at: (1_000 + Int64(place) * 10) * Self.ms)
                }
            }.verdict
        }
        #expect(try verdict(20, 3) == .skipped)
        #expect(try verdict(0, 3) == .skipped)
        #expect(try verdict(20, 20) == .pass)
    }

    // MARK: Operations

    private static func read(
        _ uuid: BluetoothUUID, _ captured: CapturedLink.Outcome, _ played: CapturedLink.Outcome?
    ) throws -> Verdict {
        let link = link([event(1_000, .read(uuid, captured), answered: 1_100)])
        return try result("READ/\(uuid)", link) {
            $0.operations = [played.map { event(1_000, .read(uuid, $0), answered: 1_100) }]
        }.verdict
    }

    @Test func `reads are answered alike`() throws {
        let (model, battery) = (KnownCharacteristic.model, KnownCharacteristic.battery)
        #expect(try Self.read(model, .value([1]), .value([1])) == .pass)
        #expect(try Self.read(model, .value([1]), .value([2])) == .fail)
        #expect(try Self.read(model, .value([1]), .refused(2)) == .fail)
        #expect(try Self.read(model, .value([1]), nil) == .fail)
        #expect(try Self.read(model, .refused(2), .refused(2)) == .pass)
        #expect(try Self.read(model, .refused(2), .refused(5)) == .fail)
        #expect(try Self.read(model, .refused(2), .value([1])) == .fail)
        // Of the battery the length counts; a serial number is that of a specimen.
        #expect(try Self.read(battery, .value([99]), .value([80])) == .pass)
        #expect(try Self.read(battery, .value([99]), .value([80, 0])) == .fail)
        #expect(try Self.read(KnownCharacteristic.serial, .value([1]), .value([2, 3])) == .pass)
    }

    @Test(
        arguments: [
            (nil, nil, Verdict.pass), (nil, 3, .fail), (3, nil, .fail), (3, 3, .pass),
            (3, 5, .fail),
        ] as [(UInt8?, UInt8?, Verdict)])
    func `write requests are answered alike`(
        captured: UInt8?, played: UInt8?, verdict: Verdict
    ) throws {
        func write(_ refusal: UInt8?) -> CapturedLink.TimedEvent {
            Self.event(
                1_000, .write(KnownCharacteristic.command, [0x0F, 4], refusal: .some(refusal)),
                answered: 1_100)
        }
        let result = try Self.result("WRITE/RESPONSES", Self.link([write(captured)])) {
            $0.operations = [write(played)]
        }
        #expect(result.verdict == verdict)
    }

    @Test(arguments: [(247, Verdict.pass), (185, .fail)])
    func `the MTU is the same`(played: Int, verdict: Verdict) throws {
        let result = try Self.result("GATT/MTU", Self.link([Self.event(1_000, .mtu(247))])) {
            $0.operations = [Self.event(1_000, .mtu(played))]
        }
        #expect(result.verdict == verdict)
    }

    // MARK: Caps

    /// A stream of frames with these statuses, and so many microseconds between two.
    private struct Frames {
        var count = 100
        var period: Int64 = 10_000
        var status: (Int) -> UInt8 = { _ in 0 }

        func each(_ take: (_ time: Int64, _ frame: [UInt8]) -> Void) {
            for place in 0..<count {
                take(
                    1_000_000_000 + Int64(place) * period * 1_000,
                    [0x22, status(place)] + Array(repeating: 0, count: 12))
            }
        }
    }

    private static func frames(_ captured: Frames, _ played: Frames) throws -> CaseResult {
        var events = [
            event(
                900,
                .write(
                    KnownCharacteristic.trikiReceive, [0x20, 0x10, 0, 0xD0, 7, 0x68, 0, 3],
                    refusal: .none))
        ]
        captured.each {
            events.append(
                CapturedLink.TimedEvent(
                    time: $0, event: .value(KnownCharacteristic.trikiTransmit, $1)))
        }
        return try result("STREAM/FRAMES", link(events, kind: .triki)) { model in
            played.each { model.take($1, of: KnownCharacteristic.trikiTransmit, at: $0) }
        }
    }

    @Test func `frames have their number, their rate and their button`() throws {
        let usual = Frames()
        #expect(try Self.frames(usual, usual).verdict == .pass)
        #expect(try Self.frames(usual, Frames(count: 105)).verdict == .pass)
        let more = try Self.frames(usual, Frames(count: 200))
        #expect(more.verdict == .fail && more.reason.hasPrefix("bytes of frames"))
        let faster = try Self.frames(usual, Frames(period: 7_000))
        #expect(faster.verdict == .fail && faster.reason.hasPrefix("rate of the frames"))
        #expect(try Self.frames(usual, Frames(period: 12_000)).verdict == .fail)
        let pressed = try Self.frames(Frames { $0 < 50 ? 1 : 0 }, usual)
        #expect(pressed.verdict == .fail && pressed.reason.hasPrefix("frames with the button"))
        #expect(try Self.frames(Frames { UInt8($0 & 15) }, usual).verdict == .fail)
        #expect(try Self.frames(usual, Frames { UInt8($0 & 15) }).verdict == .fail)
        #expect(
            try Self.frames(Frames { UInt8($0 & 15) }, Frames { UInt8($0 & 15) }).verdict == .pass)
    }

    @Test func `the rate of frames is one over the time between two`() {
        var frames = CapFrames()
        Frames(count: 101).each { frames.take($1, at: $0) }
        #expect(frames.count == 101 && frames.rate == 100)
    }
}
