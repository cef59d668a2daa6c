/// Why there is no stream: where, what is wrong, and how to fix it.
package struct AttitudeTransportError: Error, Equatable, Sendable, CustomStringConvertible {
    /// `127.0.0.1:80: Permission denied; choose a port from 1024 on`.
    package var description: String

    init(_ place: some CustomStringConvertible, _ problem: String) {
        description = "\(place): \(problem)"
    }
}
