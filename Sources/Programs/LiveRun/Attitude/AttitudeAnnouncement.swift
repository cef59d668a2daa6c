import AttitudeTransport
import CommandLineProgram
import EventLoop

/// Announces a listener on standard error and on the network.
package struct AttitudeAnnouncement {
    private let publication: AttitudePublication?

    /// Reports to standard error where senders can connect. What other machines reach is announced
    /// on the network, too.
    ///
    /// - Parameter say: receives progress messages, a line at a time.
    package init(
        _ listener: AttitudeListener, _ name: String, _ loop: EventLoop, _ console: Console,
        say: @escaping (String) -> Void
    ) {
        for place in listener.places {
            if listener.isReachableFromOutside {
                console.complain("warning: \(place) is reachable from outside this machine\n")
            }
            console.complain("listening on \(place) for attitudes (\(name))\n")
        }
        guard listener.isReachableFromOutside else {
            publication = nil
            return
        }
        do throws(AttitudeTransportError) {
            let publication = try AttitudePublication(listener, name: name, on: loop)
            publication.onEvent = { say("\(name): \($0)") }
            self.publication = publication
        } catch {
            console.complain("\(name): \(error)\n")
            publication = nil
        }
    }
}
