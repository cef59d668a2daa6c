import Testing

@testable import Exploration

@Suite struct EdgeSearchTests {
    @Test(arguments: [(3, 7), (0, 99), (5, 5), (0, 0), (99, 99), (40, 80)])
    func `both edges of a range are found with few questions`(low: Int, high: Int) {
        for start in low...high {
            var asked = 0
            var search = EdgeSearch(count: 100, start: start) { place, _ in
                asked += 1
                return (low...high).contains(place)
            }
            #expect(search.range() == low...high)
            #expect(search.isExact)
            #expect(asked <= 30, "\(asked) from \(start)")
        }
    }

    @Test func `what only seems to hold is outside`() {
        for start in 40...60 {
            var search = EdgeSearch(count: 100, start: start) { place, isSure in
                (isSure ? 40...60 : 30...80).contains(place)
            }
            #expect(search.range() == 40...60)
            #expect(search.isExact)
        }
    }

    @Test func `without time for more questions it says so`() {
        var left = 3
        var search = EdgeSearch(count: 100, start: 50) { _, _ in
            left -= 1
            return left >= 0 ? true : nil
        }
        let range = search.range()
        #expect(!search.isExact)
        #expect(range.contains(50) && range.count < 100)
    }
}
