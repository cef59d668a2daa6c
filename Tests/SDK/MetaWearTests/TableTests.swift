import Foundation
import Testing

@testable import MetaWear

/// Samples as tables and CSV.
@Suite struct TableTests {
    private static let start = Date(timeIntervalSince1970: 1_700_000_000.75)

    @Test func `logged samples have their time in UTC, their tick and their values`() {
        let table = MWDataTable.from(
            logged: [
                MWLoggedSample(
                    date: Self.start, tickMs: 1234.5, value: CartesianFloat(x: 1, y: -0.5, z: 0)),
                MWLoggedSample(
                    date: Self.start + 0.5, tickMs: 1734.5,
                    value: CartesianFloat(x: 0.000_000_4, y: 1e6, z: .nan)),
            ], name: "walk")
        #expect(table.name == "walk")
        #expect(
            table.csvString == """
                epoch,elapsed_ms,x,y,z
                2023-11-14T22:13:20Z,1234.500,1.000000,-0.500000,0.000000
                2023-11-14T22:13:21Z,1734.500,0.000000,1000000.000000,nan
                """)
    }

    @Test func `streamed samples have no tick`() {
        let table = MWDataTable.from(
            streamed: [Timestamped(time: Self.start, value: true)], name: "switch")
        #expect(table.columns == ["epoch", "value"])
        #expect(table.rows == [["2023-11-14T22:13:20Z", "1"]])
    }

    @Test func `an instant before 1970 belongs to the second that it is in`() {
        let table = MWDataTable.from(
            streamed: [Timestamped(time: Date(timeIntervalSince1970: -0.25), value: false)],
            name: "")
        #expect(table.rows == [["1969-12-31T23:59:59Z", "0"]])
    }

    @Test func `every kind of sample has as many values as columns`() {
        func check<Sample: MWDataConvertible>(_ sample: Sample, _ text: String) {
            #expect(sample.columnValues.joined(separator: ",") == text)
            #expect(sample.columnValues.count == Sample.columnHeaders.count)
        }
        check(Quaternion(w: 1, x: 0, y: 0, z: -1), "1.000000,0.000000,0.000000,-1.000000")
        check(EulerAngles(heading: 90, pitch: 1, roll: 2, yaw: 3), "90.0000,1.0000,2.0000,3.0000")
        check(
            CorrectedCartesianFloat(x: 1, y: 2, z: 3, accuracy: 3),
            "1.000000,2.000000,3.000000,3")
        check(Float(0.25), "0.250000")
    }

    @Test func `a value with a comma, a quote or a line end is quoted`() {
        let table = MWDataTable(
            name: "", columns: ["a", "b"], rows: [["1,5", "say \"x\""], ["two\nlines", "plain"]])
        #expect(table.csvString == "a,b\n\"1,5\",\"say \"\"x\"\"\"\n\"two\nlines\",plain")
        #expect(MWDataTable(name: "", columns: ["a"], rows: []).csvString == "a")
    }

    @Test func `a file has the text, and a folder that does not exist is an error`() throws {
        let folder = URL.temporaryDirectory.appending(path: "table-\(UUID())")
        let table = MWDataTable(name: "", columns: ["a"], rows: [["1"]])
        #expect(throws: (any Error).self) {
            try table.writeCSV(to: folder.appending(path: "t.csv"))
        }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        try table.writeCSV(to: folder.appending(path: "t.csv"))
        #expect(try Data(contentsOf: folder.appending(path: "t.csv")) == Data("a\n1".utf8))
    }
}
