import Testing

@testable import Exploration

@Suite struct EdgeSearchTests {
    @Test(arguments: [(3, 7), (0, 99), (5, 5), (0, 0), (99, 99), (40, 80)])
    func `both edges of a range are found with few questions`(low: Int, high: Int) {
        for start in low...high {
            var asked = 0
            var search = EdgeSearch(count: 100, start: start) {
                asked += 1
                return (low...high).contains($0)
            }
            #expect(search.range() == low...high)
            #expect(search.isExact)
            #expect(asked <= 30, "\(asked) from \(start)")
        }
    }

    @Test func `without time for more questions it says so`() {
        var left = 3
        var search = EdgeSearch(count: 100, start: 50) { _ in
            left -= 1
            return left >= 0 ? true : nil
        }
        let range = search.range()
        #expect(!search.isExact)
        #expect(range.contains(50) && range.count < 100)
    }
}
