extension FixedWidthInteger {
    /// The nearest whole number, held at the ends of the type; 0 for what is no number.
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
