import Checkout
import Foundation
import Testing

@testable import Motion

@Suite struct `Elementary functions` {
    @Test(.slow) func `agree with the C library`() {
        var worst: [String: Double] = [:]
        func note(_ name: String, _ ours: Double, _ theirs: Double, relative: Bool = false) {
            let scale = relative ? theirs.magnitude : max(1, 0)
            worst[name] = max(worst[name] ?? 0, (ours - theirs).magnitude / scale)
        }
        for i in -20_000...20_000 {
            let x = Double(i) * 0.001_37
            note("sin", Elementary.sine(x), sin(x))
            note("cos", Elementary.cosine(x), cos(x))
            let far = Double(i) * 49.37
            note("sin far", Elementary.sine(far), sin(far))
            note("cos far", Elementary.cosine(far), cos(far))
            note("turns", Elementary.sineAndCosine(turns: x).sine, sin(2 * .pi * x))
            note("atan2", Elementary.arcTangent(x, 1.3), atan2(x, 1.3))
            note("atan2 behind", Elementary.arcTangent(x, -0.2), atan2(x, -0.2))
            note("asin", Elementary.arcSine(Double(i) / 20_000), asin(Double(i) / 20_000))
            note("acos", Elementary.arcCosine(Double(i) / 20_000), acos(Double(i) / 20_000))
            note("exp", Elementary.exponential(x), exp(x), relative: true)
            let positive = exp(x)
            note("log", Elementary.logarithm(positive), log(positive), relative: i != 0)
            note("pow", Elementary.power(positive, 0.3), pow(positive, 0.3), relative: true)
        }
        // The reference for turns rounds 2πx, which is up to 172, before its sine.
        let limits = ["turns": 3e-14, "sin far": 1e-14, "pow": 1e-14, "exp": 2e-15]
        for (name, error) in worst {
            #expect(error < limits[name] ?? 2e-15, "\(name)")
        }
    }

    @Test func `give the limits at the edges`() {
        #expect(Elementary.exponential(-1000) == 0)
        #expect(Elementary.exponential(1000) == .infinity)
        #expect(Elementary.exponential(0) == 1)
        #expect(Elementary.exponential(.nan).isNaN)
        #expect(Elementary.logarithm(0) == -.infinity)
        #expect(Elementary.logarithm(-1).isNaN)
        #expect(Elementary.arcTangent(0, 0) == 0)
        #expect(Elementary.arcTangent(0, -1) == .pi)
        #expect(Elementary.arcTangent(.infinity, .infinity) == .pi / 4)
        #expect(Elementary.arcSine(2) == .pi / 2)
        #expect(Elementary.power(2, 10).rounded() == 1024)
        #expect(Elementary.sine(.infinity).isNaN)
    }
}
