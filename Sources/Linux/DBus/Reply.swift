public import EventLoop

/// The reply to a call.
public struct Reply {
    /// The body's values.
    public var values: [Value]
    /// The descriptors that came with it, as indexed by ``Value/descriptor(_:)``.
    public var descriptors: [Descriptor]

    /// The first value, which most replies have.
    public var first: Value? { values.first }
}

/// A received signal.
public struct Signal {
    /// The unique name of its sender.
    public var sender: String
    /// The object that it is about.
    public var path: String
    /// Its interface.
    public var interface: String
    /// Its name.
    public var member: String
    /// The body's values.
    public var values: [Value]
}
