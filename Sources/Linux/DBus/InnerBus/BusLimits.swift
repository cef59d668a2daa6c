/// What the clients of an ``InnerBus`` may ask for. Most are dbus-daemon's own (dbus-daemon(1), `limit`); the higher ones are for
/// programs with many boards, the total is for many greedy programs at once.
struct BusLimits {
    /// Clients at a time.
    var clients = 2048
    /// Clients that have not said `Hello` yet: one more, and the oldest has to go.
    var newcomers = 64
    /// How long a newcomer has for its `Hello`, in milliseconds.
    var loginMilliseconds: UInt32 = 30_000
    /// The longest message, in bytes.
    var messageBytes = 1 << 25
    /// What waits for a client that does not read, in bytes; what is beyond it does not reach it.
    var queuedBytes = 127 << 20
    /// What waits for all clients, and what they have begun to send, in bytes: beyond it the ones with more than
    /// ``spareBytes`` get nothing.
    var heldBytes = 256 << 20
    /// What a client has in any case.
    var spareBytes = 1 << 20
    /// Descriptors of one message.
    var descriptors = 16
    /// Descriptors that wait for a client, or that a client has sent ahead.
    var queuedDescriptors = 64
    /// A client's names, its unique one included.
    var names = 512
    /// A client's match rules.
    var rules = 10_000
    /// Answers that a client waits for.
    var replies = 50_000
}
