import Declaration
import YAML

/// A key of the scenario and the value that replaces the file's: `world.distance=12 m`.
package struct Replacement: Sendable, Equatable {
    package let path: NodePath
    package let value: String
    /// As on the command line.
    package let text: String

    package init(_ text: String) throws(SweepError) {
        guard let equals = text.firstIndex(of: "="), let path = NodePath(String(text[..<equals]))
        else {
            throw SweepError(
                "--set is `\(text)`; write a key and its value: `--set 'world.distance=12 m'`")
        }
        self.path = path
        value = String(text[text.index(after: equals)...])
        self.text = text
    }

    /// A tree with this value.
    func applied(to tree: Node) throws(SweepError) -> Node {
        let node: Node
        do throws(YAMLError) {
            node = try Node(parsing: value)
        } catch {
            throw SweepError("`\(path)`: `\(value)` is not a value: \(error.message)")
        }
        do throws(NodePathError) {
            return try tree.setting(path, to: node)
        } catch {
            throw SweepError("\(error)")
        }
    }

    package init(_ path: NodePath, _ value: String) {
        self.path = path
        self.value = value
        text = "\(path)=\(value)"
    }
}
