/// Virtual time in the unit that suits its range.
struct TimeAxis {
    /// Of the unit, in seconds.
    var length: Double
    var title: String

    init(range: Double) {
        (length, title) =
            switch range {
            case ..<300: (1, "virtual time (s)")
            case ..<18_000: (60, "virtual time (min)")
            default: (3600, "virtual time (h)")
            }
    }

    /// A scale in seconds, converted to this unit.
    func scale(_ seconds: PlotScale) -> PlotScale {
        var scale = seconds
        scale.lowest /= length
        scale.highest /= length
        return scale
    }
}
