public import EventLoop

/// What a call was answered with.
public struct Reply {
    /// The body's values.
    public var values: [Value]
    /// The descriptors that came along, in the order that ``Value/descriptor(_:)`` counts them by.
    public var descriptors: [Descriptor]

    /// The first value, which most replies have.
    public var first: Value? { values.first }
}

/// A signal that somebody sent.
public struct Signal {
    /// The unique name of who sent it.
    public var sender: String
    /// The object that it is about.
    public var path: String
    /// Whose vocabulary it is of.
    public var interface: String
    /// Its name.
    public var member: String
    /// The body's values.
    public var values: [Value]
}
