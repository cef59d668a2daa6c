import Checkout
import Simulation
import Testing

@testable import VirtualRadio

/// What a body between two radios swallows.
struct BodyShadowTests {
    private static func shadow(_ loss: Double, seed: UInt64 = 1) -> BodyShadow {
        BodyShadow(loss: loss, random: RandomStream(seed: seed, purpose: "body"))
    }

    /// One connection event every 7.5 ms: whether its first packet is lost.
    private static func events(_ shadow: inout BodyShadow, _ count: Int) -> [Bool] {
        (0..<count).map { n in
            shadow.event(at: .zero + .microseconds(7_500) * Int64(n))
            return shadow.losesPacket()
        }
    }

    @Test(.slow, arguments: [0.05, 0.3, 0.6, 0.9])
    func `the given share of the events is lost`(_ loss: Double) {
        var shadow = Self.shadow(loss)
        let lost = Self.events(&shadow, 400_000).count { $0 }
        #expect(abs(Double(lost) / 400_000 - loss) < 0.02)
    }

    @Test func `losses come in bursts`() {
        var shadow = Self.shadow(0.6)
        let lost = Self.events(&shadow, 400_000)
        let afterLoss = zip(lost, lost.dropFirst()).filter(\.0)
        let again = Double(afterLoss.count { $0.1 }) / Double(afterLoss.count)
        // As often as after any event, if they came one by one.
        #expect(again > 0.7)
        var shadowLater = Self.shadow(0.6, seed: 2)
        _ = Self.events(&shadowLater, 1)
        shadowLater.event(at: .zero + .seconds(3600))
        #expect(
            Self.events(&shadow, 10) != Self.events(&shadowLater, 10),
            "another seed has other bursts")
    }

    @Test func `a packet of an event is lost with those behind it, or gets through near the limit`()
    {
        var shadow = Self.shadow(0.6)
        var carried = [0, 0, 0, 0]
        for n in 0..<100_000 {
            shadow.event(at: .zero + .microseconds(7_500) * Int64(n))
            var count = 0
            while count < 3, !shadow.losesPacket() { count += 1 }
            carried[count] += 1
        }
        // Of 5,509 events with one to three notifications, 961 had one and 577 two (RB26-50).
        let some = Double(carried[1] + carried[2] + carried[3])
        #expect((0.1...0.35).contains(Double(carried[1]) / some))
        #expect((0.04...0.2).contains(Double(carried[2]) / some))
    }

    @Test func `the same seed has the same bursts`() {
        var (one, other) = (Self.shadow(0.5), Self.shadow(0.5))
        #expect(Self.events(&one, 1_000) == Self.events(&other, 1_000))
    }
}
