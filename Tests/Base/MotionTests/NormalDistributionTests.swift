import Checkout
import Simulation
import Testing

@testable import Motion

@Suite struct `Normal distribution` {
    @Test(.slow) func `has the moments and the tails of a normal distribution`() {
        let normal = NormalDistribution.standard
        var random = RandomStream(seed: 7, purpose: "moments")
        let count = 400_000
        var (sum, square, fourth) = (0.0, 0.0, 0.0)
        var beyond = [0, 0, 0, 0]
        for _ in 0..<count {
            let x = normal.next(&random)
            sum += x
            square += x * x
            fourth += x * x * x * x
            for (i, limit) in [1.0, 2.0, 3.0, 3.7].enumerated() where x.magnitude > limit {
                beyond[i] += 1
            }
        }
        let n = Double(count)
        #expect((sum / n).magnitude < 0.005)
        #expect((square / n - 1).magnitude < 0.01)
        #expect((fourth / n - 3).magnitude < 0.06)
        let expected = [0.317_310_5, 0.045_500_3, 0.002_699_8, 0.000_215_6]
        for i in 0..<4 {
            let deviation = (Double(beyond[i]) - n * expected[i]) / (n * expected[i]).squareRoot()
            #expect(deviation.magnitude < 4, "beyond limit \(i): \(beyond[i])")
        }
    }

    @Test func `has layers of equal area`() {
        let edges = NormalDistribution.standard.edges
        #expect(edges.count == 257)
        for i in 1..<256 {
            let high = Elementary.exponential(-0.5 * edges[i + 1] * edges[i + 1])
            let low = Elementary.exponential(-0.5 * edges[i] * edges[i])
            #expect((edges[i] * (high - low) - NormalDistribution.area).magnitude < 1e-9)
        }
    }
}
