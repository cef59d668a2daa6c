/// Represents an object in an action that must not keep it alive: the object alone owns its handle,
/// and the action refers weakly to the handle.
///
/// A weak reference to an object makes every other reference to it slower for good. Here that cost
/// is the handle's, and nothing else ever refers to it.
final class WeakHandle<Owner: AnyObject> {
    /// Alive as long as the handle is.
    unowned let owner: Owner

    init(_ owner: Owner) { self.owner = owner }
}
