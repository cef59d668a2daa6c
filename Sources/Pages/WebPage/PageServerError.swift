/// Why pages cannot be served: what is wrong, and how to fix it.
package struct PageServerError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The words.
    package var description: String

    init(_ description: String) { self.description = description }
}
