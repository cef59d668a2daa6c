import EventLoop

/// Finding a receiver that nobody has named.
package enum AttitudeDiscovery {
    /// The only receiver on the network.
    package static func find(on loop: EventLoop) throws(AttitudeTransportError) -> NetworkPlace {
        throw AttitudeTransportError("no receiver is named", "write its HOST:PORT")
    }
}
