/// A lithium polymer cell and its charger. Those of the boards are not documented beyond their
/// size; curve and charger are typical ones.
public struct BatteryDesign: Sendable, Equatable {
    /// In milliampere-hours.
    public var capacity: Double
    /// Of cell and protection together, in ohms.
    package var resistance = 0.5
    /// Under load, in volts: the protection switches off below it.
    package var cutOff = 3.0

    /// A cell of a capacity in milliampere-hours, kept above zero.
    public init(capacity: Double) { self.capacity = max(capacity, 1e-3) }

    /// Level in percent against volts without load, piecewise linear.
    private static let curve: [(level: Double, volts: Double)] = [
        (0, 3.0), (5, 3.45), (20, 3.68), (50, 3.82), (80, 4.02), (100, 4.18),
    ]

    /// Volts without load at a level in percent.
    func openCircuit(_ level: Double) -> Double {
        let level = min(max(level, 0), 100)
        for (low, high) in zip(Self.curve, Self.curve.dropFirst()) where level <= high.level {
            let part = (level - low.level) / (high.level - low.level)
            return low.volts + part * (high.volts - low.volts)
        }
        return 4.18
    }

    /// Volts at the terminals.
    ///
    /// - Parameter current: out of the cell, in microamperes; negative while it is charged.
    func terminal(_ level: Double, current: Double) -> Double {
        min(openCircuit(level) - current * 1e-6 * resistance, Self.chargeVoltage)
    }

    /// The charger's highest voltage.
    private static let chargeVoltage = 4.2
    /// A cell's resistance to charging beyond its internal one, in ohms for 100 mAh: with it the
    /// constant voltage begins at about 80 %, as datasheets show.
    private static let polarisation = 2.0

    /// The charging current at a level, in microamperes: one C until the voltage is reached, then
    /// less and less, a tenth of it at the end.
    func chargeCurrent(_ level: Double) -> Double {
        let most = capacity * 1000
        let held =
            (Self.chargeVoltage - openCircuit(level)) / (Self.polarisation * 100 / capacity) * 1e6
        return max(most / 10, min(most, held))
    }
}
