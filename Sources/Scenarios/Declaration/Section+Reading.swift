import YAML

extension Section {
    /// Reads a file whose root is this section; throws all its problems at once.
    ///
    /// - Parameters:
    ///   - text: The file's bytes.
    ///   - file: The file's name, for messages.
    /// - vocabulary: Words that only the firmware defines.
    package init(
        reading text: [UInt8], file: String, vocabulary: Vocabulary = Vocabulary()
    ) throws(ScenarioError) {
        let root: Node
        do throws(YAMLError) {
            root = try Node(parsing: text)
        } catch {
            // Only the root section knows how a file of its kind begins.
            let fix = error.fix.isEmpty ? "begin with `\(Self.firstLine)`" : error.fix
            throw ScenarioError(
                file: file, problems: [Problem(error.message, at: error.mark, fix: fix)])
        }
        try self.init(root: root, file: file, vocabulary: vocabulary)
    }

    /// Reads a file that was parsed before; throws all its problems at once.
    package init(
        root: Node, file: String, vocabulary: Vocabulary = Vocabulary()
    ) throws(ScenarioError) {
        let reader = Reader(vocabulary: vocabulary)
        let section = Self.read(root, reader)
        reader.resolve()
        guard let section, reader.problems.isEmpty else {
            throw ScenarioError(
                file: file,
                problems: reader.problems.sorted {
                    ($0.mark.line, $0.mark.column) < ($1.mark.line, $1.mark.column)
                })
        }
        self = section
    }

    private static var firstLine: Substring { example.prefix { $0 != "\n" } }
}
