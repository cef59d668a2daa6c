import Motion
import Testing
import VeltoKit

@Suite struct ThrowMeterTests {
    private static let gravity = Vector3(0, 0, -standardGravity)

    /// A cap that is still, is pushed along y while it turns forward, and slows down again.
    private func push(
        _ meter: inout ThrowMeter, acceleration: Double, hertz: Double, bias: Vector3 = .zero
    ) -> [Double] {
        var found: [Double] = []
        func frames(_ seconds: Double, _ along: Double, _ forward: Double) {
            for _ in 0..<Int((seconds * hertz).rounded()) {
                let force = Self.gravity + Vector3(0, along, 0)
                if let speed = meter.process(rotation: bias, force: force, forward: forward) {
                    found.append(speed)
                }
            }
        }
        frames(0.5, 0, 0)
        frames(0.2, acceleration, 3)
        frames(0.2, -acceleration, 3)
        frames(0.5, 0, 0)
        return found
    }

    @Test(arguments: [52, 104, 208] as [Double])
    func `a push of known acceleration has its speed`(hertz: Double) {
        var meter = ThrowMeter(hertz: hertz)
        for acceleration in [10.0, 20, 50] {
            let found = push(&meter, acceleration: acceleration, hertz: hertz)
            #expect(found.count == 1)
            // Half a frame at the beginning and at the end.
            #expect(abs((found.first ?? 0) - acceleration * 0.2) < acceleration / hertz + 1e-9)
        }
        #expect(meter.speed < 1e-9)
    }

    @Test func `the offset of a gyroscope turns nothing`() {
        var meter = ThrowMeter(hertz: 104)
        let found = push(
            &meter, acceleration: 20, hertz: 104, bias: Vector3(0.05, -0.03, 0.04))
        #expect(found.count == 1 && abs((found.first ?? 0) - 4) < 0.2)
    }

    @Test func `a push without a forward turn, or a slow one, is no throw`() {
        var meter = ThrowMeter(hertz: 104)
        #expect(push(&meter, acceleration: 2, hertz: 104).isEmpty)
        for _ in 0..<60 {
            _ = meter.process(rotation: .zero, force: Self.gravity, forward: 0)
        }
        for step in 0..<40 {
            let along = step < 20 ? 20.0 : -20
            let end = meter.process(
                rotation: .zero, force: Self.gravity + Vector3(0, along, 0), forward: 0)
            #expect(end == nil)
        }
    }

    @Test func `a cap that was never still has no speed`() {
        var meter = ThrowMeter(hertz: 104)
        for _ in 0..<200 {
            let end = meter.process(
                rotation: Vector3(2, 0, 0), force: Vector3(0, 30, 0), forward: 5)
            #expect(end == nil)
        }
        #expect(meter.speed == 0)
    }
}
