import Glibc

/// A failed system call, by the system's error number.
package struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
    /// `errno`.
    package var number: Int32

    package init(number: Int32) { self.number = number }

    /// `Connection refused`.
    package var description: String { words(for: number) }
}

/// The system's text for an error number.
package func words(for error: Int32) -> String { String(cString: strerror(error)) }
