import Simulation
import YAML

extension Nanoseconds {
    /// A duration as written on a command line, `90 s` or `90s`; nil if it is not valid.
    package init?(writtenAs text: String) {
        guard let node = try? Node(parsing: Array("\"\(text)\"".utf8)) else { return nil }
        let reader = Reader()
        guard let value = Nanoseconds.read(node, reader), reader.problems.isEmpty else {
            return nil
        }
        self = value
    }
}
