import VeltoKit

/// A throw of the player.
struct Shot: Sendable {
    /// 0 to 1.
    var power: Double
    /// To the side, -1 to 1.
    var aim: Double

    /// The speed of a cap that is full power, in m/s.
    static let fullSpeed = 5.0
}

/// Finds the throws in the input of a game: what the published engine fires, or a measured speed.
///
/// The engine fires late or not at all in a quick throw, as its position needs 0.4 s from one stop to
/// the other, and often once more when the arm has returned. The meter finds every throw once, but
/// needs a cap at rest before it. The first report of a throw counts, and the others belong to it.
struct ShotWatch: Sendable {
    /// So long after a measured throw the engine's shots belong to it, in seconds: it may take the
    /// slow drift of its reference for a thrust. Of 1,000 simulated throws with nine seconds of rest
    /// the last one came after 6.5 s.
    private static let echo = 8.0
    /// So long after the engine has fired for a throw it is measured, or fired again, at the latest;
    /// in seconds.
    private static let delay = 1.8

    private var sinceMeasured = Double.infinity
    private var sinceFired = Double.infinity

    /// The throw that begins in a frame of so many seconds; nil if there is none.
    mutating func shot(in input: GameInput, deltaTime: Double) -> Shot? {
        if deltaTime.isFinite, deltaTime > 0 {
            sinceMeasured += deltaTime
            sinceFired += deltaTime
        }
        let power: Double
        if input.throwSpeed.isFinite, input.throwSpeed > 0 {
            sinceMeasured = 0
            guard sinceFired > Self.delay else { return nil }
            power = input.throwSpeed / Shot.fullSpeed
        } else if input.shotTriggered, input.throwPower.isFinite, input.throwPower > 0 {
            guard sinceMeasured > Self.echo, sinceFired > Self.delay else { return nil }
            sinceFired = 0
            power = input.throwPower
        } else {
            return nil
        }
        return Shot(power: min(power, 1), aim: MotionMath.clamp(input.posX))
    }
}
