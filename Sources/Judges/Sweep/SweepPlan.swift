import Declaration
import Simulation

/// Which worlds a sweep runs: every combination of seeds and values, or a sample of them.
package struct SweepPlan: Sendable {
    package struct World: Sendable, Equatable {
        /// From 0, over all parts of the sweep.
        package var number: Int
        package var seed: UInt64
        /// One for each variation.
        package var values: [String]
    }

    package let seeds: SeedList
    package let variations: [Variation]
    /// How many worlds are drawn; nil for all combinations.
    package let samples: Int?
    package let count: Int

    /// More are a typing error.
    package static let most = 100_000_000

    package init(seeds: SeedList, variations: [Variation], samples: Int?) throws(SweepError) {
        self.seeds = seeds
        self.variations = variations
        self.samples = samples
        var all = seeds.count
        for (i, variation) in variations.enumerated() {
            if let other = variations[..<i].first(where: { $0.path.parts == variation.path.parts })
            {
                throw SweepError(
                    "--vary names `\(other.path)` twice; write all its values in one")
            }
            let (product, isTooLarge) = all.multipliedReportingOverflow(by: variation.count)
            guard !isTooLarge, samples != nil || product <= Self.most else {
                throw SweepError(
                    "the sweep has more than \(Self.most) combinations; draw a sample with"
                        + " `--samples 1000`")
            }
            all = isTooLarge ? .max : product
        }
        count = samples ?? all
    }

    /// Seeds change fastest, so that worlds that follow each other share their scenario.
    package func world(_ number: Int) -> World {
        guard samples == nil else { return sample(number) }
        var rest = number / seeds.count
        var values: [String] = []
        for variation in variations.reversed() {
            values.insert(variation.value(rest % variation.count), at: 0)
            rest /= variation.count
        }
        return World(number: number, seed: seeds[number % seeds.count], values: values)
    }

    /// Depends on its number alone, so that any part of a sweep draws the same.
    private func sample(_ number: Int) -> World {
        var random = RandomStream(seed: UInt64(number), purpose: "sweep")
        let values = variations.map { $0.value(sample: random.uniform()) }
        let seed = seeds.count == 1 ? 0 : Int(random.below(UInt64(seeds.count)))
        return World(number: number, seed: seeds[seed], values: values)
    }
}
