import Testing
import VeltoKit

@Suite struct ArithmeticTests {
    @Test(arguments: [
        (0.5, 0.5), (2, 1), (-2, -1), (.nan, 0), (.infinity, 1), (-.infinity, -1),
    ])
    func `clamp keeps every number within its limits`(value: Double, expected: Double) {
        #expect(MotionMath.clamp(value) == expected)
    }

    @Test func `dead zones, curve and frame scale`() {
        #expect(MotionMath.deadzone(0.1, 0.2) == 0 && MotionMath.deadzone(0.2, 0.2) == 0.2)
        #expect(MotionMath.softDeadzone(0.2, 0.2) == 0)
        #expect(abs(MotionMath.softDeadzone(-0.6, 0.2) + 0.5) < 1e-12)
        #expect(MotionMath.softDeadzone(9, 1) == 1)
        #expect(abs(MotionMath.responseCurve(-0.5) + 0.607_097_4) < 1e-6)
        #expect(MotionMath.responseCurve(.nan) == 0)
        #expect(MotionMath.smooth(1, 3, 0.25) == 1.5)
        #expect(MotionMath.frameScale(0.2) == 3 && MotionMath.frameScale(1.0 / 60) == 1)
        #expect(MotionMath.frameScale(.nan) == 0 && MotionMath.frameScale(-1) == 0)
    }
}
