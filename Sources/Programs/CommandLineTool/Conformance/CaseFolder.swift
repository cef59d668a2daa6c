import CommandLineProgram
import Conformance
import Declaration
import FoundationEssentials
import ShippedFiles

/// The folder of the conformance cases, and what is in it.
package enum CaseFolder {
    /// Reads every case file below a folder, in the order of their names.
    package static func suite(
        in folder: String?, _ console: Console
    ) throws(RunError) -> ConformanceSuite {
        let places = folder.map { [$0] } ?? ShippedFiles().places(of: "Conformance")
        var files: [(path: String, bytes: [UInt8])] = []
        for place in places {
            files = try read(place, console)
            if !files.isEmpty { break }
        }
        guard !files.isEmpty else {
            throw RunError(
                .input,
                "boardsim conformance: there are no case files (`*.yaml`) in "
                    + places.map { "`\($0)`" }.joined(separator: " or ")
                    + "; name their folder with --cases")
        }
        do throws(SuiteError) {
            return try ConformanceSuite(files)
        } catch {
            throw RunError(.input, "\(error)")
        }
    }

    private static func read(
        _ folder: String, _ console: Console
    ) throws(RunError) -> [(path: String, bytes: [UInt8])] {
        guard let names = try? FileManager.default.subpathsOfDirectory(atPath: folder) else {
            return []
        }
        var files: [(path: String, bytes: [UInt8])] = []
        for name in names.sorted() where name.hasSuffix(".yaml") && !name.hasPrefix("mutants/") {
            let path = folder + "/" + name
            try check(path)
            files.append((path, try console.text(of: path)))
        }
        return files
    }

    /// Opening a pipe would block; a name that is not UTF-8 has been altered by now.
    private static func check(_ path: String) throws(RunError) {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        let reason: String
        switch attributes?[.type] as? FileAttributeType {
        case .typeRegular?, .typeDirectory?, .typeSymbolicLink?: return
        case nil:
            guard path.unicodeScalars.contains("\u{FFFD}") else { return }
            reason = "its name is not UTF-8; rename it"
        default: reason = "it is not a regular file; move it away"
        }
        throw RunError(.input, "\(path): error: the file cannot be read: \(reason)")
    }
}
