extension FixedWidthInteger {
    /// The nearest whole number, clamped to the type; 0 for NaN.
    init(nearest value: Double) {
        let rounded = value.rounded()
        if rounded.isNaN {
            self = 0
        } else if rounded <= Double(Self.min) {
            self = .min
        } else if rounded >= Double(Self.max) {
            self = .max
        } else {
            self = Self(rounded)
        }
    }
}
