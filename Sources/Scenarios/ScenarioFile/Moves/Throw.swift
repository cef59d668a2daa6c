import Declaration
import Motion
import Simulation

extension Move {
    package struct Throw: MoveKind {
        package var speed: Quantity<Speed> = .metresPerSecond(4)
        package var spin: Quantity<AngularRate> = .degreesPerSecond(0)
        package var push: Nanoseconds = .milliseconds(250)

        package static let keys = Keys(Self(), "throw") { keys in
            keys.about = "Throws the board up and catches it: a push, free flight, a catch."
            keys.required(
                \.speed, "speed", in: .metresPerSecond(0.1)...(.metresPerSecond(50)),
                principal: true, "Upward speed when it leaves the hand.")
            keys.optional(
                \.spin, "spin", in: .degreesPerSecond(0)...(.degreesPerSecond(5000)),
                "Rotation about its x axis during flight.")
            keys.optional(
                \.push, "push", in: .milliseconds(10)...(.seconds(5)),
                "How long the hand pushes and, later, how long it takes to catch.")
        }

        var seconds: Double { 2 * push.seconds + 11 }

        var words: String {
            "throw it up at \(speed.text)"
                + (spin.radiansPerSecond == 0 ? "" : ", turning at \(spin.text)")
        }

        func motion(_ reader: MoveReader, blend: Nanoseconds) -> Motion.Move {
            .throw(
                Motion.Throw(
                    speed: speed.metresPerSecond, spin: spin.radiansPerSecond,
                    pushDuration: push.seconds, catchDuration: push.seconds))
        }
    }
}
