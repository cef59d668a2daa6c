/// Why hosts cannot attach at an address: the address, what is wrong, and how to fix it.
package struct RadioError: Error, Equatable, Sendable, CustomStringConvertible {
    /// `hci-tcp:127.0.0.1:80: Permission denied; choose a port from 1024 on`.
    package var description: String

    init(_ address: RadioAddress, _ problem: String) { description = "\(address): \(problem)" }
}
