import Declaration
import ScenarioRun

/// All cases, in the order of their files.
package struct ConformanceSuite: Sendable {
    /// One case and its place; shared by every board that it applies to.
    package final class Entry: Sendable {
        /// The file as the caller named it.
        package let path: String
        /// The file itself, for its procedures.
        package let file: CaseFile
        package let item: ConformanceCase

        init(path: String, file: CaseFile, item: ConformanceCase) {
            self.path = path
            self.file = file
            self.item = item
        }
    }

    /// In the order of the files, and in each in its own.
    package private(set) var entries: [Entry] = []
    /// Over all files, 16 hexadecimal digits.
    package private(set) var hash = ""

    /// Reads case files; throws all their problems together.
    ///
    /// - Parameter files: path and bytes of each, in order.
    package init(_ files: [(path: String, bytes: [UInt8])]) throws(SuiteError) {
        var errors: [ScenarioError] = []
        var owners: [String: String] = [:]
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for (path, bytes) in files {
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            let file: CaseFile
            do throws(ScenarioError) {
                file = try CaseFile(reading: bytes, file: path, vocabulary: .firmware)
            } catch {
                errors.append(error)
                continue
            }
            for item in file.cases {
                if let owner = owners.updateValue(path, forKey: item.id.text) {
                    errors.append(
                        ScenarioError(
                            file: path,
                            problems: [
                                Problem(
                                    "\(item.id.text) is already used in \(owner)",
                                    at: item.mark, fix: "give it the next free number")
                            ]))
                }
                entries.append(Entry(path: path, file: file, item: item))
            }
        }
        guard errors.isEmpty else { throw SuiteError(errors: errors) }
        let digits = String(hash, radix: 16)
        self.hash = String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}

/// What is wrong with case files.
package struct SuiteError: Error, CustomStringConvertible {
    /// One for each file that has problems.
    package var errors: [ScenarioError]
    /// One line per problem.
    package var description: String { errors.map { "\($0)" }.joined(separator: "\n") }
}
