/// An object for an action that must not keep it alive: the object while it lives, then nil.
///
/// In the place of weak references, which the module for WebAssembly does not have, and which make
/// every other reference to their object slower for good.
package final class WeakHandle<Owner: AnyObject> {
    @usableFromInline var reference: Unmanaged<Owner>?

    fileprivate init(_ owner: Owner) { reference = .passUnretained(owner) }

    /// The object; nil once it is gone.
    @inlinable package var owner: Owner? { reference?.takeUnretainedValue() }
}

/// What an object alone owns, so that its handle knows when it is gone:
/// `private lazy var lifetime = Lifetime(of: self)`.
package final class Lifetime<Owner: AnyObject> {
    /// What others may keep.
    package let handle: WeakHandle<Owner>

    /// The life of the object that makes this.
    package init(of owner: Owner) { handle = WeakHandle(owner) }

    deinit { handle.reference = nil }
}
