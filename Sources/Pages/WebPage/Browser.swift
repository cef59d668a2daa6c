import CSoup
import JSON
import PageModel

/// An open page: a WebSocket, and its pending messages.
///
/// libsoup queues without a bound and does not say how much. A source that waits for the same socket to be writable, but
/// with less priority than libsoup's own, is called only when libsoup has nothing left to write: until then everything
/// stays in the outbox, where states replace each other.
final class Browser {
    let number: Int
    var outbox = Outbox()
    /// The connection below it.
    let visitor: Visitor
    private let socket: OpaquePointer
    private unowned let broadcast: Broadcast
    private let context: OpaquePointer
    /// Waits until libsoup has written everything.
    private var drained: UnsafeMutablePointer<GSource>?
    /// What it may send: a page sends some kilobytes per second at most.
    private var flow: Allowance
    /// What it may send without a complete message: pongs, for days.
    private var idle: Allowance
    private var received: UInt64

    /// Of a message, in bytes.
    private static let longestMessage: guint64 = 262_144

    init(
        _ socket: OpaquePointer, _ visitor: Visitor, _ broadcast: Broadcast, context: OpaquePointer,
        now: Int64
    ) {
        number = visitor.number
        self.socket = socket
        self.visitor = visitor
        self.broadcast = broadcast
        self.context = context
        flow = Allowance(most: 524_288, perSecond: 131_072, now: now)
        idle = Allowance(most: 327_680, perSecond: 16, now: now)
        received = visitor.received
        g_object_ref(UnsafeMutableRawPointer(socket))
        soup_websocket_connection_set_max_incoming_payload_size(socket, Self.longestMessage)
        soup_websocket_connection_set_keepalive_interval(socket, 20)
        visitor.stay()
        connect()
    }

    deinit {
        disconnect()
        g_object_unref(UnsafeMutableRawPointer(socket))
    }

    /// Signals come with an unretained pointer, so they are disconnected before the object is gone.
    private func connect() {
        let me = Unmanaged.passUnretained(self).toOpaque()
        typealias OnMessage =
            @convention(c) (OpaquePointer?, gint, OpaquePointer?, gpointer?) -> Void
        let onMessage: OnMessage = { _, type, bytes, pointer in
            guard let pointer, let bytes else { return }
            let browser = Unmanaged<Browser>.fromOpaque(pointer).takeUnretainedValue()
            var count: gsize = 0
            let data = g_bytes_get_data(bytes, &count)
            let isText = type == gint(SOUP_WEBSOCKET_DATA_TEXT.rawValue)
            browser.take([UInt8](UnsafeRawBufferPointer(start: data, count: Int(count))), isText)
        }
        typealias OnClosed = @convention(c) (OpaquePointer?, gpointer?) -> Void
        let onClosed: OnClosed = { _, pointer in
            guard let pointer else { return }
            let browser = Unmanaged<Browser>.fromOpaque(pointer).takeUnretainedValue()
            browser.broadcast.left(browser)
        }
        let object = UnsafeMutableRawPointer(socket)
        // The signals' handlers have more arguments than a GCallback, as GLib expects.
        g_signal_connect_data(
            object, "message", unsafeBitCast(onMessage, to: GCallback.self), me, nil,
            GConnectFlags(rawValue: 0))
        g_signal_connect_data(
            object, "closed", unsafeBitCast(onClosed, to: GCallback.self), me, nil,
            GConnectFlags(rawValue: 0))
    }

    /// No signal arrives any more.
    func disconnect() {
        let me = Unmanaged.passUnretained(self).toOpaque()
        g_signal_handlers_disconnect_matched(
            UnsafeMutableRawPointer(socket), G_SIGNAL_MATCH_DATA, 0, 0, nil, nil, me)
        forgetDrained()
    }

    // MARK: What comes in

    /// Closes a browser that floods: libsoup answers each ping, and joins fragments without an end.
    func checkFlow(_ now: Int64) {
        let total = visitor.received
        let count = Int(clamping: total &- received)
        received = total
        guard flow.spend(count, now: now), idle.spend(count, now: now) else {
            return close(1008, "too much was sent")
        }
    }

    private func take(_ bytes: [UInt8], _ isText: Bool) {
        guard isText else { return close(1003, "only text is understood") }
        idle.refill()
        let message: JSONValue
        do throws(JSONError) { message = try JSONValue(reading: bytes) } catch {
            return close(1007, error.description)
        }
        guard case .integer(let id)? = message["id"], case .string(let name)? = message["name"],
            case .object? = message["arguments"] ?? .object([])
        else { return close(1007, "not a command") }
        let command = PageCommand(name, message["arguments"] ?? .object([]), browser: number)
        var answer: [(String, JSONValue)] = [("id", .integer(id))]
        do throws(PageError) {
            answer.append(("value", try broadcast.page.perform(command) ?? .null))
        } catch {
            answer.append(("error", .string(error.description)))
        }
        broadcast.changed()
        guard outbox.put(answer: JSONValue.object(answer).compact) else {
            return close(1008, "answers are not read")
        }
        flush()
    }

    // MARK: What goes out

    private var isOpen: Bool {
        soup_websocket_connection_get_state(socket) == SOUP_WEBSOCKET_STATE_OPEN
    }

    /// Whether it has taken everything before.
    private var isReady: Bool { drained == nil && isOpen }

    /// Sends pending messages, but no state.
    private func flush() {
        guard isReady, !outbox.isEmpty else { return }
        var none: StateHistory?
        send(outbox.take(&none, site: ""))
    }

    /// Sends pending messages and what has changed, if the browser has taken everything before.
    func send(_ states: () -> StateHistory, site: String) {
        guard isReady else { return }
        var states: StateHistory? = states()
        send(outbox.take(&states, site: site))
    }

    private func send(_ messages: [Message]) {
        guard !messages.isEmpty else { return }
        for message in messages {
            message.withGBytes {
                soup_websocket_connection_send_message(
                    socket, message.isText ? SOUP_WEBSOCKET_DATA_TEXT : SOUP_WEBSOCKET_DATA_BINARY,
                    $0)
            }
        }
        // A write that failed has closed the stream, and GLib complains about a source for that.
        if isOpen { awaitDrained() }
    }

    private func awaitDrained() {
        let stream = soup_websocket_connection_get_io_stream(socket)
        guard let output = g_io_stream_get_output_stream(stream),
            let source = g_pollable_output_stream_create_source(OpaquePointer(output), nil)
        else { return }
        let call: GPollableSourceFunc = { _, pointer in
            guard let pointer else { return 0 }
            let browser = Unmanaged<Browser>.fromOpaque(pointer).takeUnretainedValue()
            browser.forgetDrained()
            browser.flush()
            return 0
        }
        g_source_set_priority(source, G_PRIORITY_DEFAULT + 10)
        g_source_set_callback(
            source, unsafeBitCast(call, to: GSourceFunc.self),
            Unmanaged.passUnretained(self).toOpaque(), nil)
        g_source_attach(source, context)
        drained = source
    }

    private func forgetDrained() {
        guard let source = drained else { return }
        drained = nil
        g_source_destroy(source)
        g_source_unref(source)
    }

    /// Closes with a code (RFC 6455, 7.4) and a reason.
    func close(_ code: UInt16, _ reason: String) {
        end(code, reason)
        broadcast.left(self)
    }

    /// The same without a word to the broadcast, which may be on its own way out.
    func end(_ code: UInt16, _ reason: String) {
        disconnect()
        guard isOpen else { return }
        soup_websocket_connection_close(socket, code, String(reason.prefix(100)))
    }
}
