import CGLib

/// Something that the loop watches, until ``cancel()`` or the end of this object.
///
/// A handler may cancel its own watch or any other; a cancelled one is not called again, not even
/// later in the same turn.
package final class Watch {
    private var source: UnsafeMutablePointer<GSource>?

    private init(
        _ source: UnsafeMutablePointer<GSource>?, context: OpaquePointer, handler: AnyObject,
        _ call: GSourceFunc
    ) {
        self.source = source
        // GLib owns the handler, and keeps it during a cancel from within its own call.
        g_source_set_callback(source, call, Unmanaged.passRetained(handler).toOpaque()) {
            if let handler = $0 { Unmanaged<AnyObject>.fromOpaque(handler).release() }
        }
        g_source_attach(source, context)
    }

    deinit { cancel() }

    /// Ends it; may be called repeatedly.
    package func cancel() {
        guard let source else { return }
        self.source = nil
        g_source_destroy(source)
        g_source_unref(source)
    }

    private final class Handler<Argument> {
        let call: (Argument) -> Void

        init(_ call: @escaping (Argument) -> Void) { self.call = call }

        static func of(_ pointer: gpointer) -> Handler {
            Unmanaged<Handler>.fromOpaque(pointer).takeUnretainedValue()
        }
    }

    convenience init(
        descriptor: Int32, readiness: Readiness, context: OpaquePointer,
        _ handler: @escaping (Readiness) -> Void
    ) {
        let call: GUnixFDSourceFunc = { _, condition, pointer in
            if let pointer {
                Handler<Readiness>.of(pointer).call(Readiness(rawValue: condition.rawValue))
            }
            return 1
        }
        let condition = readiness.union([.failed, .hungUp]).condition
        // GLib calls it with the arguments of its kind of source, whatever its type here.
        self.init(
            g_unix_fd_source_new(descriptor, condition), context: context,
            handler: Handler<Readiness>(handler), unsafeBitCast(call, to: GSourceFunc.self))
    }

    convenience init(signal: Int32, context: OpaquePointer, _ handler: @escaping () -> Void) {
        self.init(
            g_unix_signal_source_new(signal), context: context, handler: Handler<Void>(handler)
        ) { pointer in
            if let pointer { Handler<Void>.of(pointer).call(()) }
            return 1
        }
    }

    convenience init(
        process: Int32, context: OpaquePointer, _ handler: @escaping (_ status: Int32) -> Void
    ) {
        let call: GChildWatchFunc = { _, status, pointer in
            if let pointer { Handler<Int32>.of(pointer).call(status) }
        }
        self.init(
            g_child_watch_source_new(process), context: context, handler: Handler<Int32>(handler),
            unsafeBitCast(call, to: GSourceFunc.self))
    }

    convenience init(milliseconds: UInt32, context: OpaquePointer, _ handler: @escaping () -> Void)
    {
        self.init(
            g_timeout_source_new(milliseconds), context: context, handler: Handler<Void>(handler)
        ) { pointer in
            if let pointer { Handler<Void>.of(pointer).call(()) }
            return 0
        }
    }
}
