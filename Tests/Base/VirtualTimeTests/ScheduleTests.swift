import Testing
import VirtualTime

/// The order of jobs, and races that some orders show.
@Suite struct ScheduleTests {
    /// Keeps the answer to the latest question; the answer to an earlier one may come after it.
    private actor Screen {
        private(set) var question = 0
        private(set) var answer = 0

        func ask(_ number: Int) async throws {
            question = number
            try await Task.sleep(for: .milliseconds(100))
            answer = number
        }
    }

    private static func isConsistent(_ options: VirtualTimeOptions) async throws -> Bool {
        try await withVirtualTime(options: options) {
            let screen = Screen()
            try await withThrowingTaskGroup { group in
                for number in 1...2 { group.addTask { try await screen.ask(number) } }
                try await group.waitForAll()
            }
            return await screen.question == screen.answer
        }
    }

    @Test func `a thousand schedules find a race that order of arrival hides`() async throws {
        #expect(try await Self.isConsistent(VirtualTimeOptions()))
        var found: [UInt64] = []
        for seed in 0..<1000 as Range<UInt64> {
            if try await !Self.isConsistent(.shuffled(seed)) { found.append(seed) }
        }
        // Half of all orders, about.
        #expect((300...700).contains(found.count))
        for seed in found.prefix(20) { #expect(try await !Self.isConsistent(.shuffled(seed))) }
    }

    /// In which order four tasks run that sleep, yield and call an actor.
    private static func order(_ options: VirtualTimeOptions) async throws -> [Int] {
        try await withVirtualTime(options: options) {
            let log = Log()
            await withTaskGroup { group in
                for number in 0..<4 {
                    group.addTask {
                        for _ in 0..<5 {
                            await log.note(number)
                            await Task.yield()
                            try? await Task.sleep(for: .seconds(1))
                        }
                    }
                }
            }
            return await log.numbers
        }
    }

    private actor Log {
        private(set) var numbers: [Int] = []

        func note(_ number: Int) { numbers.append(number) }
    }

    @Test func `the same seed gives the same order`() async throws {
        var orders = Set<[Int]>()
        for seed in 0..<50 as Range<UInt64> {
            let order = try await Self.order(.shuffled(seed))
            #expect(try await Self.order(.shuffled(seed)) == order)
            orders.insert(order)
        }
        #expect(orders.count > 40)
    }

    @Test func `a seed gives the same order in every process, with each back end`() async throws {
        let order = try await Self.order(.shuffled(1)).map(String.init).joined()
        #expect(order == "23013201312002131302")
    }

    @Test func `order of arrival is one order`() async throws {
        var orders = Set<[Int]>()
        for _ in 0..<50 { orders.insert(try await Self.order(VirtualTimeOptions())) }
        #expect(orders == [Array((0..<5).map { _ in [0, 1, 2, 3] }.joined())])
    }
}
