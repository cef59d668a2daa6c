public import VeltoKit

/// What tells the published versions of the navigation apart, as data (protocol, triki-motion 4.1).
public struct NavigationTuning: Sendable, Equatable {
    /// Position from which a slot is entered when none is focused, 0 to 1.
    public var enterBand: Double
    /// Position down to which a focused slot is held, 0 to 1.
    public var exitBand: Double
    /// How long a neighbour must be pointed at before the focus moves, in seconds.
    public var adjacentDwell: Double
    /// The same for a slot further away.
    public var jumpDwell: Double
    /// How long nothing can be confirmed after the focus moved or something was confirmed, in seconds.
    public var settle = 0.45
    /// How long the focus stays without a slot, in seconds.
    public var grace = 0.35
    /// How long a focus is held to confirm it, in seconds; nil: only the button confirms.
    public var hold: Double?
    /// Whether the focus goes through the gate; else it moves at once.
    public var isGated: Bool
    /// Whether the button confirms by a press, let through once; else by its level.
    public var gatesButton: Bool
    /// Whether input is polled even while the cap cannot be used.
    public var pollsAlways: Bool
    /// How long the button is ignored after a screen came up that prefers it, in seconds.
    public var armDelay: Double
    /// Whether the calibration is offered with the first packets of a connection.
    public var promptsCalibration: Bool
    /// Share of a new position in the smoothed one, 0 to 1; 1 is no smoothing.
    public var positionBlend = 1.0
    /// Whether the focus moves to neighbours alone.
    public var singleSteps = false

    /// Menus of the version.
    public static func menu(_ version: VeltoVersion = .seed) -> NavigationTuning {
        version == .seed ? seedMenu : currentMenu
    }

    /// The quiz of the version: four slots, one of them always selected.
    public static func quiz(_ version: VeltoVersion = .seed) -> NavigationTuning {
        version == .seed ? seedQuiz : currentQuiz
    }

    private static let seedMenu = NavigationTuning(
        enterBand: 0.24, exitBand: 0.10, adjacentDwell: 0.06, jumpDwell: 0.14, hold: 2.25,
        isGated: false, gatesButton: false, pollsAlways: false, armDelay: 0,
        promptsCalibration: true)

    private static let currentMenu = NavigationTuning(
        enterBand: 0.30, exitBand: 0.14, adjacentDwell: 0.20, jumpDwell: 0.32, hold: 2.25,
        isGated: true, gatesButton: true, pollsAlways: true, armDelay: 1.0,
        promptsCalibration: false)

    private static let seedQuiz: NavigationTuning = {
        var tuning = seedMenu
        tuning.isGated = true
        tuning.hold = 2.0
        return tuning
    }()

    private static let currentQuiz: NavigationTuning = {
        var tuning = currentMenu
        tuning.enterBand = 0.34
        tuning.exitBand = 0.18
        tuning.adjacentDwell = 0.28
        tuning.jumpDwell = 0.42
        tuning.hold = nil
        tuning.positionBlend = 0.74
        tuning.singleSteps = true
        return tuning
    }()
}
