internal import Simulation

/// A specimen of a chip whose sensitivity is off by a factor. It survives every reset.
class Specimen {
    final var random: RandomStream
    final let isIdeal: Bool
    /// Its sensitivity relative to the nominal one.
    final let scale: Double

    /// - Parameter tolerance: how far the sensitivity may be off, 0.2 for 20 %.
    init(_ random: RandomStream, of hardware: Hardware, tolerance: Double) {
        var random = random
        isIdeal = hardware.quality == .ideal
        scale = isIdeal ? 1 : 1 - tolerance + 2 * tolerance * random.uniform()
        self.random = random
    }
}
