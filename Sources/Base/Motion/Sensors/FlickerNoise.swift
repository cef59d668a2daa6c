import Simulation

/// 1/f noise of an offset on three axes: a sum of first-order Gauss–Markov processes with
/// time constants in steps of four, from one second to an hour.
///
/// With the one-sided density B²/(πf) of bias instability B (IEEE 952), equal variances of
/// B² ln(4)/π a process add up to it, and the Allan deviation is flat at 0.664 B in between.
struct FlickerNoise {
    private struct Process {
        var decay = 0.0
        var step = 0.0
        var value = Vector3.zero
    }

    private var isOn = false
    private var processes = InlineArray<7, Process>(repeating: Process())

    static let timeConstants: InlineArray<7, Double> = [1, 4, 16, 64, 256, 1024, 4096]

    /// Starts in its stationary state; `interval` is the time between updates in seconds.
    init(
        instability: Double, interval: Double, normal: NormalDistribution,
        random: inout RandomStream
    ) {
        guard instability > 0 else { return }
        let sigma = instability * (Elementary.logarithm(4) / .pi).squareRoot()
        isOn = true
        for i in processes.indices {
            let decay = Elementary.exponential(-interval / Self.timeConstants[i])
            processes[i] = Process(
                decay: decay, step: sigma * (1 - decay * decay).squareRoot(),
                value: normal.vector(sigma, &random))
        }
    }

    /// The offset after one more interval.
    mutating func next(_ normal: NormalDistribution, _ random: inout RandomStream) -> Vector3 {
        var sum = Vector3.zero
        guard isOn else { return sum }
        for i in processes.indices {
            let p = processes[i]
            let value = p.value * p.decay + normal.vector(p.step, &random)
            processes[i].value = value
            sum += value
        }
        return sum
    }
}

extension NormalDistribution {
    /// Three independent numbers of standard deviation `sigma`.
    @inline(__always)
    func vector(_ sigma: Double, _ random: inout RandomStream) -> Vector3 {
        vector(Vector3(sigma, sigma, sigma), &random)
    }

    /// Three independent numbers, each of its own standard deviation.
    @inline(__always)
    func vector(_ sigma: Vector3, _ random: inout RandomStream) -> Vector3 {
        let x = next(&random)
        let y = next(&random)
        let z = next(&random)
        return Vector3(x * sigma.x, y * sigma.y, z * sigma.z)
    }
}
