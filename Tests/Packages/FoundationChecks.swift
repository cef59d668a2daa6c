import Foundation
import FoundationNetworking

/// What the packages' Foundation does, as far as programs use it: `checks http://127.0.0.1:PORT [no-curl]`.
@main struct FoundationChecks {
    static func check(_ what: String, _ holds: Bool) {
        print(holds ? "ok" : "FAILED", what)
    }

    static func main() async {
        let place = CommandLine.arguments[1]
        if CommandLine.arguments.count > 2 {
            await withoutCurl(place)
        } else {
            texts()
            files()
            await downloads(place)
        }
        print("done")
    }

    private static func texts() {
        check("a number in C's format", String(format: "%.3f|%d", 2.0005, -7) == "2.001|-7")
        check(
            "a long number",
            String(format: "%.40f", 1.0) == "1." + String(repeating: "0", count: 40))
        check(
            "blanks are trimmed",
            " \t\u{A0}a b\u{2003} ".trimmingCharacters(in: .whitespaces) == "a b")
        check(
            "a text of blanks is empty after that", " \t".trimmingCharacters(in: .whitespaces) == ""
        )
        check("line ends are no blanks", "a\n".trimmingCharacters(in: .whitespaces) == "a\n")
        let names = CharacterSet(charactersIn: "abc_")
        check("characters of a set", names.contains("_") && !names.contains(" "))
        struct Problem: LocalizedError { let errorDescription: String? = "why" }
        let error: any Error = Problem()
        check("an error in words", error.localizedDescription == "why")
    }

    private static func files() {
        let file = FileManager.default.temporaryDirectory.appending(path: "checks-\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        do {
            try Data(0..<200).write(to: file)
            let handle = try FileHandle(forReadingFrom: file)
            check("a part of a file", try handle.read(upToCount: 150) == Data(0..<150))
            check("its end", try handle.read(upToCount: 150) == Data(150..<200))
            try handle.close()
        } catch { check("a file is read: \(error)", false) }
        let missing = FileManager.default.temporaryDirectory.appending(path: "none-\(UUID())")
        check("a file that is not there", (try? FileHandle(forReadingFrom: missing)) == nil)
    }

    private static func status(
        _ text: String, limit: Int = 1_000_000, time: Duration = .seconds(60)
    ) async -> (Int?, Data, String) {
        guard let url = URL(string: text) else { return (nil, Data(), "no address") }
        do {
            let (data, response) = try await URLSession.shared.data(
                from: url, limit: limit, time: time)
            return ((response as? HTTPURLResponse)?.statusCode, data, "")
        } catch {
            return (
                nil, Data(), (error as? URLLimitError)?.description ?? error.localizedDescription
            )
        }
    }

    private static func downloads(_ place: String) async {
        let whole = Data((0..<999).flatMap { _ in UInt8.min...UInt8.max })
        let (code, data, _) = await status(place + "/file")
        check("a download", code == 200 && data == whole)
        let moved = await status(place + "/moved")
        check("one that has moved", moved.0 == 200 && moved.1 == whole)
        let missing = await status(place + "/none")
        check("one that is not there", missing.0 == 404 && missing.1 == Data("not here".utf8))
        let refused = await status("http://127.0.0.1:1/")
        check("no server: \(refused.2)", refused.0 == nil && refused.2.contains("curl: (7)"))
        let file = await status("file:///etc/passwd")
        check("no server's address: \(file.2)", file.0 == nil && file.2.contains("curl: (1)"))
        let exact = await status(place + "/file", limit: whole.count)
        check("one as large as it may be", exact.1 == whole)
        let large = await status(place + "/file", limit: whole.count - 1).2
        check("one that is too large: \(large)", large == "has more than 255743 bytes")
        let late = await status(place + "/slow", time: .milliseconds(300)).2
        check("one that takes too long: \(late)", late == "is not complete after 0.3 s")
        let slow = Task { await status(place + "/slow").2 }
        try? await Task.sleep(for: .milliseconds(200))
        slow.cancel()
        let why = await slow.value
        check("a download is cancelled: \(why)", why.contains("Cancel"))
    }

    private static func withoutCurl(_ place: String) async {
        let (code, _, why) = await status(place + "/file")
        check("without curl: \(why)", code == nil && why.contains("`curl`, which is not installed"))
    }
}
