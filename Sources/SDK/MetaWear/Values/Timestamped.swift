public import Foundation

/// A value and when the host received it.
public struct Timestamped<Value: Sendable>: Sendable {
    /// When the packet that contained it arrived at the host.
    public let time: Date
    /// What arrived.
    public let value: Value

    /// A value that arrived at a time.
    public init(time: Date, value: Value) {
        self.time = time
        self.value = value
    }
}
