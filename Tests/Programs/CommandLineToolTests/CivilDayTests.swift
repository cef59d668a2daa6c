import ClientJudge
import Testing

@testable import CommandLineTool

/// The day by which waivers expire.
@Suite struct CivilDayTests {
    @Test(arguments: [
        (0, "1970-01-01"), (86_399, "1970-01-01"), (86_400, "1970-01-02"),
        (1_704_067_200, "2024-01-01"), (1_706_745_599, "2024-01-31"), (1_709_164_800, "2024-02-29"),
        (1_709_251_200, "2024-03-01"), (1_735_603_200, "2024-12-31"), (1_740_787_200, "2025-03-01"),
        (951_782_400, "2000-02-29"), (4_107_456_000, "2100-02-28"), (4_107_542_400, "2100-03-01"),
        (1_798_761_600, "2027-01-01"), (1_803_772_800, "2027-02-28"),
    ])
    func `each second has its day, in January as well`(second: Int, day: String) {
        #expect(CivilDate(secondsSince1970: second)?.description == day)
    }

    @Test func `the day of every second is the one after that of a day before`() throws {
        var last = try #require(CivilDate(secondsSince1970: 0))
        for day in 1..<60_000 {
            let next = try #require(CivilDate(secondsSince1970: day * 86_400), "day \(day)")
            guard next > last, next.day == last.day + 1 || next.day == 1 else {
                Issue.record("\(last) is followed by \(next)")
                return
            }
            last = next
        }
        #expect(CivilDate.today.map { $0 > CivilDate("2025-01-01") ?? .last } == true)
    }
}
