import Foundation
import LiveRun
import Report
import Testing

@Suite struct ReportWriterTests {
    /// A folder of its own, taken away afterwards.
    private func inFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "boardsim-report-\(UUID().uuidString)").path()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        try body(folder)
    }

    @Test func `writes all files of a run, into folders that it makes`() throws {
        try inFolder { folder in
            let files = [
                ReportFile(name: "report.txt", text: "passed\n"),
                ReportFile(name: "plot.svg", bytes: Array(repeating: 0xFF, count: 200_000)),
            ]
            let writer = ReportWriter(directory: folder + "/a/b/")
            let paths = try writer.write(files)
            #expect(paths == [folder + "/a/b/report.txt", folder + "/a/b/plot.svg"])
            for (path, file) in zip(paths, files) {
                #expect(FileManager.default.contents(atPath: path) == Data(file.bytes))
            }
        }
    }

    @Test func `writes over an older report`() throws {
        try inFolder { folder in
            let writer = ReportWriter(directory: folder)
            try writer.write([ReportFile(name: "a", text: "an older, longer text")])
            let paths = try writer.write([ReportFile(name: "a", text: "new")])
            #expect(FileManager.default.contents(atPath: paths[0]) == Data("new".utf8))
        }
    }

    @Test(arguments: ["", ".", "..", "../a", "a/b", "/etc/passwd", "a\0b"])
    func `a name that leads elsewhere is refused`(name: String) throws {
        try inFolder { folder in
            #expect(throws: ReportWriterError.badName(name)) {
                try ReportWriter(directory: folder).write([ReportFile(name: name, text: "")])
            }
        }
    }

    @Test(arguments: [
        ("file/below", "a parent is a file"),
        (String(repeating: "x", count: 300), "the name is too long"),
    ])
    func `the reason why a folder cannot be created is in words`(name: String, reason: String)
        throws
    {
        try inFolder { folder in
            try ReportWriter(directory: folder).write([ReportFile(name: "file", text: "")])
            let path = folder + "/" + name
            #expect(throws: ReportWriterError.noDirectory(path: path, reason: reason)) {
                try ReportWriter(directory: path).makeDirectory()
            }
        }
    }

    @Test func `two files of one name are refused before anything is written`() throws {
        try inFolder { folder in
            #expect(throws: ReportWriterError.nameTwice("a")) {
                try ReportWriter(directory: folder + "/new").write([
                    ReportFile(name: "a", text: ""), ReportFile(name: "a", text: ""),
                ])
            }
            #expect(!FileManager.default.fileExists(atPath: folder + "/new"))
        }
    }

    @Test func `a file where the folder should be`() throws {
        try inFolder { folder in
            let path = folder + "/file"
            try Data().write(to: URL(filePath: path))
            let error = #expect(throws: ReportWriterError.self) {
                try ReportWriter(directory: path).write([])
            }
            #expect(error == .notADirectory(path: path))
            #expect(error?.description.contains("--out") == true)
            let below = #expect(throws: ReportWriterError.self) {
                try ReportWriter(directory: path + "/below").write([])
            }
            guard case .noDirectory(path + "/below", let reason) = below else {
                Issue.record("\(String(describing: below))")
                return
            }
            #expect(!reason.isEmpty)
        }
    }

    @Test func `a folder in the place of a file`() throws {
        try inFolder { folder in
            try FileManager.default.createDirectory(
                atPath: folder + "/report.txt", withIntermediateDirectories: false)
            let error = #expect(throws: ReportWriterError.self) {
                try ReportWriter(directory: folder).write([
                    ReportFile(name: "report.txt", text: "")
                ])
            }
            guard case .notWritten(folder + "/report.txt", _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test func `no folder named`() {
        #expect(throws: ReportWriterError.noDirectory(path: "\"\"", reason: "the name is empty")) {
            try ReportWriter(directory: "").write([])
        }
    }
}
