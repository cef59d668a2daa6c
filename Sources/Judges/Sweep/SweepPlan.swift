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

    /// Refuses a value that no scenario may have, whatever the other keys are; returns the first
    /// scenario of the sweep that may be run.
    ///
    /// - Parameter read: the scenario with values; throws what is wrong with them.
    package func check<Scenario>(
        _ read: (_ values: [String]) throws(SweepError) -> Scenario
    ) throws(SweepError) -> Scenario {
        let firsts = variations.map { $0.value(0) }
        var found: Scenario?
        for (place, variation) in variations.enumerated() {
            for value in variation.decisive {
                var values = firsts
                values[place] = value
                do throws(SweepError) {
                    let scenario = try read(values)
                    found = found ?? scenario
                } catch {
                    // With other values of the other keys it may be possible.
                    guard isPossible(value, at: place, read) else { throw error }
                }
            }
        }
        if let found { return found }
        return try read(firsts)
    }

    /// Combinations that are tried; with more it is left to the worlds.
    private static let mostTried = 1_000

    private func isPossible<Scenario>(
        _ value: String, at place: Int,
        _ read: (_ values: [String]) throws(SweepError) -> Scenario
    ) -> Bool {
        let others = variations.enumerated().map { $0 == place ? [value] : $1.decisive }
        let count = others.reduce(1) { min($0 * $1.count, Self.mostTried + 1) }
        guard count <= Self.mostTried else { return true }
        return (0..<count).contains { number in
            var rest = number
            let values = others.map { list in
                defer { rest /= list.count }
                return list[rest % list.count]
            }
            return (try? read(values)) != nil
        }
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
