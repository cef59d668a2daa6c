import Checkout
import Simulation
import Testing

@testable import Motion

private func at(_ seconds: Double) -> Instant { Instant.zero + .seconds(seconds) }

@Suite struct `Simple environment` {
    @Test func `steps and ramps, asked in any order`() {
        var course = Course(20.0)
        course.set(30, at: at(10))
        course.ramp(to: 50, at: at(20), over: .milliseconds(10_000))
        let expected: [(Double, Double)] = [
            (0, 20), (9.999, 20), (10, 30), (19, 30), (20, 30), (25, 40), (30, 50), (99, 50),
            (22, 34), (1, 20), (29, 48),
        ]
        for (t, value) in expected {
            #expect((course.value(at: at(t)) - value).magnitude < 1e-9, "at \(t)")
        }
    }

    @Test func `takes changes in the middle of a ramp without a jump back`() {
        var course = Course(0.0)
        course.ramp(to: 100, at: at(0), over: .milliseconds(10_000))
        #expect(course.value(at: at(5)) == 50)
        course.ramp(to: 0, at: at(5), over: .milliseconds(5_000))
        #expect(course.value(at: at(2.5)) == 25)
        #expect(course.value(at: at(5)) == 50)
        #expect(course.value(at: at(7.5)) == 25)
        course.set(7, at: at(8))
        #expect((course.value(at: at(7.5)) - 25).magnitude < 1e-9)
        #expect(course.value(at: at(8)) == 7 && course.value(at: at(60)) == 7)
        course.ramp(to: 9, at: at(9), over: .zero)
        #expect(course.value(at: at(9)) == 9)
    }

    /// A course whose changes take ever longer would need an hour for these.
    @Test(.slow) func `a course takes hundreds of thousands of changes`() {
        var course = Course(0.0)
        var wrong = 0
        for i in 1...300_000 {
            let now = at(Double(i) / 1000)
            course.ramp(to: Double(i), at: now, over: .microseconds(Int64(i % 2) * 500))
            if course.value(at: at(Double(i - i % 7) / 1000)) < 0 { wrong += 1 }
        }
        #expect(wrong == 0)
        #expect(course.value(at: at(299.9995)) == 299_999)
        #expect(course.value(at: at(400)) == 300_000)
    }

    @Test func `derives the pressure from altitude and the body's height`() throws {
        let environment = SimpleEnvironment()
        #expect((environment.pressure(at: .zero) - 101_325).magnitude < 1e-6)
        // ISO 2533: 89,874.6 Pa at 1000 m and 54,019.9 Pa at 5000 m of geopotential.
        environment.altitude.set(1000, at: .zero)
        #expect((environment.pressure(at: .zero) - 89_874.6).magnitude < 0.5)
        environment.altitude.set(5000, at: .zero)
        #expect((environment.pressure(at: .zero) - 54_019.9).magnitude < 0.5)
        environment.altitude.set(0, at: .zero)
        let body = try ScriptedBody([.lift(Lift(height: 2))])
        environment.body = body
        // 12.01 Pa a metre at sea level.
        let above = environment.pressure(at: at(5)) - 101_325
        #expect((above + 24.02).magnitude < 0.05, "\(above)")
        environment.pressure = Course(100_000.0)
        #expect(environment.pressure(at: .zero) == 100_000)
        #expect((environment.pressure(at: at(5)) - 99_976.3).magnitude < 0.1)
        environment.altitude.set(1e9, at: .zero)
        environment.pressure = nil
        #expect(environment.pressure(at: .zero) == 0)
    }

    @Test func `has a field of 48 µT that dips by 65 degrees`() {
        let environment = SimpleEnvironment()
        let field = environment.magneticField(at: .zero)
        #expect((field.length - 48).magnitude < 0.2)
        let dip = Elementary.arcTangent(-field.z, field.y) * 180 / .pi
        #expect((dip - 65).magnitude < 0.5)
        environment.humidity.set(130, at: .zero)
        #expect(environment.humidity(at: .zero) == 100)
        environment.illuminance.ramp(to: 0, at: .zero, over: .milliseconds(1000))
        #expect(environment.illuminance(at: at(0.5)) == 150)
        environment.magneticField.ramp(
            to: .zero, at: .zero, over: .milliseconds(1000))
        #expect(environment.magneticField(at: at(0.5)) == Vector3(0, 10, -21.75))
    }

    @Test func `gives the field of the moment after every change, asked in any order`() {
        let environment = SimpleEnvironment()
        func z(_ time: Double) -> Double { environment.magneticField(at: at(time)).z }
        #expect(z(3) == -43.5)
        environment.magneticField.set(Vector3(0, 0, 1), at: at(2))
        #expect(z(3) == 1 && z(1) == -43.5 && z(2) == 1 && z(1.999) == -43.5)
        environment.magneticField.ramp(to: Vector3(0, 0, 5), at: at(4), over: .seconds(2))
        #expect(z(3.999) == 1 && z(5) == 3 && z(4.5) == 2 && z(6) == 5 && z(99) == 5)
        environment.magneticField = Course(Vector3(0, 0, 7))
        #expect(z(99) == 7 && z(0) == 7)
        var random = RandomStream(seed: 3, purpose: "course")
        for i in 0..<200 {
            let (value, time) = (Vector3(0, 0, Double(i)), at(Double(random.below(1_000))))
            if random.below(2) == 0 {
                environment.magneticField.set(value, at: time)
            } else {
                environment.magneticField.ramp(
                    to: value, at: time, over: .seconds(Double(random.below(300))))
            }
            var course = environment.magneticField
            for _ in 0..<50 {
                let time = at(Double(random.below(2_600)) * 0.5)
                #expect(environment.magneticField(at: time) == course.value(at: time))
            }
        }
    }
}
