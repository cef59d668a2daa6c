import EventLoop

/// The reply to a call.
package struct Reply {
    /// The body's values.
    package var values: [Value]
    /// The descriptors that came with it, as indexed by ``Value/descriptor(_:)``.
    package var descriptors: [Descriptor]

    /// The first value, which most replies have.
    package var first: Value? { values.first }
}

/// A received signal.
package struct Signal {
    /// The unique name of its sender.
    package var sender: String
    /// The object that it is about.
    package var path: String
    package var interface: String
    /// Its name.
    package var member: String
    /// The body's values.
    package var values: [Value]
}
