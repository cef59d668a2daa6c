import DBus
import EventLoop
import Glibc

/// The words of Avahi's D-Bus API (avahi-daemon 0.8, `org.freedesktop.Avahi.*.xml`), and those of
/// our service.
enum Avahi {
    static let name = "org.freedesktop.Avahi"
    static let server = "org.freedesktop.Avahi.Server"
    static let group = "org.freedesktop.Avahi.EntryGroup"
    static let browser = "org.freedesktop.Avahi.ServiceBrowser"
    static let collision = "org.freedesktop.Avahi.CollisionError"
    /// Any interface, and any protocol.
    static let any = Value.int32(-1)
    /// The published service in the form of DNS-SD (protocol, triki-motion 5).
    static let type = "_motion-control._tcp"
    /// What the frames are, for receivers that look before they connect.
    static let text = ["v=1", "fmt=f32le", "order=rpy", "unit=rad"]

    /// A connection to the bus that avahi-daemon is on.
    ///
    /// - Returns: or why there is none, in words.
    static func connect(on loop: EventLoop) -> Result<Bus, Absence> {
        let bus: Bus
        do throws(DBusError) { bus = try Bus(at: Bus.systemAddress(), on: loop) } catch {
            return .failure(Absence(why: "the system bus cannot be reached (\(error.message))"))
        }
        guard bus.owner(of: name) != nil else {
            bus.close()
            return .failure(Absence(why: "avahi-daemon does not run"))
        }
        return .success(bus)
    }

    /// Why services cannot be announced or found.
    struct Absence: Error {
        var why: String
    }
}

extension Bus {
    /// Calls a method of avahi-daemon.
    func avahi(
        _ member: String, of interface: String = Avahi.server, at path: String = "/",
        _ arguments: [Value] = [], completion: @escaping (Result<Reply, DBusError>) -> Void
    ) {
        call(Avahi.name, path, interface, member, arguments, completion: completion)
    }
}
