import Foundation
import MetaWear

/// Rows of the table `sample`.
enum SampleRow {
    static func insert<Sample: MWPersistable>(
        _ samples: [MWLoggedSample<Sample>], of session: Int, into database: Database
    ) throws(MWStoreError) {
        let insert = try database.statement(
            "INSERT INTO sample VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")
        insert.bind(1, session)
        for (place, sample) in samples.enumerated() {
            let values = sample.value.persistenceValues
            insert.bind(2, place)
            insert.bind(3, sample.date.timeIntervalSinceReferenceDate)
            insert.bind(4, sample.tickMs)
            insert.bind(5, values.f0)
            insert.bind(6, values.f1)
            insert.bind(7, values.f2)
            insert.bind(8, values.f3)
            insert.bind(9, Int(values.accuracy))
            _ = try insert.step()
            insert.rewind()
        }
    }

    /// In the order of their ticks; those of one tick as they were saved.
    ///
    /// - Parameter count: how many there are, as the session says.
    static func all<Sample: MWPersistable>(
        of session: Int, count: Int, in database: Database
    ) throws(MWStoreError) -> [MWLoggedSample<Sample>] {
        let select = try database.statement(
            "SELECT date, tick_ms, f0, f1, f2, f3, accuracy FROM sample WHERE session = ?1"
                + " ORDER BY place")
        defer { select.reset() }
        select.bind(1, session)
        var samples: [MWLoggedSample<Sample>] = []
        // A damaged count may be anything.
        samples.reserveCapacity(max(0, min(count, 1 << 20)))
        var isSorted = true
        while try select.step() {
            guard let accuracy = UInt8(exactly: select.integer(6)) else {
                throw database.damage("an accuracy is \(select.integer(6))")
            }
            let sample = MWLoggedSample(
                date: Date(timeIntervalSinceReferenceDate: try select.double(0)),
                tickMs: try select.double(1),
                value: Sample.from(
                    f0: try select.float(2), f1: try select.float(3), f2: try select.float(4),
                    f3: try select.float(5), accuracy: accuracy))
            if let last = samples.last, sample.tickMs < last.tickMs { isSorted = false }
            samples.append(sample)
        }
        guard samples.count == count else {
            throw database.damage("a session of \(count) samples has \(samples.count)")
        }
        guard !isSorted else { return samples }
        // Sorting by the place as well keeps the order of equal ticks.
        return samples.enumerated()
            .sorted { ($0.element.tickMs, $0.offset) < ($1.element.tickMs, $1.offset) }
            .map(\.element)
    }
}
