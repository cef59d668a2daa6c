/// Why files of explorations cannot be used, with the place and the fix.
package struct ExplorationError: Error, Equatable, Sendable, CustomStringConvertible {
    package var description: String

    package init(_ description: String) { self.description = description }
}
