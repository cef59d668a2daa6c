/// Whether a recorded acceleration contains gravity in the unit that its file names.
struct RestingForce {
    /// What is probably wrong; nil if gravity is there.
    let problem: String?

    init(_ recording: Recording) {
        let samples = recording.specificForce
        guard !samples.isEmpty else {
            problem = nil
            return
        }
        // Movement averages out within a second, gravity remains.
        let window = max(1, min(samples.count, Int(recording.rate.rounded(.up))))
        var means: [Double] = []
        for start in stride(from: 0, through: samples.count - window, by: window) {
            let sum = samples[start..<start + window].reduce(Vector3.zero) { $0 + $1 }
            means.append(sum.length / Double(window) / standardGravity)
        }
        let rest = Self.median(means)
        // A fast turn averages gravity out, too, but does not shorten it.
        let size = Self.median(samples.map { $0.length }) / standardGravity
        let text = "\((rest * 100).rounded() / 100)"
        if size < 0.5 {
            problem = """
                its acceleration at rest is \(text) g instead of 1 g: gravity is not in it (export\
                 the accelerometer, not the linear acceleration), or the unit is another
                """
        } else if (6...14).contains(rest) {
            problem = """
                its acceleration at rest is \(text) g instead of 1 g: the numbers are probably\
                 m/s^2, so name that unit in the header
                """
        } else if rest > 2 {
            problem = """
                its acceleration at rest is \(text) g instead of 1 g: check the unit in the header
                """
        } else {
            problem = nil
        }
    }

    private static func median(_ values: [Double]) -> Double {
        values.isEmpty ? 0 : values.sorted()[values.count / 2]
    }
}
