import AttitudeTransport
import EventLoop

/// Tells people where a listener is.
struct AttitudeAnnouncement {
    /// Reports to standard error where senders can connect.
    init(_ listener: AttitudeListener, _ name: String, _ loop: EventLoop, _ console: Console) {
        for place in listener.places {
            if listener.isReachableFromOutside {
                console.complain("warning: \(place) is reachable from outside this machine\n")
            }
            console.complain("listening on \(place) for attitudes (\(name))\n")
        }
    }

    func end() {}
}
