import EventLoop
import Glibc

/// A message bus within this process: what `dbus-daemon` does for its clients, in the turns of one loop.
///
/// Between its socket and a program of this process that is ``connect()``ed lies nothing: what a client has written is
/// handled, and answered, in the turn in which it is read. Any process that can reach the socket may use the bus and own
/// any name, as on a private bus of `dbus-daemon` (docs/decisions/0031 says what differs).
package final class InnerBus {
    /// What clients set as `DBUS_SYSTEM_BUS_ADDRESS`.
    package let address: String
    let loop: EventLoop
    let limits: BusLimits
    /// All that are connected, in the order of their arrival.
    private(set) var clients: [InnerBusClient] = []
    /// Those that have said `Hello`, by their unique names.
    var active: [String: InnerBusClient] = [:]
    /// Who has a well-known name, and who waits for it behind that one.
    var queues: [String: [NameClaim]] = [:]
    /// What everything that the bus itself says is numbered by.
    var lastSerial: UInt32 = 0
    /// Of unique names, which are never used again.
    var nextName = 0
    private let folder: BusFolder
    private let listener: Descriptor
    private var watch: Watch?
    private var pause: Watch?
    private var lastNumber = 0
    private var routing = 0
    /// Programs of this process for which something has come.
    private var woken: [InnerBusLink] = []

    /// Listens in a folder of its own, accessible to this user only.
    package convenience init(on loop: EventLoop) throws(DBusError) {
        try self.init(on: loop, limits: BusLimits())
    }

    init(on loop: EventLoop, limits: BusLimits) throws(DBusError) {
        self.loop = loop
        self.limits = limits
        folder = try BusFolder()
        let path = folder.path + "/bus"
        address = "unix:path=" + BusAddress.escaped(path)
        guard path.utf8.count <= SocketAddress.longestPath else {
            throw DBusError(
                "org.freedesktop.DBus.Error.BadAddress",
                "\(path) is too long for a socket; set TMPDIR to a shorter folder")
        }
        do throws(SystemError) {
            listener = try SocketAddress(path: path).listen()
        } catch {
            throw DBusError("org.freedesktop.DBus.Error.Failed", "\(path): \(error)")
        }
        listen()
    }

    deinit { for client in clients { client.end() } }

    /// A connection of this process: calls to the bus itself are answered at once, and others see what it sends before
    /// anything else happens.
    package func connect() throws(DBusError) -> Bus {
        let link = InnerBusLink(on: loop)
        let client = InnerBusClient(next(), inProcess: link, of: self)
        link.connect(client)
        clients.append(client)
        return try Bus(over: link, on: loop)
    }

    private func next() -> Int {
        lastNumber += 1
        return lastNumber
    }

    // MARK: Who comes

    /// Connections that are accepted in a row, before other sources get their turn.
    private static let burst = 64

    private func listen() {
        watch = loop.watch(listener.number, for: .readable) { [unowned self] _ in accept() }
    }

    private func accept() {
        for _ in 0..<Self.burst {
            let socket: Descriptor
            do throws(SystemError) {
                socket = try listener.accept()
            } catch {
                // Without room for another descriptor the socket stays readable.
                if error.number != EAGAIN, error.number != EINTR, error.number != ECONNABORTED {
                    rest()
                }
                return
            }
            makeRoom()
            let client = InnerBusClient(next(), over: BusSocket(socket, on: loop), of: self)
            clients.append(client)
            client.listen()
        }
    }

    private func rest() {
        watch = nil
        pause = loop.after(milliseconds: 100) { [unowned self] in
            pause = nil
            listen()
        }
    }

    /// A newcomer too many costs the oldest one its place.
    private func makeRoom() {
        let newcomers = clients.filter(\.isNewcomer)
        guard newcomers.count >= limits.newcomers, let oldest = newcomers.first else { return }
        drop(oldest)
    }

    // MARK: Who leaves

    /// Ends a connection: its names are free, and who waits for its answer gets an error.
    func drop(_ client: InnerBusClient) {
        guard let index = clients.firstIndex(where: { $0 === client }) else { return }
        route {
            clients.remove(at: index)
            client.close()
            while let name = client.names.last { remove(client, from: name) }
            if let name = client.uniqueName { retire(name, of: client) }
            abandonCalls(of: client)
            client.uniqueName = nil
        }
    }

    // MARK: Turns

    /// What programs of this process have got by something is handled after it, so that everybody gets everything in
    /// the same order.
    func route(_ body: () -> Void) {
        routing += 1
        body()
        routing -= 1
        while routing == 0, !woken.isEmpty { woken.removeFirst().handOver() }
    }

    /// Lets a program of this process know, after the present message.
    func wake(_ link: InnerBusLink) {
        if !woken.contains(where: { $0 === link }) { woken.append(link) }
    }

    /// What is kept for clients and of them, in bytes.
    var heldBytes: Int { clients.reduce(0) { $0 + $1.heldBytes } }
}
