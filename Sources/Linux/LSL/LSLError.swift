/// Why there is no outlet.
package enum LSLError: Error, Equatable, CustomStringConvertible {
    /// The library is not where it was looked for.
    case notFound(reason: String)
    /// The file is another library, or too old.
    case lacks(function: String, path: String)
    /// The library made no outlet of this name.
    case refused(name: String)

    package var description: String {
        switch self {
        case .notFound(let reason):
            "liblsl cannot be loaded (\(reason)); install it from"
                + " https://github.com/sccn/liblsl/releases, or `pip install pylsl`, and write into"
                + " PYLSL_LIB where its liblsl.so.2 lies"
        case .lacks(let function, let path):
            "\(path) is no liblsl of version 1.13 or newer: it has no \(function)"
        case .refused(let name):
            "liblsl made no outlet `\(name)`; what it printed on standard error says why"
        }
    }
}
