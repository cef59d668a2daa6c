/// Interpolation that keeps frequencies below half the sample rate and adds none above it: a sinc
/// of 32 samples under a Blackman window.
enum BandLimited {
    static let taps = 32

    /// Weights of the samples from 15 before to 16 after, at `fraction` (0 ..< 1) after a sample;
    /// they add up to one, so that a constant stays constant.
    static func weights(_ fraction: Double) -> [Double] {
        var weights: [Double] = []
        for k in 0..<taps {
            let distance = Double(k - taps / 2 + 1) - fraction
            let angle = Double.pi * distance
            let sinc = distance.magnitude < 1e-9 ? 1 : Elementary.sine(angle) / angle
            let place = distance / Double(taps / 2)
            let window =
                0.42 + 0.5 * Elementary.cosine(.pi * place)
                + 0.08 * Elementary.cosine(2 * .pi * place)
            weights.append(sinc * (place.magnitude < 1 ? window : 0))
        }
        let sum = weights.reduce(0, +)
        return weights.map { $0 / sum }
    }

    /// The value at a position in samples; the ends are extended.
    static func value(of samples: [Vector3], at place: Double) -> Vector3 {
        let whole = place.rounded(.down)
        return value(of: samples, after: Int(whole), weights(place - whole))
    }

    private static func value(of samples: [Vector3], after index: Int, _ weights: [Double])
        -> Vector3
    {
        var sum = Vector3.zero
        for k in 0..<taps {
            let i = max(0, min(samples.count - 1, index + k - taps / 2 + 1))
            sum += samples[i] * weights[k]
        }
        return sum
    }

    /// `factor` samples for each one, except for the last one.
    static func oversample(_ samples: [Vector3], by factor: Int) -> [Vector3] {
        guard let last = samples.last else { return [] }
        var fine: [Vector3] = []
        fine.reserveCapacity(samples.count * factor)
        let phases = (0..<factor).map { weights(Double($0) / Double(factor)) }
        for i in 0..<(samples.count - 1) {
            fine.append(samples[i])
            for phase in phases.dropFirst() { fine.append(value(of: samples, after: i, phase)) }
        }
        fine.append(last)
        return fine
    }
}
