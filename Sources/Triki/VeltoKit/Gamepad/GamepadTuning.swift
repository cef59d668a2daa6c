/// Thresholds of the gamepad engine in one mode of the stream (protocol, triki-motion 3.11).
public struct GamepadTuning: Sendable, Equatable {
    /// What the input is for.
    public enum Purpose: Sendable, CaseIterable {
        /// Games: fast.
        case game
        /// Menus: steady.
        case smooth
    }

    /// Mode fast: speed above which the direction follows the speed.
    public var directionSpeed: Float = 0.02
    /// Mode fast: factor of the speed.
    public var directionGain: Float = 0.55
    /// Mode fast: factor of the axis below that speed.
    public var directionLevel: Float = 0.85
    /// Speed, or in mode normal also position, above which it moves; nil: it never moves.
    public var moving: Float?
    /// Acceleration above which it is a shake.
    public var shake: Float
    /// Least time between two shakes, in seconds.
    public var shakeCooldown: Double
    /// Speed above which it is an action; nil: none is.
    public var actionSpeed: Float?
    /// Least time between two actions, in seconds.
    public var actionCooldown: Double
    /// Position above which it is held to a side.
    public var tilt: Float
    /// So many frames in a row.
    public var tiltFrames: Int
    /// A swing; nil: none is found.
    public var swing: Swing?

    /// A peak of speed that falls off quickly.
    public struct Swing: Sendable, Equatable {
        /// Speed of the peak.
        public var peak: Float
        /// Share of the peak that the speed must fall below.
        public var drop: Float
        /// Within so many frames.
        public var frames: Int
    }

    /// The tuning of a mode.
    public static func of(_ mode: BLEMode, _ purpose: Purpose) -> GamepadTuning {
        let isGame = purpose == .game
        let normalSwing =
            isGame
            ? Swing(peak: 0.575, drop: 0.45, frames: 6) : Swing(peak: 0.805, drop: 0.5, frames: 8)
        switch mode {
        case .fast:
            return GamepadTuning(
                directionSpeed: isGame ? 0.02 : 0.05, directionGain: isGame ? 0.55 : 0.35,
                directionLevel: isGame ? 0.85 : 0.65, moving: isGame ? 0.068 : 0.102,
                shake: isGame ? 1.62 : 2.16, shakeCooldown: isGame ? 0.12 : 0.18,
                actionSpeed: isGame ? 0.585 : 0.765, actionCooldown: isGame ? 0.10 : 0.14,
                tilt: isGame ? 0.22 : 0.28, tiltFrames: isGame ? 3 : 7,
                swing: isGame
                    ? Swing(peak: 0.45, drop: 0.45, frames: 6)
                    : Swing(peak: 0.63, drop: 0.5, frames: 8))
        case .normal:
            return GamepadTuning(
                moving: isGame ? 0.08 : 0.12, shake: isGame ? 1.8 : 2.4,
                shakeCooldown: isGame ? 0.12 : 0.18, actionCooldown: isGame ? 0.10 : 0.14,
                tilt: isGame ? 0.22 : 0.28, tiltFrames: isGame ? 4 : 8,
                swing: normalSwing)
        case .lowPower, .unknown:
            return GamepadTuning(
                shake: isGame ? 1.35 : 1.8, shakeCooldown: 1.2 * (isGame ? 0.12 : 0.18),
                actionCooldown: 1.1 * (isGame ? 0.10 : 0.14), tilt: isGame ? 0.187 : 0.238,
                tiltFrames: isGame ? 2 : 6,
                // An unknown stream runs the path of a normal one, swing included.
                swing: mode == .unknown ? normalSwing : nil)
        }
    }
}
