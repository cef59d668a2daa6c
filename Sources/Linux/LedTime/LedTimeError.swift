private import Glibc

/// Why time cannot be led.
package enum LedTimeError: Error, Equatable, CustomStringConvertible {
    /// A file or socket cannot be made: its path, and the system's words.
    case file(String, String)

    static func system(_ path: String) -> Self { .file(path, String(cString: strerror(errno))) }

    package var description: String {
        switch self {
        case .file(let path, let words): "\(path): \(words)"
        }
    }
}
