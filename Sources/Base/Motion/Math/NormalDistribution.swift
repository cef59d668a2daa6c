package import Simulation

/// Normally distributed numbers by the ziggurat method (Marsaglia and Tsang, 2000) with 256
/// layers: 98.8 % of draws cost one random word and one multiplication.
///
/// A value and not a global, because a sensor that holds it reads it without a lazy-start check.
package struct NormalDistribution: Sendable {
    /// Right edges of the layers, from the widest (which stands for the base and the tail) to 0.
    @usableFromInline let edges: [Double]
    /// The density at each edge, without its factor.
    private let densities: [Double]

    /// The start of the tail, and the area of each layer, for 256 layers.
    @usableFromInline static let tail = 3.654_152_885_361_009
    @usableFromInline static let area = 0.004_928_673_233_974_655

    /// The tables, computed with `Elementary` and therefore the same everywhere.
    package static let standard = NormalDistribution()

    private init() {
        func density(_ x: Double) -> Double { Elementary.exponential(-0.5 * x * x) }
        var edges = [Self.area / density(Self.tail), Self.tail]
        while edges.count < 256 {
            let x = edges[edges.count - 1]
            let y = density(x) + Self.area / x
            edges.append((-2 * Elementary.logarithm(y)).squareRoot())
        }
        edges.append(0)
        self.edges = edges
        densities = edges.map(density)
    }

    /// One number of mean 0 and standard deviation 1.
    @inlinable @inline(__always)
    package func next(_ random: inout RandomStream) -> Double {
        let word = random.next()
        let layer = Int(truncatingIfNeeded: word & 0xFF)
        // The upper 53 bits as a signed fraction in -1 ..< 1.
        let u = Double(Int64(bitPattern: word) >> 11) * 0x1p-52
        let x = u * edges[layer]
        if x.magnitude < edges[layer + 1] { return x }
        // A copy, so that a caller's stream can stay in registers.
        var copy = random
        let rare = edge(layer, x, &copy)
        random = copy
        return rare
    }

    /// The wedges and the tail, one draw in eighty.
    @usableFromInline func edge(_ layer: Int, _ x: Double, _ random: inout RandomStream) -> Double {
        var (layer, x) = (layer, x)
        while true {
            if layer == 0 {
                return tailValue(x < 0, &random)
            }
            let (low, high) = (densities[layer], densities[layer + 1])
            let y = low + (high - low) * random.uniform()
            if y < Elementary.exponential(-0.5 * x * x) { return x }
            let word = random.next()
            layer = Int(truncatingIfNeeded: word & 0xFF)
            x = Double(Int64(bitPattern: word) >> 11) * 0x1p-52 * edges[layer]
            if x.magnitude < edges[layer + 1] { return x }
        }
    }

    /// Marsaglia's exact method for the tail.
    private func tailValue(_ negative: Bool, _ random: inout RandomStream) -> Double {
        while true {
            let x = -Elementary.logarithm(1 - random.uniform()) / Self.tail
            let y = -Elementary.logarithm(1 - random.uniform())
            if y + y > x * x { return negative ? -(Self.tail + x) : Self.tail + x }
        }
    }
}
