/// A push from rest into free flight, or, reversed, a catch.
///
/// The acceleration changes smoothly to exactly -g, so that specific force is exactly zero from the
/// first instant of flight.
struct Push {
    /// Seconds.
    let duration: Double
    /// m/s at the end of the push.
    let speed: Double

    init(duration: Double, speed: Double) {
        self.duration = duration
        self.speed = speed
    }

    /// The catch of a body whose free fall would have begun at rest `height` metres above the end
    /// of the catch; nil if the catch is too long for that.
    init?(catchingFrom height: Double, duration: Double) {
        // The fall's v²/2g and the catch's own distance, v·T/2 + 3gT²/28, add up to the height.
        let g = standardGravity
        let square =
            0.25 * duration * duration - 2 * (3.0 / 28 * duration * duration - height / g)
        guard square > 0 else { return nil }
        let speed = g * (square.squareRoot() - 0.5 * duration)
        guard speed > 0 else { return nil }
        self.init(duration: duration, speed: speed)
    }

    private var bump: Double { (speed / duration + 0.5 * standardGravity) * 30 / 16 }

    /// Metres risen during the push.
    var rise: Double { way(duration).value }

    /// The distance upwards, `t` seconds after the start of the push.
    func way(_ t: Double) -> Jet {
        let u = max(0, min(1, t / duration))
        let w = 1 - u
        let fall = Profile.minimumJerkIntegrals(u)
        let s = u * u * u * (10 - 15 * u + 6 * u * u)
        let (g, b) = (standardGravity, 16 * bump)
        let u3 = u * u * u
        return Jet(
            value: duration * duration
                * (b * u3 * u * (1.0 / 12 - u / 10 + u * u / 30) - g * fall.second),
            rate: duration * (b * u3 * (1.0 / 3 - u / 2 + u * u / 5) - g * fall.first),
            acceleration: u >= 1 ? -g : b * u * u * w * w - g * s)
    }

    /// The same reversed: the distance to the end of a catch.
    func landing(_ t: Double) -> Jet {
        let up = way(duration - t)
        return Jet(value: up.value, rate: -up.rate, acceleration: up.acceleration)
    }
}
